import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium, noChromium } from './chromium.js';
import { bounceCall, failingCall, submitOverHttp } from './submit-over-http.js';

const browser = await launchChromium();
const stages = [
  'start',
  'collectedInEVM',
  'includedInEVMConsensus',
  'executedInEVM',
  'collectedInTVM',
  'includedInTVMConsensus',
  'executedInTVM',
];
const problems: string[] = [];
let local: LocalDeployment;
let atStart: string;
let page: Page;

/** Requests of the page that have no answer yet, without its event stream, which never ends. */
const underWay = new Set<Request>();
const isOfEvents = (request: Request): boolean => new URL(request.url()).pathname.endsWith('/events');

beforeAll(async () => {
  if (browser === undefined) return;
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    // Lets texts into requests that would be rejected otherwise.
    conventions: { requestValidation: 'off' },
  });
  atStart = await local.snapshot();
  page = await browser.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // The page may read an operation or a tree that a snapshot, restored meanwhile, does not have.
    const isGone =
      /\/operations\/0x\w+(?:\/proof\?\S*)?$|\/roots\/\w+\/\d+\/tree$/.test(message.location().url) &&
      message.text().includes('404');
    if (message.type() === 'error' && !isGone) problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => void (isOfEvents(request) || underWay.add(request)));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await page.goto(local.controlUrl);
  await page.getByText('live', { exact: true }).waitFor();
});
beforeEach(async ({ skip }) => {
  skip(browser === undefined, noChromium);
  await local.restore(atStart);
  await expect.poll(() => page.locator('#operations-shown').textContent()).toBe('No operations yet.');
});
afterEach(async () => {
  // What the page still reads of this test must not meet the state of the next.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  await expect.poll(() => underWay.size).toBe(0);
  // What the browser found wrong: errors of scripts, and what the policy of the page forbade.
  expect(problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await local?.stop();
});

const submit = (call = bounceCall(local), more = {}) => submitOverHttp(local, call, more);

async function submitMany(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => submit()));
}

