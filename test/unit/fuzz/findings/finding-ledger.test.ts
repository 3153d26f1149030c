import type { CasePlan, CaseRequest, Check, RelationName } from 'crosscheck/fuzz';
import { describe, expect, test } from 'vitest';
import { RequestLog } from '../../../../src/fuzz/runner/request-log.js';
import { caseRequests } from '../../../support/case-requests.js';
import { failsCampaign } from '../../../support/fails-campaign.js';
import {
  at,
  type CheckedViolation,
  callOf,
  check,
  fixedCase,
  id,
  idle,
  type JudgedCase,
  judged,
  ledgerOf,
  nothing,
  planOf,
  type ScriptedLedger,
  shown,
  sizedCase,
  violation,
} from './scripted-ledger.js';

describe('a finding', () => {
  test('is a candidate at once, then shrunk, rerun and reported', async () => {
    const { ledger, findings, events, note } = ledgerOf((size) => (size >= 3 ? shown : nothing));
    note(20);
    expect(events).toEqual([
      expect.objectContaining({
        event: 'candidate',
        id,
        caseId: '7:valid/0',
        atMs: 40,
        message: 'expected nothing, got [redacted] of all',
      }),
    ]);
    await ledger.settle();
    const [finding] = findings();
    expect(finding).toMatchObject({
      id,
      confidence: 'stable',
      plan: { kind: '3' },
      shrinks: 4,
      occurrences: 1,
      caseId: '7:valid/0',
      firstSeenMs: 40,
      message: 'expected nothing, got [redacted] of all',
      expected: 'nothing',
      received: '[redacted] of all',
      exchanges: [{ request: { url: 'http://localhost/3' } }],
      isKnown: false,
    });
    expect(events.at(-1)).toEqual({ event: 'finding', atMs: 40, finding });
    expect(findings().filter(failsCampaign)).toHaveLength(1);
  });

  test('keeps secrets out of its signature, whatever they are the name of', async () => {
    const echo = { ...violation(0, 'response.sesame'), class: 'unknown member sesame' };
    const echoes: readonly CheckedViolation[] = [{ check: check('minor', 'drift'), violation: echo }];
    const { ledger, findings, events, note } = ledgerOf(() => echoes);
    note(1, 0, echoes);
    await ledger.settle();
    expect(JSON.stringify(events)).not.toContain('sesame');
    expect(findings()).toMatchObject([
      {
        confidence: 'stable',
        signature: { path: 'response.[redacted]', class: 'unknown member [redacted]' },
      },
    ]);
  });

  test('is one, however many cases and requests show it', async () => {
    const { ledger, findings, events, note } = ledgerOf(() => shown);
    for (let place = 0; place < 50; place++) note(1, place, [...shown, ...shown]);
    await ledger.settle();
    expect(findings()).toMatchObject([{ occurrences: 50 }]);
    expect(events.filter(({ event }) => event === 'candidate')).toHaveLength(1);
  });

  test('shrinks only to cases that show the same', async () => {
    const other: readonly CheckedViolation[] = [{ check: check(), violation: violation(0, 'elsewhere') }];
    const { ledger, findings, note } = ledgerOf((size) => (size >= 8 ? shown : other));
    note(16);
    await ledger.settle();
    expect(findings()).toMatchObject([{ plan: { kind: '8' }, shrinks: 1 }]);
  });

  describe('of a case of several requests', () => {
    const several = (family: Check['family']) => {
      const [request] = caseRequests(planOf(0));
      const requests = [request, { ...request, endpoint: 'inclusion' }, request] as CaseRequest[];
      const plan: CasePlan = { ...planOf(0), kind: 'several', steps: [{ requests }] };
      const ran: CasePlan[] = [];
      const found = (plan: CasePlan) =>
        caseRequests(plan).flatMap(({ endpoint }, at) =>
          endpoint === 'inclusion' ? { check: { ...check(), family }, violation: violation(at) } : [],
        );
      const { ledger, findings } = ledgerOf(() => nothing, {
        run: async (plan) => {
          ran.push(plan);
          return judged(plan, found(plan));
        },
      });
      ledger.record(judged(plan, found(plan)), fixedCase(plan), at(0));
      return { ledger, findings, ran, requests };
    };

    test('is first tried with none but the request that was judged', async () => {
      const { ledger, findings, ran, requests } = several('transport');
      await ledger.settle();
      expect(findings()).toMatchObject([{ confidence: 'stable', shrinks: 1 }]);
      expect(ran[1]).toEqual({ phase: 'valid', kind: 'several', steps: [{ requests: [requests[1]] }] });
    });

    test('is not, where answers are judged by each other', async () => {
      const { ledger, findings, ran } = several('metamorphic');
      await ledger.settle();
      expect(findings()).toMatchObject([{ confidence: 'stable', shrinks: 0 }]);
      expect(new Set(ran.map((plan) => caseRequests(plan).length))).toEqual(new Set([3]));
    });
  });

  test('shrinks within its budget of runs', async () => {
    const { ledger, ran, note } = ledgerOf(() => shown, { settings: { shrinkRuns: 3, reruns: 1 } });
    note(1_000);
    await ledger.settle();
    // The case itself, three simpler ones, one run of the last, and two idle ones.
    expect(ran).toEqual([1_000, 500, 250, 125, 125, 125, 125]);
  });

  test('shrinks within its time limit, and all findings within theirs', async () => {
    let now = 0;
    const { ledger, findings, note } = ledgerOf(
      () => {
        now += 8_000;
        return all;
      },
      { nowMs: () => now },
    );
    const all = Array.from({ length: 8 }, (_, index) => ({
      check: check('major', `check${index}`),
      violation: violation(),
    }));
    note(1_000, 0, all);
    await ledger.settle();
    // Each takes less than a run too long, and the sixth has no time left.
    expect(findings().map(({ shrinks }) => shrinks)).toEqual([3, 3, 3, 3, 3, 0, 0, 0]);
  });

  test('that a baseline knows is rerun, but not shrunk', async () => {
    const { ledger, findings, ran, note } = ledgerOf(() => shown, { known: new Map([[id, {}]]) });
    note(9);
    await ledger.settle();
    expect(findings()).toMatchObject([{ isKnown: true, confidence: 'stable', shrinks: 0 }]);
    expect(new Set(ran)).toEqual(new Set([9]));
    expect(findings().filter(failsCampaign)).toHaveLength(0);
  });

  test('comes after worse ones', async () => {
    const { ledger, findings, note } = ledgerOf(() => shown);
    note(1, 0, [{ check: check('minor', 'drift'), violation: violation() }]);
    note(1, 1, [{ check: check('critical', 'server-error'), violation: violation() }]);
    note(1, 2, [{ check: check('minor', 'leak'), violation: violation() }]);
    await ledger.settle();
    expect(findings().map(({ signature }) => signature.check)).toEqual(['server-error', 'drift', 'leak']);
  });
});

