import axe from 'axe-core';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KnownFault } from '../../src/local/faults/known-faults.js';
import { launchChromium, noChromium } from '../browser/chromium.js';
import { bounceCall, failingCall, submitOverHttp } from '../browser/submit-over-http.js';

const browser = await launchChromium();
const problems: string[] = [];
let local: LocalDeployment;
let atStart: string;
let known: readonly KnownFault[];
let page: Page;

beforeAll(async () => {
  if (browser === undefined) return;
  local = await startLocalDeployment({
    chains: { alpha: 'evm', beta: 'tvm' },
    // Nothing happens by itself.
    epochMs: 3_600_000,
    consensusMs: 1000,
    executionMs: 1000,
  });
  await local.freeze();
  atStart = await local.snapshot();
  const answer = await fetch(`${local.controlUrl}/faults`);
  known = ((await answer.json()) as { known: KnownFault[] }).known;
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // A browser reports each answer of 4xx.
    if (message.type() === 'error' && !message.text().includes('Failed to load'))
      problems.push(message.text());
  });
});
beforeEach(async ({ skip }) => {
  skip(browser === undefined, noChromium);
  await local.restore(atStart);
  await local.clearFaults();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(local.controlUrl);
  await page.getByText('No operations yet.').waitFor();
  await page.getByText('live', { exact: true }).waitFor();
});
afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await local?.stop();
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const field = (name: string): Locator => {
  const [first, ...others] = (['textbox', 'searchbox', 'combobox'] as const).map((role) =>
    page.getByRole(role, { name, exact: true }),
  );
  return others.reduce((either, other) => either.or(other), first as Locator);
};
const alerts = (): Promise<string[]> => page.getByRole('alert').filter({ hasText: /./ }).allTextContents();
const short = (id: string): string => `${id.slice(0, 6)}…${id.slice(-4)}`;
const submit = (call = bounceCall(local)): Promise<string> => submitOverHttp(local, call, {});
const listed = (): Promise<string[]> => page.locator('#operations button').allTextContents();

async function choose(id: string): Promise<void> {
  await button(`Operation ${short(id)}`).click();
  await expect.poll(() => page.locator('#operation h2').textContent()).toBe(`Operation ${id}`);
}

/** Ends one epoch, its consensus and the execution. */
async function passEpoch(): Promise<void> {
  await local.advance(3_602_000);
}

describe('time', () => {
  it('is advanced by milliseconds', async () => {
    const { now } = await local.clock();
    await field('Advance by (ms)').fill('5000');
    await field('Advance by (ms)').press('Enter');
    await expect.poll(async () => (await local.clock()).now).toBe(now + 5000);
    await field('Advance by (ms)').fill('2.5e3');
    await button('Advance').click();
    await expect.poll(async () => (await local.clock()).now).toBe(now + 7500);
  });

  it('is advanced by the length of an epoch, so that the one that runs ends', async () => {
    await submit();
    await button(/^Next epoch/).click();
    await expect.poll(async () => (await local.roots()).length).toBe(1);
    await expect.poll(() => page.locator('#epochs tr').count()).toBe(1);
  });

  it('stands still and passes again', async () => {
    await button('Resume').click();
    await expect.poll(async () => (await local.clock()).isFrozen).toBe(false);
    await button('Freeze').click();
    await expect.poll(async () => (await local.clock()).isFrozen).toBe(true);
    await button('Resume').waitFor();
  });

  it('that is not a number is rejected with a message beside the button, until it works', async () => {
    await field('Advance by (ms)').fill('soon');
    await button('Advance').click();
    await expect.poll(alerts).toEqual([expect.stringMatching(/^ms must be a number from 0 to \d+/)]);
    const description = await button('Advance').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${description}"]`).textContent()).toContain('ms must be a number');
    await field('Advance by (ms)').fill('1');
    await button('Advance').click();
    await expect.poll(alerts).toEqual([]);
  });

  it('that is rejected shows its error until another action succeeds', async () => {
    await field('Advance by (ms)').fill('soon');
    await button('Advance').click();
    await expect.poll(alerts).toHaveLength(1);
    await button(/^Next epoch/).click();
    await expect.poll(alerts).toEqual([]);
  });
});