function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds the next answer with the list of operations back, once it has been read. */
async function heldList() {
  const [isRead, isReleased] = [createGate(), createGate()];
  await page.route(
    '**/operations',
    async (route) => {
      const response = await route.fetch();
      isRead.open();
      await isReleased.opened;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { isRead, isReleased };
}

const short = (id: string): string => `${id.slice(0, 6)}…${id.slice(-4)}`;
const rowOf = (id: string) => page.locator('#operations tr', { hasText: short(id) });
const faults = () => page.getByRole('button', { name: /^Faults/ });
const choose = (id: string) => page.getByRole('button', { name: `Operation ${short(id)}` }).click();

/** The texts in the lanes of the timeline that lie on one another, or outside. */
const overlaps = `[...document.querySelectorAll('.timeline li')].flatMap((lane) => {
  const around = lane.getBoundingClientRect();
  const boxes = [...lane.querySelectorAll('span, svg')].map((node) => node.getBoundingClientRect());
  const isOn = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const isWrong = boxes.some((box, at) => box.right > around.right + 1 || boxes.slice(at + 1).some((other) => isOn(box, other)));
  return isWrong ? [lane.textContent] : [];
})`;

describe('operations', () => {
  it('appear without a reload, and go through their stages', async () => {
    const id = await submit();
    await rowOf(id).waitFor();
    await page.getByRole('searchbox', { name: 'Search', exact: true }).waitFor();
    await choose(id);
    for (const [index, ms] of [0, 200, 50, 50, 100, 50, 50].entries()) {
      await local.advance(ms);
      await expect.poll(() => rowOf(id).locator('.stage').textContent()).toBe(stages[index]);
    }
    await expect.poll(() => rowOf(id).textContent()).toContain('✓ done');
    const lanes = page.locator('.timeline li');
    expect(await lanes.locator('.name').allTextContents()).toEqual(
      stages.map((stage, index) => `${index + 1}  ${stage}`),
    );
    await expect.poll(() => lanes.locator('.span').count()).toBe(stages.length);
  });

  it('that failed and were rolled back can be told from the others without colours', async () => {
    const id = await submit(failingCall(local, 'not today'));
    await local.advance(400);
    await expect.poll(() => rowOf(id).textContent()).toContain('✕ failed');
    await choose(id);
    await expect.poll(() => page.locator('#operation').textContent()).toContain('ProxyCallError');
    await local.rollBack(id);
    await local.advance(1000);
    await expect.poll(() => rowOf(id).textContent()).toContain('↩ rolled back');
    expect(await page.locator('.timeline').textContent()).toContain('✕ failed');
    await expect.poll(() => page.locator('#news').textContent()).toContain('executedInTVM, rolled back');
  });

  it('beyond the newest hundred are left out', async () => {
    const first = await submit();
    await rowOf(first).waitFor();
    await submitMany(100);
    await expect
      .poll(() => page.locator('#operations-shown').textContent())
      .toBe('The newest 100 operations.');
    await expect.poll(() => page.locator('#operations tr').count()).toBe(100);
    await expect.poll(() => rowOf(first).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search the newest 100', exact: true }).waitFor();
    await local.advance(200);
    const lowest = page.locator('#operations tr').last().locator('.stage');
    await expect.poll(() => lowest.textContent()).toBe('collectedInEVM');
    expect(await rowOf(first).count()).toBe(0);
  });

  it('show what they carry as text, whatever it is', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const reverting = await submit(failingCall(local, hostile));
    const strange = await submit({ ...bounceCall(local), methodName: hostile }, { tvmCaller: hostile });
    await local.advance(400);
    await expect.poll(() => rowOf(strange).locator('.call').textContent()).toContain(hostile);
    await choose(strange);
    await expect.poll(() => page.locator('#operation dd').allTextContents()).toContain(hostile);
    await choose(reverting);
    await expect
      .poll(() => page.locator('#operation .note').allTextContents())
      .toContainEqual(expect.stringContaining(hostile));
    expect(await page.locator('img, body script').count()).toBe(0);
    expect(await page.title()).toBe('Local deployment · crosscheck');
  });

  it('that change while the list is read are shown in their new state', async () => {
    // The list of before comes after what happened since.
    const { isRead, isReleased: isTold } = await heldList();
    await local.restore(atStart);
    await isRead.opened;
    const toldToo = page.evaluate(`new Promise((resolve) => {
      const source = new EventSource('events');
      source.onopen = () => document.body.classList.add('listens');
      source.addEventListener('operation', () => { source.close(); resolve(); });
    })`);
    await page.locator('body.listens').waitFor();
    const id = await submit();
    await toldToo;
    isTold.open();
    await rowOf(id).waitFor();
  });

  it('that are selected while the list is read are shown in their new state', async () => {
    const id = await submit();
    await rowOf(id).waitFor();
    const { isRead, isReleased: isChosen } = await heldList();
    await local.advance(200);
    await isRead.opened;
    await choose(id);
    isChosen.open();
    await expect.poll(() => page.locator('#operation dl').textContent()).toContain('collectedInEVM');
  });

  it('keep the focus within their details', async () => {
    const id = await submit(failingCall(local, 'not today'));
    await local.advance(200);
    await rowOf(id).waitFor();
    await choose(id);
    const button = page.locator('#operation').getByRole('button', { name: 'outbound 0' });
    await button.focus();
    await local.advance(200);
    await page.locator('#operation .note').first().waitFor();
    expect(await button.evaluate((node) => node.matches(':focus'))).toBe(true);
  });

  it('that a snapshot does not have are gone when it is restored', async () => {
    const id = await submit();
    await rowOf(id).waitFor();
    await local.restore(atStart as string);
    await expect.poll(() => page.locator('#operations tr').count()).toBe(0);
  });

  it('are chosen with the keyboard alone', async () => {
    await submitMany(3);
    await page.locator('#operations tr').nth(2).waitFor();
    const buttons = page.locator('#operations button');
    for (let tabs = 0; tabs < 20; tabs++) {
      await page.keyboard.press('Tab');
      if (await buttons.first().evaluate((button) => button.matches(':focus'))) break;
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => buttons.nth(1).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.timeline').count()).toBe(1);
    await local.advance(200);
    await expect.poll(() => page.locator('#operations .stage').first().textContent()).toBe('collectedInEVM');
    expect(await buttons.nth(1).evaluate((button) => button.matches(':focus'))).toBe(true);
  });
});

describe('a Merkle tree', () => {
  it('has a leaf for each message, the root, and the path of the chosen operation', async () => {
    const ids = await submitMany(5);
    await local.advance(200);
    await expect.poll(() => page.locator('.tree .leaf').count()).toBe(5);
    const [root] = await local.roots();
    expect(await page.locator('#tree').textContent()).toContain(`Root ${root?.root}`);
    expect(await page.locator('.tree .on-path').count()).toBe(0);

    for (const id of ids) {
      await choose(id);
      await expect.poll(() => page.locator('#tree').textContent()).toContain(`Path of ${short(id)}`);
      const { leaf, proof } = await local.proof(id);
      expect(await page.locator('.tree .leaf.on-path title').textContent()).toBe(leaf);
      const siblings = await page.locator('.tree .node.in-proof title').allTextContents();
      expect(siblings.sort()).toEqual([...proof].sort());
    }
    expect(await page.locator('#tree').textContent()).toContain('✓ verified by the contract');
  });

  it('of more than 64 leaves shows its top', async () => {
    await submitMany(65);
    await local.advance(200);
    await expect.poll(() => page.locator('#tree').textContent()).toContain('65 leaves');
    expect(await page.locator('#tree').textContent()).toContain('Its top 7 levels');
    expect(await page.locator('.tree .leaf').count()).toBe(0);
    expect(await page.locator('.tree .node').count()).toBe(33 + 17 + 9 + 5 + 3 + 2 + 1);
  });

  it('of another epoch is shown when that is chosen', async () => {
    // Nothing comes home of it, which would have a tree of its own.
    await submit({ target: local.contracts.targets.bounce });
    await local.advance(200);
    await submitMany(2);
    await local.advance(200);
    await expect.poll(() => page.locator('.tree .leaf').count()).toBe(2);
    await page.locator('#epochs button').last().click();
    await expect.poll(() => page.locator('.tree .leaf').count()).toBe(1);
  });

  it('whose root was withdrawn says so, and its operation that it went back', async () => {
    const id = await submit();
    await local.advance(250);
    await choose(id);
    await expect.poll(() => page.locator('#epochs').textContent()).toContain('✓ set');
    await local.reorganise(id);
    await expect.poll(() => page.locator('#epochs').textContent()).toContain('↩ withdrawn');
    await expect.poll(() => rowOf(id).textContent()).toContain('↺ went back');
    await expect.poll(() => page.locator('#tree').textContent()).toContain('but its root is not set');
  });
});

describe('the page', () => {
  it('follows the scheme of the system, and fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 720 });
    const [id] = await submitMany(9);
    await local.advance(200);
    await expect.poll(() => page.locator('.tree .leaf').count()).toBe(9);
    await choose(id as string);
    const colors: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      colors.push(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    expect(new Set(colors).size).toBe(2);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('cuts nothing off, at any width', async () => {
    const [failing, moving] = await Promise.all([submit(failingCall(local, 'not today')), submit()]);
    await local.advance(250);
    await local.reorganise(moving);
    await local.advance(400);
    await local.rollBack(failing);
    await local.advance(700);
    for (const id of [failing, moving]) {
      await expect.poll(() => rowOf(id).textContent()).toContain('executedInTVM');
      await choose(id);
      await expect.poll(() => page.locator('#operation h2').textContent()).toBe(`Operation ${id}`);
      for (const width of [360, 390, 768, 1200, 1440, 1920]) {
        await page.setViewportSize({ width, height: 720 });
        expect(await page.evaluate(overlaps), `at ${width} px`).toEqual([]);
        const hidden = `document.querySelector('.scroll').scrollWidth - document.querySelector('.scroll').clientWidth`;
        expect(await page.evaluate(hidden), `at ${width} px`).toBe(0);
      }
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('leaves a selection as it is', async () => {
    await local.setFault({ fault: 'delay', ms: 20, endpoint: 'simulate' });
    const id = await submit();
    await rowOf(id).waitFor();
    await choose(id);
    await faults().click();
    for (const selected of ['.timeline .name', '#fault-list .text']) {
      await page.locator(selected).first().selectText();
      const before = await page.evaluate('String(getSelection())');
      expect(before).not.toBe('');
      const clock = await page.locator('#clock').textContent();
      await local.advance(5000);
      await expect.poll(() => page.locator('#clock').textContent()).not.toBe(clock);
      await page.waitForResponse('**/faults');
      expect(await page.evaluate('String(getSelection())')).toBe(before);
    }
    await faults().click();
  });

  it('shows that the time is frozen, and which faults are set', async () => {
    await local.freeze();
    await expect.poll(() => page.locator('#clock').textContent()).toMatch(/^2\d{3}-.* UTC · frozen$/);
    await local.setFault({ fault: 'delay', ms: 20, endpoint: 'simulate' });
    await expect.poll(() => faults().textContent()).toBe('Faults 1 fault set');
    expect(await page.locator('#fault-list .text').textContent()).toBe(
      'delay, simulate, 20 ms: triggered 0 times',
    );
  });

  it('may load nothing but its own files', async () => {
    const { headers } = await fetch(local.controlUrl);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const violated = page.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
      document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:1/' }));
    })`);
    expect(await violated).toBe('img-src');
    await page.evaluate(`document.querySelector('img').remove()`);
    expect(problems.splice(0)).toHaveLength(1);
  });

  it('cannot turn a text into markup', async () => {
    const attempt = page.evaluate(`document.body.innerHTML = '<b></b>'`);
    await expect(attempt).rejects.toThrow("requires 'TrustedHTML' assignment");
    problems.length = 0;
  });

  it('polls when too many listeners are connected, and shows nothing that it has not read', async () => {
    const listening = new AbortController();
    const events = () => fetch(`${local.controlUrl}/events`, { signal: listening.signal });
    await Promise.all(Array.from({ length: 31 }, events));
    const another = await browser?.newPage();
    if (another === undefined) return;
    const isAwaited = createGate();
    await another.route('**/operations', async (route) => {
      await isAwaited.opened;
      await route.continue();
    });
    await another.goto(local.controlUrl);
    const textOf = (selector: string) => another.locator(selector).textContent();
    await expect.poll(() => textOf('#connection')).toContain('too many open pages');
    expect((await textOf('body'))?.trim()).toBe(
      'Local deploymenttoo many open pages; refreshing once a second',
    );

    isAwaited.open();
    await expect.poll(() => textOf('#operations-shown')).toBe('No operations yet.');
    await submit();
    await expect.poll(() => textOf('#operations-shown'), { timeout: 5000 }).toBe('1 operation.');
    expect(await textOf('#connection')).toContain('too many open pages');
    listening.abort();
    await expect.poll(() => textOf('#connection'), { timeout: 10_000 }).toBe('live');
    await another.close();
  });

  it('says when the connection is lost, and when it is back', async () => {
    const controlPort = Number(new URL(local.controlUrl).port);
    await local.stop();
    await expect.poll(() => page.locator('#connection').textContent()).toBe('connection lost, retrying');
    local = await startLocalDeployment({ clock: 'manual', controlPort });
    await expect.poll(() => page.locator('#connection').textContent()).toBe('live');
    // A browser reports each of its tries.
    problems.length = 0;
  });
});