describe('its confidence', () => {
  test('is flaky when some runs show it', async () => {
    const { ledger, findings, note, confidences } = ledgerOf((_, run) => (run % 2 === 1 ? shown : nothing));
    note(0);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'flaky', runs: { shown: 3, of: 5 } }]);
    expect(confidences()).toEqual(['flaky']);
  });

  test('is not-reproduced when none does, after no shrinking', async () => {
    const { ledger, findings, ran, note } = ledgerOf(() => nothing);
    note(9);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'not-reproduced', runs: { shown: 0, of: 5 } }]);
    expect(ran).toEqual([9, 9, 9, 9, 9]);
    expect(findings().filter(failsCampaign)).toHaveLength(0);
  });

  test('is no longer stable if only the load of the campaign shows it', async () => {
    let isLoaded = true;
    const { ledger, findings, note, confidences } = ledgerOf(() => (isLoaded ? shown : nothing));
    note(0);
    await idle();
    isLoaded = false;
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'flaky', runs: { shown: 5, of: 6 } }]);
    expect(confidences()).toEqual(['stable', 'flaky']);
  });

  test('is that of the case as it was found, when the shrunk one showed it by chance', async () => {
    const { ledger, findings, note } = ledgerOf((size, run) => (size === 8 || run === 2 ? shown : nothing));
    note(8);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'stable', plan: { kind: '8' }, shrinks: 0 }]);
  });

  test('does not count inconclusive runs', async () => {
    const { ledger, findings, note } = ledgerOf((_, run) => (run % 2 === 0 ? 'inconclusive' : shown));
    note(0);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'stable' }]);
  });

  test('does not count runs in which one of several requests got no answer', async () => {
    const { ledger, findings, note } = ledgerOf(() => nothing, {
      run: async (plan) => {
        const answered = judged(plan, nothing);
        const unanswered = judged(plan, 'inconclusive');
        const observations = [answered, unanswered].flatMap(({ observed }) => observed.observations);
        return { ...answered, observed: { ...answered.observed, observations } };
      },
    });
    note(0);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'unconfirmed', runs: { shown: 0, of: 0 } }]);
  });

  test('is unconfirmed while the deployment is unreachable, and decided once it answers', async () => {
    let isReachable = false;
    const { ledger, findings, note, confidences } = ledgerOf(() => (isReachable ? nothing : shown), {
      isReachable: async () => isReachable,
    });
    note(0);
    await idle();
    expect(findings()).toMatchObject([{ confidence: 'unconfirmed' }]);
    isReachable = true;
    await ledger.settle();
    expect(confidences()).toEqual(['unconfirmed', 'flaky']);
  });

  test('needs no answered control request when the answers show it', async () => {
    const { ledger, findings, note } = ledgerOf(() => shown, {
      isReachable: async () => false,
      run: async (plan) => {
        const { exchanges, ...rest } = judged(plan, shown);
        const response = { status: 429, headers: {}, body: '' };
        return { ...rest, exchanges: exchanges.map((exchange) => ({ ...exchange, response })) };
      },
    });
    note(9);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'stable' }]);
  });

  test('needs no answered control request when a run was conclusive', async () => {
    const { findings, note } = ledgerOf((_, run) => (run === 2 ? nothing : shown), {
      isReachable: async () => false,
    });
    note(0);
    await idle();
    expect(findings()).toMatchObject([{ confidence: 'flaky', runs: { shown: 4, of: 5 } }]);
  });

  test('does not need a deployment that always answers', async () => {
    let asked = 0;
    const { ledger, findings, note } = ledgerOf(() => shown, { isReachable: async () => ++asked % 3 === 0 });
    note(0);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'stable' }]);
  });

  test('stays unconfirmed, without further runs, when the deployment stays unreachable', async () => {
    const { ledger, findings, ran, note } = ledgerOf(() => 'inconclusive', {
      isReachable: async () => false,
    });
    note(0);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'unconfirmed', runs: { shown: 0, of: 0 } }]);
    expect(ran).toHaveLength(1);
    expect(findings().filter(failsCampaign)).toHaveLength(0);
  });
});

