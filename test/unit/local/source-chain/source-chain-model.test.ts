import { defaultConventions } from 'crosscheck';
import type { EpochRoot, ExecutionErrorName, LocalOperation } from 'crosscheck/local';
import fc, { type AsyncCommand } from 'fast-check';
import { expect, it } from 'vitest';
import { createHandClock } from '../../../support/hand-clock.js';
import { balanceOf, type ChainUnderTest, someCaller, startChain } from './chain-under-test.js';

const initialBalance = 1000n;
const errorNames: readonly ExecutionErrorName[] = [
  'ProxyCallError',
  'NotEnoughGas',
  'InvalidMerkleProof',
  'MessageAlreadyProcessed',
  'TokenNotExist',
];

/** What must be so, as far as it was seen. */
interface Model {
  /** Each operation as it was seen last, in the order of submission. */
  seen: ReadonlyMap<string, LocalOperation>;
  readonly snapshots: { readonly seen: Model['seen']; readonly restore: () => Promise<void> }[];
}

interface Real extends ChainUnderTest {
  /** What the validators do next. */
  readonly next: { misses: number; delayMs: number };
}

/** A command, after which everything must be in order. */
function command(
  text: string,
  run: (model: Model, real: Real) => Promise<unknown>,
  goesBack = false,
): AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await assertOrder(model, real, goesBack);
    },
    toString: () => text,
  };
}

async function assertOrder(model: Model, real: Real, goesBack: boolean): Promise<void> {
  const { source, destination } = real;
  const operations = source.operations({ limit: 1000 }).reverse();
  expect(operations.map(({ operationId }) => operationId)).toEqual([...model.seen.keys()]);

  const away = operations.filter(({ stage }) => stage !== 'executedInBETA');
  const sent = away.map(({ request }) => BigInt(request.betaAssets?.[0]?.amount ?? 0));
  expect(balanceOf(source)).toBe(sent.reduce((left, amount) => left - amount, initialBalance));

  const passed = operations.filter(({ history }) => history.some(({ stage }) => stage === 'executedInALPHA'));
  const executed = destination.executed.map(({ operationId }) => operationId);
  expect(executed.sort()).toEqual(passed.map(({ operationId }) => operationId).sort());

  const roots = source.roots();
  for (const operation of operations) {
    const before = model.seen.get(operation.operationId) as LocalOperation;
    if (isSame(before, operation)) continue;
    if (!goesBack) assertForward(before, operation);
    if (operation.epochs.length > 0) await assertProven(real, operation.operationId, roots);
  }
  model.seen = new Map(operations.map((operation) => [operation.operationId, operation]));
}

function isSame(before: LocalOperation, after: LocalOperation): boolean {
  return before.history.length === after.history.length && before.epochs.length === after.epochs.length;
}

function assertForward(before: LocalOperation, after: LocalOperation): void {
  expect(placeOf(after)).toBeGreaterThanOrEqual(placeOf(before));
  expect(after.transactions).toEqual(expect.arrayContaining([...before.transactions]));
  expect(after.history.slice(0, before.history.length)).toEqual(before.history);
  expect(after.history).toEqual([...after.history].sort((one, other) => one.atMs - other.atMs));
}

async function assertProven(
  { source }: Real,
  operationId: string,
  roots: readonly EpochRoot[],
): Promise<void> {
  const proof = await source.proof(operationId);
  const root = roots.find(({ direction, epoch }) => direction === proof.direction && epoch === proof.epoch);
  expect(proof).toMatchObject({ isProven: true, isRootSet: root?.state === 'set', root: root?.root });
}

const placeOf = ({ stage }: LocalOperation): number => defaultConventions.stages.indexOf(stage);

/** What is rejected must leave everything as it was. */
async function orRefused({ source }: Real, happens: () => Promise<void> | void): Promise<boolean> {
  const before = [source.operations(), source.roots(), balanceOf(source)];
  try {
    await happens();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'USAGE' });
    expect([source.operations(), source.roots(), balanceOf(source)]).toEqual(before);
    return false;
  }
}

