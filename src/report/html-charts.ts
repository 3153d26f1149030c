import { allCoverageClasses } from '../fuzz/coverage-classes.js';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import type { Counts } from '../fuzz/model/counts.js';
import { counted, formatCount, formatDuration } from '../internal/print.js';
import { latencyText, percentilesText, type Table } from './describe-campaign.js';
import { html, type Markup } from './markup.js';

/** Writes a table. Columns of numbers are aligned to the right. */
export function htmlTable({ heads, rows }: Table, caption: string): Markup {
  const style = (cells: readonly string[], at: number): string | undefined =>
    /^[\d.,]+( of [\d,]+)?$/.test(cells[at] ?? '') ? 'number' : undefined;
  const heading = html`<thead><tr>${heads.map(
    (head, at) => html`<th scope="col" class="${style(rows[0] ?? [], at)}">${head}</th>`,
  )}</tr></thead>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>${heading}<tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, at) =>
        at === 0 ? html`<th scope="row">${cell}</th>` : html`<td class="${style(row, at)}">${cell}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

interface Chart {
  readonly name: string;
  /** One for each bar. */
  readonly labels: readonly string[];
  /** Stacked; `style` is the class that colours it. */
  readonly series: readonly { readonly style: string; readonly values: readonly number[] }[];
  /** Counts that are marked above the bars, by the index of the bar. */
  readonly marks?: readonly number[];
  /** A table with the same numbers. */
  readonly table: Table;
}

const height = 130;
const top = 16;

function barChart({ name, labels, series, marks = [], table }: Chart): Markup {
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const highest = Math.max(...sums, Number.MIN_VALUE);
  const width = 100 / labels.length;
  const percent = (value: number): string => `${Number(value.toFixed(3))}%`;
  const bars = labels.map((label, at) => {
    let y = height;
    return series.map(({ style, values }) => {
      const value = values[at] ?? 0;
      const high = (value / highest) * (height - top);
      y -= high;
      if (value === 0) return undefined;
      return html`<rect class="${style}" x="${percent(at * width)}" y="${y.toFixed(1)}" width="${percent(width * 0.9)}" height="${high.toFixed(1)}"><title>${label}: ${formatCount(value)} ${style}</title></rect>`;
    });
  });
  const marked = marks.map((count, at) =>
    count === 0
      ? undefined
      : html`<text class="mark" x="${percent((at + 0.45) * width)}" y="11">▼<title>${labels[at]}: ${counted(count, 'new finding')}</title></text>`,
  );
  return html`<figure>
<figcaption>${name}, up to ${formatCount(highest)}</figcaption>
<svg width="100%" height="${height}" role="img" aria-label="${name}, as in the table below">${bars}${marked}</svg>
<p class="axis"><span>${labels[0]}</span><span>${labels.at(-1)}</span></p>
<details><summary>${name} as a table</summary>${htmlTable(table, name)}</details>
</figure>`;
}

/** Writes when requests were sent and findings first seen, and how long answers took. */
export function timelineCharts({ timeline: { slotMs, slots }, phases }: CampaignReport): Markup {
  if (slots.length === 0) return html`<p>No request was sent.</p>`;
  const labels = slots.map((_, at) => formatDuration(at * slotMs));
  const perSecond = (requests: number): number => Math.round((requests / slotMs) * 10_000) / 10;
  const series = [
    ...phases.map(({ phase }) => ({
      style: phase,
      values: slots.map(({ seen }) => perSecond(seen[phase] ?? 0)),
    })),
    { style: 'inconclusive', values: slots.map(({ inconclusive }) => perSecond(inconclusive)) },
  ];
  const marks = slots.map(({ newFindings }) => newFindings);
  const p95 = slots.map(({ p95Us = 0 }) => p95Us / 1000);
  return html`<ul class="legend" aria-hidden="true">${series.map(
    ({ style }) =>
      html`<li><svg width="10" height="10"><rect class="${style}" width="10" height="10"/></svg>${style}</li>`,
  )}<li><span class="mark">▼</span> new finding</li></ul>
${barChart({
  name: 'Requests per second',
  labels,
  series,
  marks,
  table: {
    heads: ['From', ...series.map(({ style }) => style), 'New findings'],
    rows: labels.map((label, at) => [
      label,
      ...series.map(({ values }) => formatCount(values[at] ?? 0)),
      formatCount(marks[at] ?? 0),
    ]),
  },
})}
${barChart({
  name: 'p95 latency in ms',
  labels,
  series: [{ style: 'latency', values: p95 }],
  table: {
    heads: ['From', 'p95 latency in ms'],
    rows: labels.map((label, at) => [label, formatCount(p95[at] ?? 0)]),
  },
})}`;
}

/** Writes how the latency of answers is distributed. */
export function latencyChart({ latencyUs }: CampaignReport): Markup {
  return distributionChart(latencyUs, latencyText, 'Answers by latency');
}

/** Writes how the gas estimates of successful simulations are distributed. */
export function gasChart({ gas }: CampaignReport): Markup {
  return distributionChart(
    gas,
    (value) => formatCount(Math.round(value)),
    'Successful simulations by gas estimate',
  );
}

function distributionChart(counts: Counts, format: (value: number) => string, name: string): Markup {
  const bins = distribution(counts);
  if (bins.length === 0) return html`<p>There are none.</p>`;
  return html`<p>${percentilesText(counts, format)}</p>
${barChart({
  name,
  labels: bins.map(({ from }) => format(from)),
  series: [{ style: 'answers', values: bins.map(({ count }) => count) }],
  table: {
    heads: ['From', 'To below', 'Answers'],
    rows: bins.map(({ from, to, count }) => [format(from), format(to), formatCount(count)]),
  },
})}`;
}

const maxBins = 24;
// The buckets of a histogram are a few per cent wide. In narrower bins, the numbers of buckets would vary too much.
const minFactor = 1.2;

/** Sorts the buckets of a histogram into a few bins, each wider than the previous one by the same factor. */
function distribution(counts: Counts): { from: number; to: number; count: number }[] {
  const buckets = Object.entries(counts).map(([bound, count]) => ({ bound: Number(bound), count }));
  if (buckets.length === 0) return [];
  // There is no logarithm of 0: the first bin has the values below 1.
  const bounds = buckets.map(({ bound }) => Math.max(1, bound));
  const [lowest, highest] = [Math.min(...bounds), Math.max(...bounds)];
  const factor = Math.max(minFactor, (highest / lowest) ** (1 / (maxBins - 1)));
  const binOf = (bound: number): number =>
    Math.floor(Math.log(Math.max(1, bound) / lowest) / Math.log(factor) + 1e-9);
  const first = Math.min(...buckets.map(({ bound }) => bound));
  const edge = (at: number): number => (at === 0 ? first : lowest * factor ** at);
  return Array.from({ length: binOf(highest) + 1 }, (_, at) => ({
    from: edge(at),
    to: edge(at + 1),
    count: buckets.filter(({ bound }) => binOf(bound) === at).reduce((sum, { count }) => sum + count, 0),
  }));
}

/** Writes how many requests had each coverage class. Bars are logarithmic, so that rare classes are visible. */
export function coverageLists({ coverageClasses }: CampaignReport): Markup {
  const names = [...new Set([...allCoverageClasses(), ...Object.keys(coverageClasses)])];
  const requestsOf = (name: string): number => coverageClasses[name] ?? 0;
  const highest = Math.max(1, ...names.map(requestsOf));
  const fieldOf = (name: string): string => name.split(': ', 1)[0] ?? '';
  const fields = new Set(names.map(fieldOf));
  const covered = names.filter((name) => requestsOf(name) > 0).length;
  const item = (name: string, requests: number): Markup => {
    const share = (100 * Math.log(requests + 1)) / Math.log(highest + 1);
    return requests === 0
      ? html`<li class="never"><span>${name}</span> <span>never</span></li>`
      : html`<li><span>${name}</span> <span>${formatCount(requests)}</span><svg width="100%" height="4" aria-hidden="true"><rect class="answers" width="${share.toFixed(1)}%" height="4"/></svg></li>`;
  };
  return html`<p>${covered} of ${names.length} classes of requests were sent. Bars are logarithmic.</p>
<div class="coverage">${[...fields].map((field) => {
    const classes = names.filter((name) => fieldOf(name) === field);
    const items = classes.map((name) => item(name.slice(field.length + 2), requestsOf(name)));
    return html`<div><h3>${field}</h3><ul>${items}</ul></div>`;
  })}</div>`;
}