describe('a finding of a changed request', () => {
  const relationOf = (name: RelationName): CasePlan => {
    const [request] = caseRequests(planOf(0)) as [CaseRequest];
    const steps = [0, 1, 2, 3].map((at) => ({
      requests: [{ ...request, query: `at=${at}` }] as CaseRequest[],
    }));
    return {
      ...planOf(0),
      steps,
      relation: {
        name,
        pairs: [
          [2, 1],
          [3, 1],
        ],
      },
    };
  };
  const violationOf = (name: string): CheckedViolation => ({
    check: { ...check('critical', name), family: 'metamorphic' },
    violation: violation(1),
  });

  /** The confidence of each check's finding, where a case of a relation shows it in the first run, and unchanged if `showsUnchanged`. */
  async function confidencesOf(relation: RelationName, showsUnchanged: boolean) {
    const plan = relationOf(relation);
    const unchanged: CasePlan[] = [];
    let runs = 0;
    const { ledger, findings } = ledgerOf(() => nothing, {
      run: async (plan) => {
        const name = plan.relation?.name ?? '';
        if (name !== relation) unchanged.push(plan);
        return judged(plan, (name === relation ? runs++ === 0 : showsUnchanged) ? [violationOf(name)] : []);
      },
    });
    ledger.record(judged(plan, [violationOf(relation)]), fixedCase(plan), at(0));
    await ledger.settle();
    const confidences = findings().map(({ signature, confidence }) => [signature.check, confidence]);
    return { confidences: Object.fromEntries(confidences), unchanged };
  }

  test('is one of the same request where that differs too', async () => {
    const { confidences, unchanged } = await confidencesOf('address-case', true);
    expect(confidences).toEqual({ determinism: 'stable', 'address-case': 'not-reproduced' });
    const [plan] = unchanged as [CasePlan];
    expect(new Set(caseRequests(plan).map((request) => 'query' in request && request.query))).toEqual(
      new Set(['at=2']),
    );
    expect(plan.relation?.pairs).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
  });

  test('stays where the same request does not, and where what differs is not the request', async () => {
    expect((await confidencesOf('address-case', false)).confidences).toEqual({ 'address-case': 'flaky' });
    expect((await confidencesOf('concurrency', true)).unchanged).toEqual([]);
  });
});

