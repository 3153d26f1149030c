import { isLosslessNumber, parse } from 'lossless-json';
import { wirePath } from '../contract/dialect.js';
import { chainsOfVariables } from '../deployment/environment.js';
import { adviceLabel } from '../errors.js';
import {
  adviceText,
  type FindingGroup,
  findingFacts,
  findingTitle,
  groupMessage,
  placesOf,
} from '../fuzz/findings/describe-findings.js';
import { caseReplay, curlCommands, regressionTest } from '../fuzz/findings/reproduction.js';
import type { Finding, RecordedCall } from '../fuzz/model/finding.js';
import { parseStrictJson } from '../internal/json.js';
import { counted, cut, formatDuration, splitAtLongHex, withShortHex } from '../internal/print.js';
import { html, type Markup } from './markup.js';

// A page with megabytes of one body would not open. The report has all of it.
const maxTextLength = 20_000;
const maxOpenExchanges = 2;
// Indenting a body that is nested very deeply takes more space than the body.
const maxDepth = 50;

/** Writes a finding and those with the same cause: the facts, its requests and responses, and how to repeat it. */
export function findingArticle(group: FindingGroup, corpus: string | false): Markup {
  const { lead: finding } = group;
  const { id, severity, exchanges } = finding;
  const facts = [
    ['Where', findingTitle(finding)],
    ...findingFacts(finding),
    [adviceLabel, adviceText(finding)],
  ];
  return html`<article id="${id}" aria-labelledby="title-${id}">
<h3 id="title-${id}">${id}</h3>
<p class="problem"><strong>${severity}</strong> ${groupMessage(group)}</p>
<dl>${facts.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
${placesTable(group)}
${exchanges.map((exchange, at) => exchangeDetails(finding, exchange, at))}
${reproduction(finding, corpus)}
</article>`;
}