describe('an operation', () => {
  it('is submitted from an example that was edited, and selected', async () => {
    await button('Submit operation').click();
    const request = field('Request (JSON)');
    await request.fill((await request.inputValue()).replace('"1000"', '"1234"'));
    await button('Submit').click();
    await expect.poll(async () => (await local.operations()).length).toBe(1);
    const [operation] = await local.operations();
    expect(operation?.request.betaAssets).toEqual([{ amount: '1234', tokenAddress: '' }]);
    await expect
      .poll(() => page.locator('#operation h2').textContent())
      .toBe(`Operation ${operation?.operationId}`);
    expect(await page.getByText('Submitted').first().isVisible()).toBe(true);
  });

  it('is submitted from each example', async () => {
    await button('Submit operation').click();
    const examples = await field('Start from an example').locator('option').allTextContents();
    for (const [index, example] of examples.entries()) {
      await field('Start from an example').selectOption(example);
      await button('Submit').click();
      await expect.poll(async () => (await local.operations()).length).toBe(index + 1);
    }
    expect(examples.length).toBeGreaterThan(1);
    expect(await alerts()).toEqual([]);
  });

  it('that is wrong is rejected in the words of the deployment', async () => {
    await button('Submit operation').click();
    await field('Request (JSON)').fill('{ "shardsKey": 1');
    await button('Submit').click();
    await expect.poll(alerts).toEqual([expect.stringContaining('JSON')]);
    await field('Request (JSON)').fill('{ "shardsKey": "x" }');
    await button('Submit').click();
    await expect.poll(alerts).toEqual([expect.stringContaining('shardsKey must be')]);
    expect(await local.operations()).toEqual([]);
  });

  it('is rolled back after it failed, not before', async () => {
    const id = await submit(failingCall(local, 'not today'));
    await choose(id);
    await button('Roll back').click();
    await expect.poll(alerts).toEqual([`${id} did not fail`]);
    await passEpoch();
    await page.locator('#operation .note').first().waitFor();
    await Promise.all([page.waitForResponse('**/roll-back'), button('Roll back').click()]);
    await passEpoch();
    await expect.poll(() => page.locator('#operation dl').textContent()).toContain('rolled back');
    expect(await alerts()).toEqual([]);
  });

  it('fails with the chosen error', async () => {
    const id = await submit();
    await choose(id);
    await field('Fail with').selectOption('TokenNotExist');
    await Promise.all([page.waitForResponse('**/fail-execution'), button('Fail execution').click()]);
    await passEpoch();
    await expect.poll(async () => (await local.operation(id)).note?.errorName).toBe('TokenNotExist');
    await expect.poll(() => page.locator('#operation .note').allTextContents()).toContain('TokenNotExist');
    await button('Fail execution').click();
    await expect.poll(alerts).toEqual([`${id} has already failed`]);
  });

  it('goes back when its root is withdrawn', async () => {
    const id = await submit();
    await choose(id);
    await button('Reorganise').click();
    await expect.poll(alerts).toEqual([expect.stringContaining('There is no root to withdraw')]);
    await local.advance(3_601_500);
    await expect.poll(() => page.locator('#epochs').textContent()).toContain('✓ set');
    await button('Reorganise').click();
    await expect
      .poll(async () => [await alerts(), (await local.roots()).map(({ state }) => state)])
      .toEqual([[], ['withdrawn']]);
    await expect.poll(() => page.locator('#operation dl').textContent()).toContain('went back');
  });

  it('has a record as JSON, which follows its changes', async () => {
    const id = await submit();
    await choose(id);
    await page.getByText('Raw record (JSON)').click();
    const record = async () => JSON.parse((await page.locator('#record pre').textContent()) ?? '');
    const answer = await fetch(`${local.controlUrl}/operations/${id}`);
    expect(await record()).toEqual(await answer.json());
    await passEpoch();
    await expect.poll(async () => (await record()).stage).toBe('executedInEVM');
  });
});

describe('operations are found', () => {
  it('by a part of the id, of the call, or of the caller', async () => {
    const [bouncing, failing] = [await submit(), await submit(failingCall(local, 'no'))];
    await expect.poll(listed).toHaveLength(2);
    for (const [text, ids] of [
      [bouncing.slice(10, 20).toUpperCase(), [bouncing]],
      ['failWith', [failing]],
      [local.accounts[0], [failing, bouncing]],
      ['nothing like this', []],
    ] as const) {
      await field('Search').fill(text);
      await expect.poll(listed).toEqual(ids.map(short));
    }
    expect(await page.locator('#operations-shown').textContent()).toBe('No operation matches.');
  });

  it('by the whole id, also when they are no longer listed', async () => {
    const first = await submit();
    await Promise.all(Array.from({ length: 100 }, () => submit()));
    await expect
      .poll(() => page.locator('#operations-shown').textContent())
      .toBe('The newest 100 operations.');
    await expect.poll(listed).not.toContain(short(first));
    const search = field('Search the newest 100');
    await search.fill(` ${first} `);
    await expect.poll(listed).toEqual([short(first)]);
    expect(await page.locator('#operation h2').textContent()).toBe(`Operation ${first}`);

    const unknown = `0x${'0'.repeat(64)}`;
    await search.fill(unknown);
    await expect.poll(alerts).toEqual([`There is no operation ${unknown}`]);
  });

  it('by their stage, whatever happens then', async () => {
    const old = await submit();
    await local.advance(3_600_000);
    const fresh = await submit();
    await field('Stage').selectOption('start');
    await expect.poll(listed).toEqual([short(fresh)]);
    const another = await submit();
    await expect.poll(listed).toEqual([short(another), short(fresh)]);
    await passEpoch();
    await expect.poll(listed).toEqual([]);
    await field('Stage').selectOption('');
    await expect.poll(listed).toEqual([another, fresh, old].map(short));
  });
});