describe('a finding that no run shows', () => {
  test('is run again when another case shows it, and that case is kept if it shows it again', async () => {
    const { ledger, findings, note, confidences } = ledgerOf((size) => (size === 5 ? shown : nothing));
    note(9, 1);
    await idle();
    note(5, 2);
    await ledger.settle();
    expect(findings()).toMatchObject([
      { confidence: 'stable', plan: { kind: '5' }, caseId: '7:valid/2', occurrences: 2 },
    ]);
    expect(confidences()).toEqual(['not-reproduced', 'stable']);
  });

  test('is flaky after two independent cases showed it', async () => {
    const { ledger, findings, note, confidences } = ledgerOf(() => nothing);
    note(9, 1, shown, 10);
    note(9, 2, nothing, 20);
    await idle();
    note(9, 3, shown, 30);
    await ledger.settle();
    expect(confidences()).toEqual(['not-reproduced', 'flaky']);
    expect(findings()).toMatchObject([
      {
        occurrences: 2,
        runs: { shown: 0, of: 5 },
        frequency: { shown: 2, of: 3, requests: 'odd requests' },
      },
    ]);
    expect(findings().filter(failsCampaign)).toHaveLength(1);
  });

  test('is flaky when others were answered between, in whatever order their cases began', async () => {
    const { ledger, findings, note } = ledgerOf(() => nothing);
    // A case whose requests take all of the time.
    note(9, 1, shown, 10);
    note(9, 1, shown, 1_000);
    note(9, 1, nothing, 1_010);
    for (const place of [2, 3, 4, 5]) {
      note(9, place, shown, 100 * place);
      note(9, place, nothing, 100 * place + 50);
    }
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'flaky', runs: { shown: 0 } }]);
  });

  test('is left to the other shards, if it may be an outage', async () => {
    const failure: readonly CheckedViolation[] = [
      { check: { ...check('critical', 'gateway-error'), needsControl: true }, violation: violation() },
    ];
    const settled = async (isShard: boolean) => {
      const { ledger, findings, note, events } = ledgerOf(() => nothing, {
        settings: { shard: { index: 0, count: isShard ? 2 : 1 } },
      });
      note(9, 1, failure, 10);
      note(9, 2, nothing, 20);
      await ledger.settle();
      return { findings: findings(), events };
    };
    expect(await settled(false)).toEqual({ findings: [], events: [] });
    const { findings, events } = await settled(true);
    expect(findings).toEqual([]);
    expect(events).toMatchObject([
      {
        event: 'finding',
        finding: { isUnreported: true, frequency: { times: [{ fromMs: -5, untilMs: 5 }] } },
      },
    ]);
  });

  test('is not flaky when it was shown again before anything else was answered', async () => {
    const { ledger, findings, note } = ledgerOf(() => nothing);
    for (const place of [1, 2, 3, 4]) note(9, place, shown, 10 * place);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'not-reproduced', occurrences: 4 }]);
  });

  test('is not flaky when it was shown three times in one moment', async () => {
    const { ledger, findings, note } = ledgerOf(() => nothing);
    for (const place of [1, 2, 3, 4]) note(9, place);
    await ledger.settle();
    expect(findings()).toMatchObject([{ confidence: 'not-reproduced', occurrences: 4 }]);
  });
});

