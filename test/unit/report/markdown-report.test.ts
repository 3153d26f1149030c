import { expect, test } from 'vitest';
import { markdownReport } from '../../../src/report/formats/markdown-report.js';
import { summaryOfEvents } from '../../../src/report/summary/summary-of-events.js';
import { ended, exchange, found, started, wholeReport } from './events.js';
import { withoutTexts } from './without-texts.js';

const markdown = (...[events]: Parameters<typeof summaryOfEvents>): string =>
  markdownReport(summaryOfEvents(events));

test('has what came of it, a table, and each finding', () => {
  const summary = summaryOfEvents(wholeReport());
  expect(withoutTexts(markdownReport(summary), summary.findings)).toMatchSnapshot();
});

test('says when nothing was found', () => {
  expect(markdown([started(), ended({ verdict: 'clean' })])).toMatch(
    /: clean\n[\s\S]*\nNothing was found\.\n$/,
  );
});

test('foreign text stays text, also in a table', () => {
  const message = 'a | b\n<img src=x> `code` *bold* [link](x) ![image](x) @someone';
  const row = markdown([started(), found({ message })])
    .split('\n')
    .find((line) => line.includes('bold'));
  expect(row).toContain(
    '| a \\| b\\\\n\\<img src=x\\> \\`code\\` \\*bold\\* \\[link\\](x) \\!\\[image\\](x) @someone |',
  );
});

test('foreign text does not end the block that it is in', () => {
  const text = markdown([started(), found({ exchanges: [exchange()], message: '````\n</details>' })]);
  const fences = text.split('\n').filter((line) => /^`{3,}/.test(line));
  expect(fences).toEqual(['`````text', '`````']);
});

test('fits the summary of a job, and counts what does not', () => {
  const body = '\u00e9'.repeat(30_000);
  const many = Array.from({ length: 300 }, (_, index) =>
    found({
      id: `schema-${String(index).padStart(10, '0')}`,
      signature: { check: 'schema', endpoint: 'simulate', path: '', class: `defect ${index}` },
      message: `${index} ${body}`,
      exchanges: [exchange({ response: { status: 200, headers: {}, body } })],
    }),
  );
  const text = markdown([started(), ...many, ended()]);
  expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20);
  expect(text).toMatch(/\n\d+ more entries do not fit here: the report has all\.\n$/);
});