describe('faults', () => {
  it('are searched, set with a rule, and cleared one by one or together', async () => {
    const timed = known.find(({ defaultMs }) => typeof defaultMs === 'number') as KnownFault;
    const [other] = known.filter(({ fault, endpoints }) => fault !== timed.fault && endpoints.length > 0);
    await button('Faults').click();
    await field('Search faults').fill(`${timed.fault} ${timed.summary.split(' ')[0]}`);
    await page.getByRole('radio', { name: `${timed.fault} ${timed.summary}`, exact: true }).check();
    await field('Times').fill('3');
    await field('Probability').fill('0.5');
    await field('Duration (ms)').fill('20');
    await button('Set fault').click();
    await expect
      .poll(() => local.faults())
      .toMatchObject([{ fault: timed.fault, times: 3, probability: 0.5, ms: 20 }]);
    await button('Faults 1 fault set').waitFor();

    await field('Search faults').fill(other?.fault ?? '');
    await page.getByRole('radio', { name: `${other?.fault} ${other?.summary}`, exact: true }).check();
    await field('Endpoint').selectOption(other?.endpoints[0] as string);
    await button('Set fault').click();
    await expect.poll(async () => (await local.faults()).length).toBe(2);
    await button(`Clear ${timed.fault}`).click();
    await expect
      .poll(() => local.faults())
      .toMatchObject([{ fault: other?.fault, endpoint: other?.endpoints[0] }]);
    await button('Clear all faults').click();
    await expect.poll(() => local.faults()).toEqual([]);
    await page.getByText('No faults are set.').waitFor();
  });

  it('can be for the selected operation', async () => {
    const id = await submit();
    await choose(id);
    await button('Faults').click();
    const { fault, summary } = known.find(({ endpoints }) => endpoints.includes('inclusion')) as KnownFault;
    await page.getByRole('radio', { name: `${fault} ${summary}`, exact: true }).check();
    await button('Use the selected operation').click();
    await button('Set fault').click();
    await expect.poll(() => local.faults()).toMatchObject([{ fault, operationId: id }]);
  });

  it('with a wrong rule are rejected in words beside the button', async () => {
    await button('Faults').click();
    await button('Set fault').click();
    await expect.poll(alerts).toEqual([expect.stringContaining('fault is missing')]);
    await page.getByRole('radio').first().check();
    await field('Probability').fill('2');
    await field('Times').fill('many');
    await button('Set fault').click();
    await expect.poll(alerts).toEqual([expect.stringMatching(/probability must be .*; times must be /)]);
    expect(await local.faults()).toEqual([]);
  });
});

describe('snapshots', () => {
  it('are taken and restored, also by the name of one that a test has taken', async () => {
    await submit();
    await button('Snapshots').click();
    await button('Take snapshot').click();
    await button(/^Restore snapshot-/).waitFor();
    await submit();
    await expect.poll(listed).toHaveLength(2);
    await button(/^Restore snapshot-/).click();
    await expect.poll(listed).toHaveLength(1);
    await field('Snapshot').fill(atStart);
    await button('Restore').click();
    await expect.poll(listed).toHaveLength(0);
    await field('Snapshot').fill('nothing');
    await button('Restore').click();
    await expect.poll(alerts).toEqual(['There is no snapshot nothing; the newest 100 are kept']);
    await field('Snapshot').fill(' ');
    await button('Restore').click();
    await expect.poll(alerts).toEqual(['Name a snapshot']);
  });
});