describe('a finding that its case does not show alone', () => {
  const requestOf = (query: string): CaseRequest => ({
    endpoint: 'simulate',
    query,
    expect: { kind: 'no-server-error', reason: '' },
  });
  const queriesOf = (plan: CasePlan): string[][] =>
    plan.steps.map(({ requests }) =>
      requests.map((request) => ('query' in request && request.query) || 'own'),
    );

  /** Settles a finding with requests around it, of a deployment that shows it if a function of the steps returns true. */
  async function settled(
    shows: (steps: string[][], run: number) => boolean,
    context: { readonly preceding: string[]; readonly concurrent: string[] },
    settings: ScriptedLedger['settings'] = {},
    phaseCase = sizedCase(0),
  ) {
    let run = 0;
    const ran: string[][][] = [];
    const { ledger, findings } = ledgerOf(() => nothing, {
      run: async (plan) => {
        ran.push(queriesOf(plan));
        return judged(plan, shows(queriesOf(plan), ++run) ? shown : nothing);
      },
      context: {
        preceding: context.preceding.map(requestOf),
        concurrent: context.concurrent.map(requestOf),
      },
      settings,
    });
    ledger.record(judged(phaseCase.plan, shown), phaseCase, at(0));
    await ledger.settle();
    const [finding] = findings();
    return { finding, steps: finding && queriesOf(finding.plan), ran };
  }

  test('has a case with the request before it', async () => {
    const { finding, steps } = await settled((steps) => steps.length === 2, {
      preceding: ['a', 'b', 'c'],
      concurrent: [],
    });
    expect(finding).toMatchObject({
      confidence: 'stable',
      context: 'predecessors',
      runs: { shown: 5, of: 5 },
      runsAlone: { shown: 0, of: 5 },
    });
    expect(finding).not.toHaveProperty('predecessors');
    expect(steps).toEqual([['c'], ['own']]);
  });

  test('has a case with only those of the requests before it that it needs', async () => {
    const { finding, steps } = await settled((steps) => steps.flat().includes('b'), {
      preceding: ['a', 'b', 'c', 'd', 'e', 'f'],
      concurrent: [],
    });
    expect(finding).toMatchObject({ confidence: 'stable', context: 'predecessors' });
    expect(steps).toEqual([['b'], ['own']]);
  });

  test('is rerun after 1, 2, 4 requests and so on, and after all of them', async () => {
    const preceding = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { finding, ran } = await settled(() => false, { preceding, concurrent: [] });
    expect(ran.slice(5).map((steps) => steps.length - 1)).toEqual([1, 2, 4, 6]);
    expect(finding).toMatchObject({ confidence: 'not-reproduced', predecessors: 6 });
  });

  test('has a case with the concurrent requests', async () => {
    const { finding, steps } = await settled((steps) => (steps.at(-1) ?? []).length > 1, {
      preceding: ['a'],
      concurrent: ['x', 'y', 'z'],
    });
    expect(finding).toMatchObject({ confidence: 'stable', context: 'concurrency' });
    expect(steps).toEqual([['own', 'z']]);
  });

  test('is flaky where only some runs in context show it', async () => {
    const { finding } = await settled((steps, run) => steps.length > 1 && run % 2 === 0, {
      preceding: ['a'],
      concurrent: [],
    });
    expect(finding).toMatchObject({ confidence: 'flaky', context: 'predecessors' });
  });

  test('does not need the requests before it where it shows as seldom without them', async () => {
    // The first run shows it, the two runs with other requests do not.
    const { finding, steps } = await settled(
      (_, run) => run === 1 || run % 4 === 0,
      { preceding: ['a', 'b', 'c', 'd'], concurrent: [] },
      { shrinkRuns: 0 },
      fixedCase(callOf('7')),
    );
    expect(finding).toMatchObject({ confidence: 'flaky', runs: { shown: 2, of: 5 } });
    expect(finding).not.toHaveProperty('context');
    expect(steps).toEqual([['own']]);
  });

  test.each<[string, (run: number) => boolean, (run: number) => boolean]>([
    ['1 of 5 runs in context, and 0 of 5 alone', (run) => run % 5 === 1, (run) => run > 5 && run % 5 === 1],
    ['all runs in context, and 4 of 5 alone', () => true, (run) => run % 5 !== 0],
    ['5 of 20 runs in context, and 0 of 20 alone', (run) => run % 4 === 1, () => false],
  ])('has no context where chance may explain the difference: %s', async (_, inContext, alone) => {
    let [runsInContext, runsAlone] = [0, 0];
    const { finding, steps } = await settled(
      (steps) => (steps.flat().length > 1 ? inContext(++runsInContext) : alone(++runsAlone)),
      { preceding: ['a'], concurrent: [] },
      { shrinkRuns: 0 },
    );
    expect(finding).not.toHaveProperty('context');
    expect(finding).not.toHaveProperty('runsAlone');
    expect(steps).toEqual([['own']]);
  });

  test('has no context where every third request shows it, whichever that is', async () => {
    let requests = 0;
    const { finding } = await settled(
      (steps) => steps.flat().filter(() => ++requests % 3 === 0).length > 0,
      { preceding: ['a', 'b', 'c', 'd'], concurrent: ['x'] },
      { shrinkRuns: 0 },
    );
    expect(finding).not.toHaveProperty('context');
  });

  test('has a context where chance shows it in that context only', async () => {
    let run = 0;
    const { finding } = await settled(
      (steps) => steps.length > 1 && ++run % 2 === 1,
      { preceding: ['a'], concurrent: [] },
      { shrinkRuns: 0 },
    );
    expect(finding).toMatchObject({
      confidence: 'flaky',
      context: 'predecessors',
      runs: { shown: 10, of: 20 },
      runsAlone: { shown: 0, of: 20 },
    });
  });

  test('has no context where shrinking leaves one request', async () => {
    const { finding, steps } = await settled((_, run) => run > 5, { preceding: ['a', 'b'], concurrent: [] });
    expect(finding).toMatchObject({ confidence: 'stable', runs: { shown: 5, of: 5 } });
    expect(finding).not.toHaveProperty('context');
    expect(steps).toHaveLength(1);
  });

  test('keeps its own case where no context shows it', async () => {
    const { finding, steps } = await settled(() => false, { preceding: ['a', 'b'], concurrent: ['c'] });
    expect(finding).toMatchObject({
      confidence: 'not-reproduced',
      runs: { shown: 0, of: 5 },
      predecessors: 2,
    });
    expect(finding).not.toHaveProperty('context');
    expect(steps).toEqual([['own']]);
  });

  test('includes the requests before it in the order in which they ended', () => {
    const log = new RequestLog(2);
    const [early, slow, quick, late] = ['early', 'slow', 'quick', 'late'].map(requestOf) as CaseRequest[];
    log.begin(early as CaseRequest, 0)(5);
    log.begin(slow as CaseRequest, 1)(20);
    log.begin(quick as CaseRequest, 6)(10);
    const { preceding } = log.around({ startMs: 25, endMs: 30 }, planOf(0));
    expect(preceding).toEqual([quick, slow]);
    log.begin(late as CaseRequest, 21);
    expect(log.around({ startMs: 25, endMs: 30 }, planOf(0))).toEqual({
      preceding: [slow, late],
      concurrent: [late],
    });
  });

  test('includes at most 10 s of requests before it', () => {
    const log = new RequestLog(64);
    const requests = ['a', 'b', 'c', 'd'].map(requestOf);
    for (const [index, request] of requests.entries()) log.begin(request, 4_000 * index)(4_000 * (index + 1));
    const { preceding } = log.around({ startMs: 17_000, endMs: 18_000 }, planOf(0));
    expect(preceding).toEqual(requests.slice(2));
  });

  test('shifts the requests of its relation', async () => {
    const requests = ['1', '2', '3'].map(requestOf);
    const plan: CasePlan = {
      ...planOf(0),
      steps: requests.map((request) => ({ requests: [request] })),
      relation: {
        name: 'determinism',
        pairs: [
          [0, 1],
          [2, 1],
        ],
      },
    };
    const { observed, ...found } = judged(plan, [{ check: check(), violation: violation(1) }]);
    const observations = requests.flatMap(() => observed.observations);
    const ran: CasePlan[] = [];
    const { ledger } = ledgerOf(() => nothing, {
      run: async (plan) => {
        ran.push(plan);
        return judged(plan, nothing);
      },
      context: { preceding: ['a', 'b'].map(requestOf), concurrent: [requestOf('c')] },
    });
    ledger.record({ ...found, observed: { plan, observations } }, fixedCase(plan), at(0));
    await ledger.settle();
    expect(ran.slice(-2).map((plan) => [queriesOf(plan), plan.relation?.pairs])).toEqual([
      [
        [['1'], ['a'], ['b'], ['2'], ['3']],
        [
          [0, 3],
          [4, 3],
        ],
      ],
      [
        [['1'], ['a'], ['b'], ['2', 'c'], ['3']],
        [
          [0, 3],
          [5, 3],
        ],
      ],
    ]);
  });
});