function placesTable(group: FindingGroup): Markup {
  const rows = placesOf(group);
  if (rows.length === 0) return html``;
  return html`<h4>Also, probably with the same cause</h4>
<div class="scroll" tabindex="0" role="group" aria-label="Findings with the cause of ${group.lead.id}"><table>
<thead><tr><th scope="col">Finding</th><th scope="col">Confidence</th><th scope="col">Where</th></tr></thead>
<tbody>${rows.map(
    ([id, confidence, place]) =>
      html`<tr id="${id}"><th scope="row">${id}</th><td>${confidence}</td><td>${place}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The request that shows the finding and the one before it are expanded. */
function exchangeDetails(finding: Finding, exchange: RecordedCall, at: number): Markup {
  const { exchanges, at: shownAt = exchanges.length - 1, signature, variables } = finding;
  const { request, response, durationMs, attempts } = exchange;
  const count = exchanges.length;
  const number = count === 1 ? '' : ` ${at + 1} of ${count}`;
  const failure = attempts.at(-1)?.failure;
  const outcome = response === undefined ? 'no response' : String(response.status);
  // The path of a request has the chain names of the deployment, and a signature has neutral ones.
  const path = wirePath(signature.path, chainsOfVariables(variables));
  return html`<details${at > shownAt - maxOpenExchanges && at <= shownAt ? html` open` : ''}><summary>Request${number}: ${request.method} ${pathOf(request.url)}, ${outcome} after ${formatDuration(durationMs)}</summary>
<div class="exchange">
<div><h4>Request${number}</h4>
<p><code>${request.method} ${request.url}</code></p>
${headerDetails(request.headers)}
${request.body === undefined ? html`<p>No body.</p>` : bodyBlock(`Body of request${number} of ${finding.id}`, request.body, path)}</div>
<div><h4>Response${number}</h4>
${
  response === undefined
    ? html`<p>None: ${failure ?? 'the request was not answered'}</p>`
    : html`<p><code>${response.status}</code> after ${formatDuration(durationMs)}${failure && `, incomplete: ${failure}`}</p>
${headerDetails(response.headers)}
${bodyBlock(`Body of response${number} of ${finding.id}`, response.body, path)}`
}</div>
</div></details>`;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function headerDetails(headers: Readonly<Record<string, string>>): Markup {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (lines.length === 0) return html``;
  return html`<details><summary>${counted(lines.length, 'header')}</summary><pre>${cut(lines.join('\n'), maxTextLength)}</pre></details>`;
}

function bodyBlock(name: string, body: string, path: string): Markup {
  if (body === '') return html`<p>An empty body.</p>`;
  return html`<div class="code" tabindex="0" role="group" aria-label="${name}">${bodyMarkup(body, path)}</div>`;
}

/** Writes a body as JSON, with the member at a path first and marked. Leaves other bodies, and long or deep ones, unchanged. */
function bodyMarkup(body: string, path: string): Markup {
  if (body.length > maxTextLength) return foldedHex(cut(body, maxTextLength));
  try {
    // Otherwise a body with duplicate members would lose one of them.
    parseStrictJson(body);
    const steps = path.replaceAll('[]', '.[]').split('.').filter(Boolean);
    return jsonMarkup(parse(body), steps.length === 0 ? undefined : steps, '');
  } catch {
    return foldedHex(body);
  }
}

/** @param steps - The path to the member to mark: `[]` is every item of a list. Undefined elsewhere. */
function jsonMarkup(value: unknown, steps: readonly string[] | undefined, indent: string): Markup {
  if (steps?.length === 0) return html`<mark>${jsonMarkup(value, undefined, indent)}</mark>`;
  const [step, ...rest] = steps ?? [];
  const inner = `${indent}  `;
  if (inner.length > 2 * maxDepth) throw new RangeError('is nested too deeply');
  const list = (open: string, items: readonly Markup[], close: string): Markup => {
    if (items.length === 0) return html`${open}${close}`;
    const lines = items.map((item, at) => html`\n${inner}${item}${at < items.length - 1 ? ',' : ''}`);
    return html`${open}${lines}\n${indent}${close}`;
  };
  if (Array.isArray(value)) {
    const items = value.map((item) => jsonMarkup(item, step === '[]' ? rest : undefined, inner));
    return list('[', items, ']');
  }
  if (typeof value !== 'object' || value === null) return foldedHex(JSON.stringify(value));
  if (isLosslessNumber(value)) return html`${value.value}`;
  const members = Object.entries(value).sort(
    ([one], [other]) => Number(other === step) - Number(one === step),
  );
  const items = members.map(([name, member]) =>
    name === step && rest.length === 0
      ? html`<mark>${JSON.stringify(name)}: ${jsonMarkup(member, undefined, inner)}</mark>`
      : html`${JSON.stringify(name)}: ${jsonMarkup(member, name === step ? rest : undefined, inner)}`,
  );
  return list('{', items, '}');
}

function foldedHex(text: string): Markup {
  const pieces = splitAtLongHex(text).map((piece, at) =>
    at % 2 === 0
      ? html`${piece}`
      : html`<details class="hex"><summary>${withShortHex(piece)}</summary>${piece}</details>`,
  );
  return html`${pieces}`;
}

const tooLong =
  '// The case is too long for this page: crosscheck report --format text --show test has the test.';

/** Writes a command that repeats the finding, and collapsed: other commands, the test and the case. */
function reproduction(finding: Finding, corpus: string | false): Markup {
  const { command, file } = caseReplay(finding, corpus);
  const plan = JSON.stringify(finding.plan, null, 2);
  const isLong = plan.length > maxTextLength;
  const curl = curlCommands(finding, corpus);
  const test = isLong && file === undefined ? tooLong : regressionTest(finding, isLong ? file : undefined);
  const { id } = finding;
  const folded = (title: string, text: string): Markup =>
    html`<details><summary>${title}</summary>${copyable(`${title} of ${id}`, text)}</details>`;
  return html`<h4>Reproduce</h4>
${copyable(`command of ${id}`, command ?? curl)}
${command === undefined ? '' : folded('Curl', curl)}
${folded('Test', test)}
${folded('Case', cut(plan, maxTextLength))}`;
}

function copyable(name: string, text: string): Markup {
  return html`<div class="copyable"><div class="code" tabindex="0" role="group" aria-label="${name}">${text}</div><button type="button" aria-label="Copy the ${name}">Copy</button></div>`;
}
