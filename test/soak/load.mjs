import { setTimeout as pause } from 'node:timers/promises';
import { CrosscheckError, createClient, UsageError, waitForInclusion } from 'crosscheck';
import { inclusionPath, simulatePath } from 'crosscheck/contract';
import { actRudely } from './rude-clients.mjs';

const errorNames = [
  'ProxyCallError',
  'NotEnoughGas',
  'InvalidMerkleProof',
  'MessageAlreadyProcessed',
  'TokenNotExist',
];

const once = { attemptTimeoutMs: 2000, retries: 0 };

/**
 * Puts load on a deployment until a round is over: clients of both operations, waits, clients that leave, and somebody
 * at its control who does everything that there is, by the process's own handle and by HTTP. Without faults every
 * answer must be right.
 */
export async function putLoad({ local, connected, requests, faultNames, hasFaults, round, draws, tally }) {
  const client = createClient(local.deployment);
  const anyHandle = () => draws.oneOf([local, connected]);
  const anyOperation = () => draws.oneOf([...round.submitted]);
  const unknownId = () =>
    `0x${draws
      .upTo(2 ** 31)
      .toString(16)
      .padStart(64, '0')}`;

  async function ask(what, question, operationId) {
    try {
      await question();
      tally.count(what);
    } catch (error) {
      if (hasFaults && error instanceof CrosscheckError) tally.count(`${what}: ${error.code}`);
      else if (error.status === 404 && (await round.isForgotten(operationId)))
        tally.count(`${what} what is gone`);
      else tally.problem(what, error);
    }
  }

  /** Somebody may always ask for what does not fit the state of an operation, and is told so. */
  async function control(what, order) {
    try {
      await order(anyHandle());
      tally.count(what);
    } catch (error) {
      if (error instanceof UsageError) tally.count(`${what}, rejected`);
      else tally.problem(what, error);
    }
  }

  const orders = {
    advance: (handle) => handle.advance(draws.upTo(400)),
    freeze: async (handle) => {
      await handle.freeze();
      await pause(draws.upTo(100));
      await handle.resume();
    },
    configure: (handle) =>
      handle.configure({
        epochMs: 50 + draws.upTo(400),
        consensusMs: draws.upTo(100),
        executionMs: draws.upTo(100),
        quorum: 1 + draws.upTo(4),
      }),
    'fail an execution': (handle) =>
      handle.failExecution(anyOperation(), { errorName: draws.oneOf(errorNames) }),
    'roll back': (handle) => handle.rollBack(anyOperation()),
    reorganise: (handle) => handle.reorganise(anyOperation()),
    'prove inclusion': async (handle) => {
      const { isProven } = await handle.proof(anyOperation());
      if (!isProven) throw new Error('a proof that does not hold');
    },
    'list operations': (handle) => handle.endpoints({ limit: 1 + draws.upTo(50) }),
    'list roots': (handle) => handle.roots(),
  };

  const faultOrders = {
    'set a fault': (handle) =>
      handle.setFault({
        fault: draws.oneOf(faultNames),
        probability: (1 + draws.upTo(9)) / 10,
        times: 1 + draws.upTo(20),
        ...(draws.isDrawn(0.3) && round.submitted.size > 0 ? { operationId: anyOperation() } : {}),
      }),
    'list faults': (handle) => handle.faults(),
    'clear faults': (handle) => handle.clearFaults(),
  };

  async function takeOrders(all, most) {
    await round.repeat(async () => {
      const [what, order] = draws.oneOf(Object.entries(all));
      if (round.submitted.size > 0) await control(what, order);
      await pause(draws.upTo(most));
    });
  }

  /** Keeps the state, lets things happen, and goes back: what was submitted meanwhile is unknown again. */
  async function goBack() {
    const [name, known] = await round.withoutSubmissions(async () => [
      await anyHandle().snapshot(),
      new Set(round.submitted),
    ]);
    await pause(500);
    await round.withoutSubmissions(async () => {
      await anyHandle().restore(name);
      round.forgetAllBut(known);
    });
    tally.count('go back to a snapshot');
  }

  const service = [
    { url: local.simulatorUrl, path: simulatePath(local.chains) },
    { url: local.observerUrl, path: inclusionPath(local.chains) },
    { url: local.controlUrl, path: '/operations' },
  ];
  const actors = [
    () =>
      round.repeat(() =>
        round.submit(() => anyHandle().submit(requests.valid())).then(() => pause(draws.upTo(50))),
      ),
    () => round.repeat(() => ask('simulate', () => client.simulate(requests.valid(), once))),
    () =>
      round.repeat(() =>
        ask('simulate', () => client.simulate(requests.valid(), once)).then(() => pause(10)),
      ),
    () =>
      round.repeat(async () => {
        const answer = await fetch(service[0].url + service[0].path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: requests.rejected(),
          signal: AbortSignal.timeout(once.attemptTimeoutMs),
        }).catch(() => undefined);
        await answer?.text().catch(() => {});
        tally.count('rejected bodies');
        await pause(20);
      }),
    () =>
      round.repeat(async () => {
        const operationId = anyOperation();
        if (operationId !== undefined)
          await ask('observe', () => client.inclusion(operationId, once), operationId);
        await pause(5);
      }),
    () =>
      round.repeat(async () => {
        const answer = await client.inclusion(unknownId(), once).catch((error) => error);
        const isKnownByFault = hasFaults && 'response' in answer;
        if (!(answer instanceof CrosscheckError) && !isKnownByFault)
          tally.problem('observe what nobody submitted', answer);
        tally.count('observe what nobody submitted');
        await pause(20);
      }),
    () =>
      round.repeat(async () => {
        const operationId = anyOperation();
        if (operationId !== undefined) {
          const options = { timeoutMs: 1500, intervals: [50] };
          await waitForInclusion(client, operationId, options).then(
            () => tally.count('wait'),
            (error) =>
              error instanceof CrosscheckError
                ? tally.count(`wait: ${error.code}`)
                : tally.problem('wait', error),
          );
        }
        await pause(10);
      }),
    () =>
      round.repeat(() =>
        actRudely(draws.oneOf(service), draws, pause).then(() => tally.count('leave rudely')),
      ),
    () => takeOrders(orders, 150),
    ...(hasFaults ? [() => takeOrders(faultOrders, 200)] : []),
    () => pause(500).then(goBack),
  ];
  await Promise.all(actors.map((act) => act().catch((error) => tally.problem('load', error))));
}