test('a finding takes its requests along when another condition separates it', async () => {
  const callPlan = (size: number, isSet: boolean): CasePlan => ({
    ...callOf('7', isSet ? { executorAddress: `0x${'11'.repeat(20)}` } : {}),
    kind: String(size),
  });
  const judgedCall = (plan: CasePlan, violations = shown, startMs = 0): JudgedCase => {
    const one = judged(plan, violations, startMs);
    const [observation] = one.observed.observations;
    const request = caseRequests(plan)[0] as CaseRequest;
    const answer = { ...observation?.answer, simulation: { simulationStatus: true } };
    return { ...one, observed: { plan, observations: [{ ...observation, request, answer } as never] } };
  };
  const isSetIn = (plan: CasePlan): boolean => JSON.stringify(plan).includes('executorAddress');
  const { ledger, findings } = ledgerOf(() => nothing, {
    run: async (plan) => judgedCall(plan, plan.kind === '0' && !isSetIn(plan) ? nothing : shown),
  });
  for (const [index, [isSet, violations]] of (
    [
      [true, shown],
      [true, nothing],
      [false, shown],
      [true, nothing],
      [false, shown],
      [true, shown],
    ] as const
  ).entries()) {
    const plan = callPlan(index, isSet);
    ledger.record(judgedCall(plan, violations, 20 * index), fixedCase(plan), at(index));
  }
  await ledger.settle();
  const rates = findings().map(({ signature, occurrences, frequency }) => [
    signature.condition,
    occurrences,
    frequency,
  ]);
  expect(new Map(rates.map(([condition, ...rate]) => [condition, rate]))).toEqual(
    new Map([
      [
        undefined,
        [
          2,
          expect.objectContaining({ shown: 2, of: 6, times: [{ fromMs: -5, untilMs: 15 }, { fromMs: 75 }] }),
        ],
      ],
      [
        'not with executorAddress',
        [
          2,
          expect.objectContaining({ shown: 2, of: 6, times: [{ fromMs: 35, untilMs: 55 }, { fromMs: 75 }] }),
        ],
      ],
    ]),
  );
});

