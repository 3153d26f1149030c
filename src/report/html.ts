import { createHash } from 'node:crypto';
import { caseFolder } from '../fuzz/findings/reproduction.js';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import { formatDuration } from '../internal/print.js';
import {
  type CampaignDescription,
  describeCampaign,
  nothingFound,
  type ReportOptions,
} from './describe-campaign.js';
import { script, style } from './html-assets.js';
import { coverageLists, gasChart, htmlTable, latencyChart, timelineCharts } from './html-charts.js';
import { findingArticle } from './html-finding.js';
import { html, Markup } from './markup.js';

/**
 * Writes the report of a campaign as one page that loads nothing: the summary, the findings, and how latency, gas and the
 * space of requests were covered. Only the filter and the copy buttons need its script.
 */
export function htmlReport(summary: CampaignReport, options: ReportOptions = {}): string {
  const { seed, startedAt, durationMs } = summary;
  const described = describeCampaign(summary);
  const { title, verdict, found, notes, facts, severities, phases } = described;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · crosscheck</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p><span class="badge ${verdict}">${verdict}</span> ${found}</p>
<p class="about">Seed ${seed}, ${startedAt}, ${formatDuration(durationMs)}</p>
</header>
<main>
${section(
  'Summary',
  html`${notes.length === 0 ? '' : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
<div class="columns">
<div><h3>Findings by severity and confidence</h3>${htmlTable(severities, 'Findings by severity and confidence')}
<h3>Cases by phase</h3>${htmlTable(phases, 'Cases by phase')}</div>
<div><h3>Campaign</h3><dl>${facts.rows.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl></div>
</div>`,
)}
${section('Findings', findings(described, summary, options))}
${section('Timeline', timelineCharts(summary))}
<div class="columns">
${section('Latency', latencyChart(summary))}
${section('Gas estimates', gasChart(summary))}
</div>
${section('Coverage of requests', coverageLists(summary))}
</main>
<script type="module">${new Markup(script)}</script>
</body>
</html>
`.text;
}

function section(title: string, content: Markup): Markup {
  const id = title.split(' ', 1)[0]?.toLowerCase();
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}
</section>`;
}

/** Writes the table of findings. Each row links to a finding below. */
function findings(
  { findings: { heads, rows }, found, groups }: CampaignDescription,
  summary: CampaignReport,
  options: ReportOptions,
): Markup {
  if (rows.length === 0) return html`<p>${nothingFound(summary)}</p>`;
  return html`<p class="filter"><label>Filter <input id="filter" type="search"></label> <span id="shown" role="status"></span></p>
<p>${found}</p>
<table id="list">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([id, severity, confidence, cases, problem], at) =>
      html`<tr data-id="${id}"><th scope="row"><a href="#${id}">${id}</a></th><td>${severity}</td><td class="${groups[at]?.lead.isKnown ? 'clean' : groups[at]?.lead.confidence}">${confidence}</td><td>${cases}</td><td>${problem}</td></tr>`,
  )}</tbody>
</table>
${groups.map((group) => findingArticle(group, caseFolder(group.lead, summary.corpus, options.reports)))}`;
}

/** Lets the browser run only the script of the page, and load nothing. */
const policy = [
  "default-src 'none'",
  `script-src '${digest(script)}'`,
  `style-src '${digest(style)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
