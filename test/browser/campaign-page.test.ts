import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CampaignEvent } from 'crosscheck/fuzz';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  it('are listed with confirmed ones first, whatever their severity', async () => {
    const unconfirmed = {
      confidence: 'unconfirmed',
      severity: 'critical',
      runs: { shown: 0, of: 0 },
    } as const;
    const signature = { ...finding().signature, class: 'other' };
    await open([...wholeReport().slice(0, -1), found({ ...unconfirmed, signature }), ended()]);
    expect(await page.title()).toBe('Fuzz campaign of staging · crosscheck');
    expect(await textOf('.badge')).toBe('findings');
    expect(await textOf('header')).toContain('2 new findings, 1 not confirmed');
    expect(await textsOf('#list td:nth-child(3)')).toEqual(['flaky 2/5', 'stable 5/5', 'unconfirmed']);
    expect(await page.locator('#findings article').count()).toBe(3);
  });

  it('have request and response side by side, or below each other where it is narrow', async () => {
    await open([started(), found({ exchanges: [exchange(), exchange({ response: undefined })] })]);
    const texts = await textsOf('.exchange > div');
    expect(texts[0]).toContain('POST https://simulator.example.org/alpha/simulator/simulate-message\n');
    expect(texts[0]).toContain('authorization: [redacted]');
    expect(texts[1]).toContain('"estimatedGas": "51200"');
    expect(texts[3]).toContain('None: the request was not answered');
    const boxes = async () => {
      const parts = page.locator('.exchange').first().locator('> div');
      return [await parts.nth(0).boundingBox(), await parts.nth(1).boundingBox()];
    };
    await page.setViewportSize({ width: 1280, height: 720 });
    const [request, response] = await boxes();
    expect(response?.y).toBe(request?.y);
    await page.setViewportSize({ width: 390, height: 720 });
    const [above, below] = await boxes();
    expect(below?.x).toBe(above?.x);
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN);
  });

  it('have an address, and so have others with the same cause', async () => {
    const signature = { ...finding().signature, path: 'response.debugInfo.blockNumber' };
    const other = finding({ signature });
    await open([started(), ...many, found(), found({ signature })], `#${other.id}`);
    expect(await page.locator('#list tbody tr').count()).toBe(1 + many.length);
    expect(await page.locator(`#${other.id}`).evaluate((row) => row.matches(':target'))).toBe(true);
    expect(await textsOf('tr:target > *')).toEqual([
      other.id,
      'stable 5/5',
      expect.stringMatching(/^string for integer at response\./),
    ]);
    await page.locator('#list a').nth(2).focus();
    await page.keyboard.press('Enter');
    expect(await textOf('article:target .problem')).toBe('major finding 2');
  });

  it('are filtered by all that the page says of them', async () => {
    await open([started(), ...many, found()]);
    await page.getByLabel('Filter').fill('FINDING 1');
    expect(await page.locator('#list tbody tr:visible').count()).toBe(3);
    expect(await page.locator('article:visible').count()).toBe(3);
    expect(await textOf('#shown')).toBe('3 of 13 shown');
    await page.getByLabel('Filter').fill('"estimatedGas": "51200"');
    expect(await textOf('#shown')).toBe('13 of 13 shown');
  });

  it('have a command that is copied as it is, or at least selected', async () => {
    await open([started(), found()]);
    const button = page.getByRole('button', { name: `Copy the command of ${finding().id}` });
    await button.click();
    const selected = () => page.evaluate('String(getSelection())');
    await expect
      .poll(async () => `${await button.textContent()} ${await selected()}`)
      .toMatch(/^Copied|npx crosscheck replay/);
  });

  it('show foreign text as text, whatever it is', async () => {
    const hostile = '</script><img src=x onerror="document.title=1"><script>document.title=2</script><!--';
    const response = { status: 200, headers: { [hostile]: hostile }, body: hostile };
    await open([
      started({ deployment: { name: hostile, simulatorUrl: 'http://a', observerUrl: 'http://b' } }),
      tick({ coverageClasses: { [`${hostile}: ${hostile}`]: 1 }, statuses: { [hostile]: 1 } }),
      found({
        message: `${hostile}\u202e\u0000`,
        signature: { check: hostile, endpoint: 'simulate', path: hostile, class: hostile },
        exchanges: [exchange({ response })],
      }),
    ]);
    expect(await textOf('.problem')).toBe(`major ${hostile}\\u202e\\u0000`);
    expect((await textsOf('.exchange .code'))[1]).toBe(hostile);
    expect(await page.title()).toContain(hostile);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
  });
});

describe('the page', () => {
  it('of a campaign that was cut off before it sent anything says so', async () => {
    await open([started()]);
    expect(await textOf('.badge')).toBe('inconclusive');
    expect(await textOf('.notes')).toContain('The campaign was cut off');
    expect(await textOf('#findings')).toContain('this does not prove that there are no bugs');
    expect(await textOf('#timeline')).toContain('No request was sent.');
    expect(await textOf('#latency')).toContain('There are none.');
  });

  it('shows the numbers of charts as tables with the keyboard', async () => {
    await open(wholeReport());
    await page.locator('#latency summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#latency table').waitFor({ state: 'visible' });
  });

  it('says everything without scripts', async () => {
    const context = await browser?.newContext({ javaScriptEnabled: false });
    const silent = await context?.newPage();
    await open(wholeReport());
    await silent?.goto(page.url());
    expect(await silent?.locator('article').count()).toBe(2);
    expect(await silent?.locator('main').textContent()).toBe(await textOf('main'));
    await context?.close();
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
