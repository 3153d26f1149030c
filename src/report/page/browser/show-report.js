/**
 * @import { PageData } from '../page-data.js'
 * @import { PageFinding } from '../page-finding.js'
 */
import { element, elementById } from '../../../local/page/browser/element.js';
import { counted } from '../../../local/page/browser/texts.js';
import { showCoverage } from './coverage-table.js';
import { dataTable } from './data-table.js';
import { showDistribution } from './distribution-chart.js';
import { createFindingsTable } from './findings-table.js';
import { showFinding } from './shown-finding.js';
import { showTimeline } from './timeline-charts.js';

/** @type {PageData} */
const data = JSON.parse(elementById('data').textContent ?? '');
const table = createFindingsTable(choose);

/** @param {PageFinding} finding */
function choose(finding) {
  table.show(data.findings, finding.id);
  showFinding(finding);
  // So that the address leads to it.
  history.replaceState(null, '', `#${finding.id}`);
  elementById('news').textContent = `Finding ${finding.id}: ${finding.message}`;
}

/** Shows the finding that the address names, or the worst. */
function showFirst() {
  const first =
    data.findings.find(({ id, places }) =>
      [id, ...places.map(([id]) => id)].includes(location.hash.slice(1)),
    ) ?? data.findings[0];
  table.show(data.findings, first?.id);
  if (first !== undefined) showFinding(first);
}

function showHead() {
  const { title, verdict, about, notes, facts, findings } = data;
  document.title = `${title} · crosscheck`;
  elementById('verdict').className = `badge ${verdict.style}`;
  elementById('verdict').textContent = `${verdict.mark} ${verdict.text}`;
  elementById('about').textContent = about;
  elementById('notes').append(...notes.map((note) => element('li', {}, note)));
  elementById('findings-shown').textContent =
    findings.length === 0
      ? nothingFound(verdict.text)
      : `${counted(findings.length, 'finding')}, the worst first.`;
  elementById('facts').append(
    ...facts.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]),
  );
}

showHead();
showFirst();
elementById('phases').append(
  dataTable(
    ['Phase', 'Planned', 'Cases', 'Requests'],
    data.phases.map(({ phase, planned, cases, requests }) => [phase, planned, cases, requests]),
  ),
);
showTimeline(data);
showDistribution('latency', data.latency, {
  name: 'Answers by response time',
  value: 'Response time',
  nothing: 'No answer came.',
});
showDistribution('gas', data.gas, {
  name: 'Successful simulations by gas estimate',
  value: 'Gas',
  nothing: 'No simulation succeeded.',
});
showCoverage(data.coverage);

/** @param {string} verdict */
function nothingFound(verdict) {
  return verdict === 'clean' ? 'Nothing was found.' : 'Nothing was found, which proves nothing here.';
}