describe('settle', () => {
  test('reports at the end what changed since', async () => {
    const { ledger, note, events } = ledgerOf(() => shown);
    note(0, 1);
    await idle();
    note(0, 2);
    await ledger.settle();
    const reported = events.flatMap((event) =>
      event.event === 'finding' ? [event.finding.occurrences] : [],
    );
    expect(reported).toEqual([1, 2]);
  });

  test('reports at the end how many requests there were', async () => {
    const { ledger, note, events } = ledgerOf(() => shown);
    note(0, 1);
    await idle();
    note(0, 2, nothing, 20);
    await ledger.settle();
    expect(events.at(-1)).toMatchObject({
      finding: { frequency: { shown: 1, of: 2, times: [{ untilMs: 15 }] } },
    });
  });

  test.each([
    [
      'its shrunk case, if requests with other keys do not show it',
      true,
      { confidence: 'stable', shrinks: 1 },
    ],
    ['how many requests were sent before its case', false, { confidence: 'not-reproduced', predecessors: 2 }],
  ])('reports at the end %s', async (_, showsItsOwn, expected) => {
    const [request] = caseRequests(planOf(0)) as [CaseRequest];
    const { ledger, events } = ledgerOf(() => nothing, {
      run: async (plan) =>
        judged(plan, showsItsOwn && JSON.stringify(plan).includes('"shardsKey":"7"') ? shown : nothing),
      context: { preceding: [request, request], concurrent: [] },
    });
    const plan = callOf('7');
    const smaller = { ...plan, kind: 'smaller' };
    const phaseCase = { plan, shrinks: () => [fixedCase(smaller)] };
    ledger.record(judged(plan, shown), phaseCase, at(0));
    await idle();
    await ledger.settle();
    expect(events.at(-1)).toMatchObject({ event: 'finding', finding: expected });
  });

  test('ends soon in a stopped campaign, and leaves what was not rerun unconfirmed', async () => {
    const stop = new AbortController();
    const { ledger, note, confidences } = ledgerOf(() => shown, {
      signal: stop.signal,
      run: () =>
        new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason))),
    });
    note(0);
    note(0, 1, [{ check: check('minor', 'drift'), violation: violation() }]);
    stop.abort();
    await ledger.settle();
    expect(confidences()).toEqual(['unconfirmed', 'unconfirmed']);
  });

  test('rejects with the error of a run, although nothing waited for it', async () => {
    const { ledger, note } = ledgerOf(() => {
      throw new RangeError('a check broke');
    });
    note(0);
    await idle();
    await expect(ledger.settle()).rejects.toThrow('a check broke');
  });

  test('leaves out nothing that is recorded at the moment when its work ends', async () => {
    const { findings, note } = ledgerOf(() => nothing, { settings: { shrinkRuns: 0, reruns: 1 } });
    note(0, 1);
    // One turn of microtasks at a time: at one of them the queue has just been found empty.
    for (let turn = 0; turn < 30; turn++) {
      note(turn, turn, [{ check: check('minor', `check${turn}`), violation: violation() }]);
      await Promise.resolve();
    }
    await idle();
    expect(findings().map(({ confidence }) => confidence)).toEqual(Array(31).fill('not-reproduced'));
  });
});