describe('the page', () => {
  const panels = (): Promise<Locator[]> => page.locator('.panels > .row > button').all();

  /** Fills the page: an operation that failed with its record, requests, errors, faults, a tree with a proof. */
  async function fillPage(): Promise<void> {
    const [id] = [await submit(failingCall(local, 'not today')), await submit(), await submit()];
    await passEpoch();
    await local.rollBack(id);
    await local.setFault({ fault: (known[0] as KnownFault).fault });
    await choose(id);
    await button('Reorganise').click();
    await button('Reorganise').click();
    await page.getByText('Raw record (JSON)').click();
    await fetch(`${local.observerUrl}/nowhere`);
    await button('Requests').click();
    await button('Load requests').click();
    await page.locator('#requests tr').first().waitFor();
    await button('Requests').click();
    await field('Advance by (ms)').fill('x');
    await button('Advance').click();
    await page.locator('#tree svg').waitFor();
    await expect.poll(alerts).toContainEqual(expect.stringContaining('ms must be'));
    // The names of buttons have counts, which follow the deployment.
    await button(/^Faults 1/).waitFor();
  }

  it.each([
    ['light', 390],
    ['light', 1280],
    ['dark', 390],
    ['dark', 1280],
  ] as const)('passes axe in the %s scheme, %d px wide', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(axe.source);
    const violations = (within: 'html' | '.panels') =>
      page.evaluate(
        `axe.run('${within}').then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html)))`,
      );
    expect(await violations('html'), 'empty').toEqual([]);
    await fillPage();
    expect(await violations('html'), 'filled').toEqual([]);
    expect(await panels()).not.toEqual([]);
    for (const panel of await panels()) {
      await panel.click();
      const name = `${await panel.textContent()}`;
      expect(await violations('.panels'), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
    }
    await page.emulateMedia({ colorScheme: null });
  });

  it.each([390, 1280])('is reached with Tab alone and shows the focus, %d px wide', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await fillPage();
    for (const panel of await panels()) {
      await panel.click();
      // Of radio buttons and of rows one is in the tab order; the arrow keys move between them.
      const expected = await page.evaluate<string[]>(`(() => {
        globalThis.nameOf = (node) => node.localName + ' ' + (node.ariaLabel ?? node.innerText ?? '') + (node.labels?.[0]?.innerText ?? '');
        return [...document.querySelectorAll('button, input, select, textarea, summary, [tabindex="0"]')]
          .filter((node) => node.checkVisibility() && node.tabIndex === 0 && node.type !== 'radio')
          .map(nameOf);
      })()`);
      await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
      const reached = new Set<string>();
      for (let tabs = 0; tabs < 3 * expected.length && expected.some((name) => !reached.has(name)); tabs++) {
        await page.keyboard.press('Tab');
        const [name, outline] = await page.evaluate<[string, string]>(`(() => {
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
          return [nameOf(document.activeElement), outlineStyle + ' ' + outlineWidth];
        })()`);
        if (!name.startsWith('body')) expect(outline, name).toBe('solid 2px');
        reached.add(name);
      }
      expect(expected.filter((name) => !reached.has(name))).toEqual([]);
      expect(expected.length).toBeGreaterThan(15);
    }
  });

  it('is operated with the keyboard alone', async () => {
    /** Presses Tab until the focus is on a control. */
    async function tabTo(control: Locator): Promise<void> {
      for (let tabs = 0; tabs < 60; tabs++) {
        if (await control.evaluate((node) => node.matches(':focus'))) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`The keyboard does not reach ${control}`);
    }
    await tabTo(button('Submit operation'));
    await page.keyboard.press('Enter');
    await tabTo(button('Submit'));
    await page.keyboard.press('Space');
    await expect.poll(listed).toHaveLength(1);
    await tabTo(button(/^Operation 0x/));
    expect(await button(/^Operation 0x/).getAttribute('aria-pressed')).toBe('true');

    await tabTo(field('Fail with'));
    await page.keyboard.press('ArrowDown');
    await tabTo(button('Fail execution'));
    await Promise.all([page.waitForResponse('**/fail-execution'), page.keyboard.press('Enter')]);
    await tabTo(button(/^Next epoch/));
    await page.keyboard.press('Enter');
    await tabTo(field('Advance by (ms)'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('5000');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await local.operations())[0]?.note?.errorName).toBe('NotEnoughGas');

    await tabTo(button('Faults'));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('radio').first());
    await page.keyboard.press('ArrowDown');
    await tabTo(button('Set fault'));
    await page.keyboard.press('Enter');
    await expect.poll(() => local.faults()).toMatchObject([{ fault: known[1]?.fault }]);
  });
});

describe('requests', () => {
  it('are loaded with their answers, and cleared', async () => {
    await local.clearRequests();
    await fetch(`${local.simulatorUrl}/evm/simulator/simulate-message`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`,
      },
      body: JSON.stringify({ shardsKey: '<b>7</b>' }),
    });
    await button(/^Requests/).click();
    await button('Load requests').click();
    await page.getByText('1 request', { exact: true }).waitFor();
    const row = page.locator('#requests tr');
    expect(await row.locator('td').nth(2).textContent()).toBe('400');
    expect(await row.locator('code').textContent()).toBe('a1'.repeat(16));
    await row.getByText('POST /evm/simulator/simulate-message').click();
    expect(await row.locator('pre').textContent()).toContain('{"shardsKey":"<b>7</b>"}\n\n{"error":"');
    await button('Clear requests').click();
    await page.getByText('0 requests', { exact: true }).waitFor();
    expect((await local.requests()).requests).toEqual([]);
  });
});