/** Something that happens to one of the operations, if there is any. */
function onOperation(
  name: string,
  run: (real: Real, operation: LocalOperation) => Promise<unknown>,
  goesBack?: boolean,
): fc.Arbitrary<AsyncCommand<Model, Real>> {
  return fc.nat(20).map((index) =>
    command(
      `${name}(${index})`,
      async ({ seen }, real) => {
        const operation = [...seen.values()][index % (seen.size || 1)];
        if (operation) await run(real, operation);
      },
      goesBack,
    ),
  );
}

const submit = fc
  .record({
    target: fc.constantFrom('bounce', 'failing', 'gasBurner'),
    amount: fc.constantFrom('', '1', '90', '600'),
  })
  .map(({ target, amount }) =>
    command(`submit(${target}, ${amount})`, async (model, real) => {
      await orRefused(real, () => {
        const operationId = real.submit(target as 'bounce', amount);
        model.seen = new Map(model.seen).set(
          operationId,
          real.source.operation(operationId) as LocalOperation,
        );
      });
    }),
  );

const advance = fc
  .constantFrom(1, 20, 30, 50, 100, 150, 400)
  .map((ms) => command(`advance(${ms})`, (_, { source }) => source.advance(ms)));

const commands = [
  // As often as all the others together, because those need something to happen to.
  ...Array.from({ length: 4 }, () => [submit, advance]).flat(),
  fc.constant(command('missQuorum', async (_, { next }) => next.misses++)),
  fc.constant(
    command('slowConsensus', async (_, { next }) => {
      next.delayMs = 70;
    }),
  ),
  fc
    .record({ epochMs: fc.constantFrom(10, 100, 250), quorum: fc.integer({ min: 1, max: 5 }) })
    .map((changes) =>
      command(`configure(${JSON.stringify(changes)})`, (_, { source }) => source.configure(changes)),
    ),
  fc
    .constantFrom('freeze' as const, 'resume' as const)
    .map((name) => command(name, async (_, { source }) => source[name]())),
  fc
    .constantFrom(...errorNames)
    .chain((errorName) =>
      onOperation(`fail ${errorName}`, (real, { operationId, stage, success }) =>
        orRefused(real, () => real.source.failExecution(operationId, errorName)).then((isDone) =>
          expect(isDone).toBe(success && defaultConventions.stages.indexOf(stage) < 3),
        ),
      ),
    ),
  onOperation('rollBack', async (real, { operationId, success, request, epochs }) => {
    const isDone = await orRefused(real, () => real.source.rollBack(operationId));
    if (isDone)
      expect([success, request.betaAssets?.length, epochs.at(-1)?.direction]).toEqual([false, 1, 'outbound']);
  }),
  onOperation(
    'reorganise',
    (real, { operationId }) => orRefused(real, () => real.source.reorganise(operationId)),
    true,
  ),
  fc.constant(
    command('snapshot', async ({ seen, snapshots }, { source }) => {
      snapshots.push({ seen, restore: await source.snapshot() });
    }),
  ),
  fc.nat(5).map((index) =>
    command(`restore(${index})`, async (model) => {
      const kept = model.snapshots[index % (model.snapshots.length || 1)];
      await kept?.restore();
      // From there on nothing may be otherwise than it was seen then.
      if (kept) model.seen = kept.seen;
    }),
  ),
];

it('accounts for every operation, whatever happens to the chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (run) => {
      const next = { misses: 0, delayMs: 0 };
      const faults = {
        delayMs: () => next.delayMs,
        missesQuorum: () => next.misses > 0 && next.misses-- > 0,
      };
      const chain = startChain(
        {
          faults,
          accounts: [{ address: someCaller, balances: { '': initialBalance } }],
        },
        createHandClock(),
      );
      const model: Model = { seen: new Map(), snapshots: [] };
      const real = { ...chain, next };
      await fc.asyncModelRun(() => ({ model, real }), run);

      next.misses = 0;
      await chain.source.advance(100_000);
      await assertOrder(model, real, false);
      for (const { stage, success, note } of model.seen.values()) {
        const isAtItsEnd = stage === 'executedInBETA' || stage === 'executedInALPHA';
        expect(isAtItsEnd ? success : !success && note?.errorName !== undefined).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
