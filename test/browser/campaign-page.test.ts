import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../src/fuzz/campaign-event.js';
import { allCoverageClasses } from '../../src/fuzz/coverage-classes.js';
import { ended, exchange, finding, found, started, tick, wholeReport } from '../unit/report/events.js';
import { launchChromium, noChromium } from './chromium.js';

const browser = await launchChromium();
const problems: string[] = [];
const requested: string[] = [];
let folder: string;
let page: Page;

beforeAll(async () => {
  if (browser === undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-page-'));
  page = await browser.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => problems.push(message.text()));
  page.on('request', (request) => requested.push(request.url()));
});
beforeEach(({ skip }) => {
  skip(browser === undefined, noChromium);
});
afterEach(() => {
  // What the browser found wrong: errors of scripts, and what the policy of the page forbade.
  expect(problems.splice(0)).toEqual([]);
  expect(requested.splice(0).filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

async function open(events: readonly CampaignEvent[], hash = ''): Promise<void> {
  const file = join(folder, 'report.html');
  await writeFile(file, formatReport(summaryOfEvents(events), 'html'));
  // Another page first: a new hash alone would not load it again.
  await page.goto('about:blank');
  await page.goto(`${pathToFileURL(file)}${hash}`);
}

const textOf = (selector: string) => page.locator(selector).textContent();
const textsOf = (selector: string) => page.locator(selector).allTextContents();
const rowsOf = (selector: string): Promise<string[][]> =>
  page.evaluate(`[...document.querySelectorAll('${selector} tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent))`);
const many = Array.from({ length: 12 }, (_, index) =>
  found({
    id: `schema-00000000${index + 10}`,
    // Each with a cause of its own.
    signature: { ...finding().signature, class: `class ${index}` },
    message: `finding ${index}`,
    firstSeenMs: index * 100,
  }),
);

describe('findings', () => {
  it('are listed with the worst first, which is shown at once', async () => {
    await open(wholeReport());
    expect(await page.title()).toBe('Fuzz campaign · staging · crosscheck');
    expect(await textOf('#verdict')).toBe('✕ findings');
    expect(await textsOf('#findings .mark')).toEqual(['≈ flaky 2/5', '✕ stable 5/5']);
    expect(await textOf('#finding .note')).toBe(
      'a successful simulation must have an estimate of its gas, got none',
    );
  });

  it('are shown with what was sent, what came, and how to repeat it', async () => {
    await open([started(), found({ exchanges: [exchange(), exchange({ response: undefined })] })]);
    const { id, message } = finding();
    expect(await textOf('#finding .note')).toBe(message);
    const texts = await textsOf('#finding pre');
    expect(texts[0]).toContain('POST https://simulator.example.org/alpha/simulator/simulate-message\n');
    expect(texts[0]).toContain('authorization: [redacted]');
    expect(texts[1]).toContain('{"response":{"estimatedGas":"51200","simulationStatus":true}}');
    expect(texts[3]).toBe('no answer, after 4 ms');
    expect(texts[4]).toBe(`npx crosscheck replay ${id}`);
    expect(texts[5]).toContain("curl -isS -w '\\n' -X POST 'https://simulator.example.org");
    expect(texts[6]).toContain("import { replayCase } from 'crosscheck/fuzz';");
    expect(JSON.parse(texts[7] ?? '')).toEqual(finding().plan);
  });

  it('have the others with the same cause in a table, and the address of each of these', async () => {
    const signature = { ...finding().signature, path: 'response.debugInfo.blockNumber' };
    const other = finding({ signature });
    await open([started(), found(), found({ signature }), ...many], `#${other.id}`);
    expect(await page.locator('#findings tr').count()).toBe(1 + many.length);
    expect(await textOf('#finding .note')).toContain('(and 1 more, probably with one cause)');
    const [places] = await rowsOf('#finding');
    expect(places?.slice(1)).toEqual([
      'stable 5/5',
      expect.stringMatching(/^string for integer at response\./),
    ]);
  });

  it('are chosen with the keyboard alone, and have an address', async () => {
    await open([started(), ...many]);
    const buttons = page.locator('#findings button');
    await page.keyboard.press('Tab');
    expect(await buttons.first().evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await buttons.nth(2).getAttribute('aria-pressed')).toBe('true');
    expect(await textOf('#finding .note')).toBe('finding 2');
    expect(await textOf('#news')).toBe('Finding schema-0000000012: finding 2');
    expect(new URL(page.url()).hash).toBe('#schema-0000000012');
    await open([started(), ...many], '#schema-0000000013');
    expect(await textOf('#finding .note')).toBe('finding 3');
  });

  it('are copied as they are, or at least selected', async () => {
    await open([started(), found()]);
    const place = page.locator('#finding .text', { hasText: 'npx crosscheck replay' });
    await place.getByRole('button').click();
    const selected = () => page.evaluate('String(getSelection())');
    await expect
      .poll(async () => `${await place.getByRole('button').textContent()} ${await selected()}`)
      .toMatch(/^Copied|npx crosscheck replay/);
  });

  it('show what they carry as text, whatever it is', async () => {
    const hostile = '</script><img src=x onerror="document.title=1"><script>document.title=2</script><!--';
    const response = { status: 200, headers: { [hostile]: hostile }, body: hostile };
    await open([
      started({ deployment: { name: hostile, simulatorUrl: 'http://a', observerUrl: 'http://b' } }),
      tick({ coverageClasses: { [`${hostile}: ${hostile}`]: 1 }, statuses: { [hostile]: 1 } }),
      found({
        message: hostile,
        signature: { check: hostile, endpoint: 'simulate', path: hostile, class: hostile },
        exchanges: [exchange({ response })],
      }),
    ]);
    expect(await textOf('#finding .note')).toBe(hostile);
    expect((await textsOf('#finding pre'))[1]).toContain(hostile);
    expect(await page.title()).toContain(hostile);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(3);
  });
});

describe('charts', () => {
  it('have a bar for each place and phase, and a table with the same numbers', async () => {
    await open(wholeReport());
    const figures = page.locator('#timeline figure');
    // Three slots of smoke, valid and inconclusive.
    expect(await figures.first().locator('.ct-bar').count()).toBe(3 * 3);
    expect(await rowsOf('#timeline figure:first-of-type')).toEqual([
      ['0 ms', '12', '0', '0', '2'],
      ['1 s', '0', '11', '1', '0'],
      ['2 s', '0', '8', '4', '0'],
    ]);
    expect(await figures.first().locator('.happened').textContent()).toContain('2 new findings');
  });

  it('of response times and gas have all that was counted', async () => {
    await open(wholeReport());
    for (const [id, count] of [
      ['latency', 33],
      ['gas', 24],
    ] as const) {
      const rows = page.locator(`#${id} tbody tr`);
      const counts = (await rows.locator('td:last-child').allTextContents()).map(Number);
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
      expect(await page.locator(`#${id} .ct-bar`).count()).toBe(counts.length);
    }
    expect(await textOf('#latency p')).toBe('p50 0.9 ms · p95 41 ms · p99 41 ms');
  });

  it('are read as tables with the keyboard', async () => {
    await open(wholeReport());
    const summary = page.locator('#latency summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.locator('#latency table').waitFor({ state: 'visible' });
  });
});

it('coverage has every class of the request space, and says which were never tried', async () => {
  await open(wholeReport());
  const classes = page.locator('#coverage li');
  expect(await classes.count()).toBe(allCoverageClasses().length);
  expect(await page.locator('#coverage li.never').count()).toBe(allCoverageClasses().length - 2);
  expect(await textOf('#coverage-shown')).toContain(`2 of ${allCoverageClasses().length} classes were tried`);
  const executor = page.getByRole('region', { name: 'executorAddress' });
  expect(await executor.locator('li').first().textContent()).toBe('absent27');
});

describe('the page', () => {
  it('of a campaign that found nothing, and was cut off before it sent anything, says so', async () => {
    await open([started()]);
    expect(await textOf('#verdict')).toBe('? cut off');
    expect(await textOf('#notes')).toContain('The report was cut off');
    expect(await textOf('#findings-shown')).toBe('Nothing was found, which proves nothing here.');
    expect(await textOf('#timeline')).toBe('Nothing was sent.');
    expect(await textOf('#latency')).toContain('No answer came.');
  });

  it('follows the scheme of the system, and fits every width', async () => {
    const long = 'response.outMessages[].tokensLocked[].amount'.repeat(3);
    await open([...wholeReport().slice(0, -1), found({ id: 'schema-0123456789', message: long }), ended()]);
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      grounds.add(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'));
      for (const width of [360, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 720 });
        const whole = await page.evaluate('document.documentElement.scrollWidth');
        expect(whole, `at ${width} px`).toBeLessThanOrEqual(width);
        const findings = await page.evaluate(
          `((place) => place.scrollWidth - place.clientWidth)(document.querySelector('.scroll:has(#findings)'))`,
        );
        expect(findings, `at ${width} px`).toBe(0);
      }
    }
    expect(grounds.size).toBe(2);
  });

  it('runs no script but its own, and loads nothing', async () => {
    await open(wholeReport());
    const forbidden = page.evaluate(`new Promise((resolve) => {
      const seen = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective);
        if (seen.length === 3) resolve(seen.sort());
      });
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 3' }));
      document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.org/x.png' }));
      fetch('https://example.org').catch(() => {});
    })`);
    expect(await forbidden).toEqual(['connect-src', 'img-src', 'script-src-elem']);
    problems.length = 0;
    requested.length = 0;
  });
});

it('a JUnit report is well-formed XML, whatever is in it', async () => {
  await open([started()]);
  const message = '\u0000\u001b ]]> </failure> "&amp;\' \ud800';
  const xml = formatReport(summaryOfEvents([started(), found({ message }), ended()]), 'junit');
  const read = await page.evaluate(`((xml) => {
    const document = new DOMParser().parseFromString(xml, 'application/xml');
    const fault = document.querySelector('parsererror')?.textContent;
    return [fault, document.querySelector('failure')?.getAttribute('message')];
  })(${JSON.stringify(xml)})`);
  expect(read).toEqual([undefined, '\ufffd\ufffd ]]> </failure> "&amp;\' \ufffd (stable 5/5)']);
});
