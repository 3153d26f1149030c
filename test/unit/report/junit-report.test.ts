import { type CampaignEvent, type Finding, findingText } from 'crosscheck/fuzz';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import { describe, expect, test } from 'vitest';
import { type Exercised, ended, exercised, finding, found, started, tick, wholeReport } from './events.js';

const junit = (...events: Parameters<typeof summaryOfEvents>[0][]): string =>
  formatReport(summaryOfEvents(events.flatMap((some) => [...some])), 'junit');
const attributesOf = (xml: string, element: RegExp): string[] =>
  [...xml.matchAll(new RegExp(`<${element.source}[^>]*?(?=>)`, 'g'))].map(([text]) => text);

test('is a document of suites', () => {
  const withoutTexts = junit(wholeReport()).replace(/[^>]+(?=<\/failure>)/g, '…');
  expect(withoutTexts).toMatchSnapshot();
});

test('has the whole text of a finding in its failure', () => {
  const [, text] = /<failure [^>]*>([^<]*)</.exec(junit([started(), found()])) ?? [];
  const entities = { '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  const read = Object.entries(entities).reduce((all, [entity, sign]) => all?.replaceAll(entity, sign), text);
  expect(read).toBe(findingText(finding(), { corpus: started().corpus, show: ['curl', 'test'] }));
});

describe('a case', () => {
  test.each([
    ['stable', {}, 'failure'],
    ['flaky', { confidence: 'flaky' }, 'failure'],
    ['not-reproduced', { confidence: 'not-reproduced' }, 'skipped'],
    ['unconfirmed', { confidence: 'unconfirmed' }, 'skipped'],
    ['known', { isKnown: true }, 'skipped'],
  ] as const)('of a %s finding is the right kind', (_, changes, kind) => {
    const xml = junit([started(), found(changes), ended()]);
    expect(xml).toContain(`<${kind} message="response.estimatedGas must be`);
    const failures = kind === 'failure' ? 1 : 0;
    expect(attributesOf(xml, /testsuite /)[1]).toContain(
      `tests="2" failures="${failures}" errors="0" skipped="${1 - failures}"`,
    );
  });

  test('is one for all findings with one cause, and the other checks that show it are skipped', () => {
    const path = 'response.simulationStatus';
    const of = (check: string, family: Finding['family']) =>
      found({ signature: { check, endpoint: 'simulate', path, class: 'differs' }, family });
    const checks = ['wrong-verdict', 'determinism'];
    const xml = junit([
      started({ checks }),
      of('wrong-verdict', 'meaning'),
      of('determinism', 'metamorphic'),
      ended(),
    ]);
    expect(xml).toContain('Also:       1 more, probably with the same cause');
    expect(attributesOf(xml, /failure /)).toHaveLength(1);
    expect(xml).toMatch(
      /name="(?:determinism|wrong-verdict)" time="0.000">\s*<skipped message="its findings have the same cause as (?:determinism|wrong-verdict)-/,
    );
  });

  test('of a check without findings passes, in the suite of its family', () => {
    const xml = junit([started({ checks: ['schema', 'server-error'] }), found(), ended()]);
    expect(xml).toMatch(/<testcase classname="crosscheck.transport" name="server-error" time="0.000"\s*\/>/);
  });

  test('exists for a check of another version', () => {
    expect(junit([started({ checks: ['of-the-future'] }), ended()])).toContain('name="of-the-future"');
  });
});

test.each([
  [
    'inconclusive',
    [ended({ verdict: 'inconclusive', because: 'unconfirmed' })],
    'a candidate could not be rerun',
  ],
  ['cut off', [], 'it was cut off'],
])('a campaign that is %s is an error', (_, events, reason) => {
  const xml = junit([started(), tick(), ...events]);
  expect(xml).toContain(`<error message="The campaign of staging is inconclusive: ${reason}"`);
});

test('replaces what XML cannot contain, and escapes markup', () => {
  const message = 'a \u0000\u001b[31m\ud800 ]]> <b attr="x">&amp; \u{1f600}\uffff';
  const xml = junit([started(), found({ message }), ended()]);
  expect(xml).not.toMatch(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/u);
  expect(xml.isWellFormed()).toBe(true);
  expect(xml).not.toContain('<b');
  expect(xml).toContain('&lt;b attr=&quot;x&quot;&gt;&amp;amp; \u{1f600}');
});

test('a comparison of requests passes only if a call got a verdict', () => {
  const start = started({ checks: ['key-order', 'schema'], phases: ['metamorphic'] });
  const resultOf = (exercised: Exercised): string | undefined =>
    /name="key-order" time="0.000"(\/?)>/.exec(
      junit([start, tick({ phase: 'metamorphic' }), found(), ended({ exercised })]),
    )?.[1];
  expect([exercised(), exercised({ validCalls: 5, verdicts: 5 })].map(resultOf)).toEqual(['', '/']);
});

test.each<[string, CampaignEvent[]]>([
  ['is inconclusive', [ended({ verdict: 'inconclusive', because: 'inconclusive-requests' })]],
  ['was cut off', []],
])('a check without findings of a campaign that %s is skipped, not passed', (_, events) => {
  const xml = junit([started({ checks: ['server-error'] }), ...events]);
  expect(xml).toMatch(/name="server-error" time="0.000">\s*<skipped message="found nothing, but /);
});

test.each([
  ['findings', 'stopped', 'campaign was stopped after 49 of 1,000 cases'],
  ['findings', 'findings', 'the limit of findings was reached'],
  ['findings', 'unreachable', 'the deployment stopped giving usable answers'],
  ['clean', 'time', 'the time limit was reached'],
] as const)(
  'a check without findings of a campaign with the verdict %s that ended early (%s) is skipped',
  (verdict, endedBy, why) => {
    const xml = junit([
      started({ checks: ['server-error'] }),
      tick({ cases: 49 }),
      ended({ verdict, endedBy, plannedCases: 1000 }),
    ]);
    const reason = why.startsWith('campaign') ? why : `campaign ended after 49 of 1,000 cases: ${why}`;
    expect(xml).toContain(`<skipped message="found nothing, but the ${reason}"`);
    expect(xml).toMatch(new RegExp(`name="verdict"[^>]*>\\s*<system-out>[^<]*The ${reason}\\.`));
  },
);
