import {
  type ConnectedLocalDeployment,
  connectLocalDeployment,
  type LocalDeployment,
  startLocalDeployment,
} from 'crosscheck/local';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandClock } from '../../../support/hand-clock.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

const [rich, poor] = sourceAccounts;
const unknown = `0x${'00'.repeat(32)}`;

let local: LocalDeployment;
let connected: ConnectedLocalDeployment;
/** Operations that were executed on both chains, and one that failed without assets. */
let delivered: string;
let assetless: string;
let fresh: string;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    accounts: [{ address: rich }, { address: poor, balances: { '': 10n } }],
  });
  connected = await connectLocalDeployment(local.controlUrl);
  delivered = await local.submit(transfer());
  assetless = await local.submit({
    ...transfer(),
    alphaCallParams: { target: local.contracts.targets.failing, methodName: 'failWithoutData' },
    betaAssets: [],
  });
  await local.advance(2000);
  fresh = await local.submit(transfer());
  return () => local.stop();
});

const transfer = (amount = '5', betaCaller = rich) => ({
  shardsKey: '7',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount }],
  betaCaller,
});

function cyclic(): object {
  const object: Record<string, unknown> = {};
  return Object.assign(object, { itself: object });
}

type Control = ConnectedLocalDeployment;
type Misuse = readonly [what: string, misuse: (control: Control) => Promise<unknown>, message: string];

/** Returns the error of a misuse, as it is in this process and in another one. */
async function errorsOf(misuse: Misuse[1]): Promise<unknown[]> {
  const caught: unknown[] = [];
  for (const control of [local, connected]) {
    const error = await misuse(control).then(
      () => 'it is accepted',
      (thrown: Error & { code?: string }) => ({
        name: thrown.name,
        code: thrown.code,
        message: thrown.message,
      }),
    );
    caught.push(error);
  }
  return caught;
}

const invalid: readonly Misuse[] = [
  [
    'an unknown filter of requests',
    (control) => control.requests({ endpoints: 'simulate' } as never),
    'did you mean endpoint?',
  ],
  [
    'an unknown endpoint of requests',
    (control) => control.requests({ endpoint: 'observe' as never }),
    'endpoint must be one of simulate, inclusion, got "observe"',
  ],
  [
    'an invalid status',
    (control) => control.requests({ status: 99 }),
    'status must be an integer from 100 to 599, got 99',
  ],
  [
    'an empty operation id of requests',
    (control) => control.requests({ operationId: '' }),
    'operationId must be a non-empty string, got ""',
  ],
  [
    'an empty trace id of requests',
    (control) => control.requests({ traceId: '' }),
    'traceId must be a non-empty string, got ""',
  ],
  [
    'a canned answer for a member that no request has',
    (control) => control.intercept({ match: { shardKey: '7' } as never, answer: { status: 503 } }),
    'did you mean shardsKey?',
  ],
  [
    'a canned answer for a value of another type',
    (control) => control.intercept({ match: { shardsKey: 7 as never }, answer: { status: 503 } }),
    'match.shardsKey',
  ],
  [
    'a canned answer for a request of the observer',
    (control) =>
      control.intercept({ match: { shardsKey: '7' }, endpoint: 'inclusion', answer: { status: 503 } }),
    'match must be absent: only a simulation has a request to compare',
  ],
  [
    'a negative time',
    (control) => control.advance(-1),
    'ms must be a number from 0 to 8640000000000000, got -1',
  ],
  [
    'no number',
    (control) => control.advance(Number.NaN),
    'ms must be a number from 0 to 8640000000000000, got NaN',
  ],
  ['infinity', (control) => control.advance(Number.POSITIVE_INFINITY), 'got Infinity'],
  ['a time that is a bigint', (control) => control.advance(5n as never), 'ms must be a number from 0 to'],
  ['a setting out of range', (control) => control.configure({ epochMs: 0 }), 'epochMs must be an integer'],
  [
    'a quorum that the validators cannot reach',
    (control) => control.configure({ quorum: 6 }),
    'quorum must be an integer from 1 to 5, got 6',
  ],
  [
    'an unknown setting',
    (control) => control.configure({ epochsMs: 1 } as never),
    'epochsMs is not an option; did you mean epochMs?',
  ],
  ['no settings', (control) => control.configure(null as never), 'the argument must be an object, got null'],
  [
    'settings that are a map',
    (control) => control.configure(new Map() as never),
    'the argument must be a plain object, got an instance of Map',
  ],
  [
    'a short id',
    (control) => control.operation('0x12'),
    'operationId must be 0x and 64 hex digits, got "0x12"',
  ],
  ['a path as id', (control) => control.operation('../clock'), 'operationId must be 0x and 64 hex digits'],
  ['a number as id', (control) => control.rollBack(7 as never), 'operationId must be of type string, got 7'],
  ['no id', (control) => control.rollBack(undefined as never), 'operationId is missing'],
  [
    'an unknown error name',
    (control) => control.failExecution(fresh, { errorName: 'Oops' as never }),
    'errorName must be one of ProxyCallError, NotEnoughGas, InvalidMerkleProof, MessageAlreadyProcessed, TokenNotExist, got "Oops"',
  ],
  [
    'no failure',
    (control) => control.failExecution(fresh, null as never),
    'the argument must be an object, got null',
  ],
  [
    'an unknown direction',
    (control) => control.proof(delivered, 'back' as never),
    'direction must be one of outbound, inbound, got "back"',
  ],
  [
    'a limit of none',
    (control) => control.operations({ limit: 0 }),
    'limit must be an integer from 1 to 1000, got 0',
  ],
  [
    'a limit that is a text',
    (control) => control.operations({ limit: '5' as never }),
    'limit must be an integer',
  ],
  [
    'an unknown stage',
    (control) => control.operations({ stage: 'executedInTON' as never }),
    'stage must be one of start, collectedInEVM, ',
  ],
  [
    'an unknown filter',
    (control) => control.operations({ stages: [] } as never),
    'stages is not an option; did you mean stage?',
  ],
  ['no filter', (control) => control.operations(null as never), 'the argument must be an object, got null'],
  [
    'a snapshot that is a path',
    (control) => control.restore('..'),
    'snapshot must be a name that the deployment returned, got ".."',
  ],
  [
    'a snapshot that is too long for a name',
    (control) => control.restore('a'.repeat(20_000)),
    'snapshot must be a name that the deployment returned',
  ],
  [
    'an empty id of a fault',
    (control) => control.clearFaults(''),
    'clearFaults has invalid arguments: faultId must be a name that the deployment returned, got ""',
  ],
  [
    'a probability of none',
    (control) => control.setFault({ fault: 'html', probability: 0 }),
    'probability must be a number above 0, up to 1, got 0',
  ],
  [
    'a duration of a fault that has none',
    (control) => control.setFault({ fault: 'html', ms: 5 }),
    'ms must be absent: html has no duration',
  ],
  ['no rule', (control) => control.setFault(undefined as never), 'the argument must be an object'],
  ['a rule without a name', (control) => control.setFault({} as never), 'fault is missing'],
  [
    'an interceptor of an unknown status',
    (control) => control.intercept({ answer: { status: 7 } }),
    'answer.status must be an integer from 200 to 599, got 7',
  ],
  [
    'an interceptor that changes nothing',
    (control) => control.intercept({ endpoint: 'simulate' }),
    'answer or request must say what to change',
  ],
  [
    'an interceptor with a cycle',
    (control) => control.intercept({ answer: { json: cyclic() } }),
    'the argument must be JSON, without cycles or deep nesting',
  ],
  [
    'a patch with a cycle',
    (control) => control.intercept({ answer: { patch: { response: cyclic() } } }),
    'the argument must be JSON, without cycles or deep nesting',
  ],
  [
    'an interceptor whose JSON is a function',
    (control) => control.intercept({ answer: { json: () => 1 } }),
    'intercept has invalid arguments: answer.json must be JSON, got () => 1',
  ],
  ['no interceptor', (control) => control.intercept(undefined as never), 'the argument must be an object'],
  [
    'a caller that is no address',
    (control) => control.submit({ ...transfer(), betaCaller: 'nobody' }),
    'tvmCaller must be a source-chain address',
  ],
  [
    'an empty request',
    (control) => control.submit({}),
    'submit has invalid arguments\n\nshardsKey is missing\nevmCallParams is missing\n',
  ],
  [
    'a misspelt field',
    (control) => control.submit({ ...transfer(), betaCalle: rich } as never),
    'the argument must not have tvmCalle; did you mean tvmCaller?',
  ],
  [
    'a misspelt member of the call',
    (control) =>
      control.submit({
        ...transfer(),
        alphaCallParams: { target: local.contracts.targets.bounce, method: 'bounce' } as never,
      }),
    'evmCallParams must not have method; did you mean methodName?',
  ],
  [
    'a member that the deployment does not have',
    (control) => control.submit({ ...transfer(), tenant: 'x' } as never),
    'the argument must not have tenant; declare members beyond the interface in extend, of startLocalDeployment and of connectLocalDeployment',
  ],
  ['no request', (control) => control.submit(null as never), 'the argument must be of type object'],
  [
    'a member under two names',
    (control) => control.submit({ ...transfer(), tvmCaller: rich } as never),
    'A request can have betaCaller or tvmCaller, which are the same, but not both',
  ],
  [
    'a function without a name',
    (control) => control.loadFixture(async () => {}),
    'loadFixture takes a named function, which is the same for each test',
  ],
  [
    'a fault without a function',
    (control) => control.withFault({ fault: 'html' }, 5 as never),
    'withFault takes a rule, and a function that runs while the fault is set',
  ],
];

const impossible: readonly Misuse[] = [
  [
    'a submission that exceeds the balance',
    (control) => control.submit(transfer('11', poor)),
    'The caller has too little balance; nothing was submitted: tvmAssets[0].amount must be at most 10',
  ],
  ['an operation', (control) => control.operation(unknown), `There is no operation ${unknown}`],
  [
    'operations before',
    (control) => control.operations({ before: unknown }),
    `There is no operation ${unknown}`,
  ],
  ['a proof', (control) => control.proof(unknown), `There is no operation ${unknown}`],
  ['a proof before there is a tree', (control) => control.proof(fresh), 'is in a tree yet'],
  ['a failure', (control) => control.failExecution(unknown), `There is no operation ${unknown}`],
  ['a failure too late', (control) => control.failExecution(delivered), 'is already executed'],
  ['a rollback', (control) => control.rollBack(unknown), `There is no operation ${unknown}`],
  ['a rollback of a success', (control) => control.rollBack(delivered), 'did not fail'],
  [
    'a rollback of nothing',
    (control) => control.rollBack(assetless),
    'has no assets, so there is nothing to roll back',
  ],
  ['a reorganisation', (control) => control.reorganise(unknown), `There is no operation ${unknown}`],
  ['a reorganisation too early', (control) => control.reorganise(fresh), 'There is no root to withdraw'],
  [
    'a snapshot',
    (control) => control.restore('snapshot-0'),
    'There is no snapshot snapshot-0; the newest 100 are kept',
  ],
  [
    'a fault',
    (control) => control.clearFaults('fault-0'),
    'There is no fault fault-0; it may already be cleared',
  ],
  [
    'a date after the last one',
    (control) => control.advance(8.64e15),
    'The time cannot advance by 8640000000000000 ms',
  ],
  ['an end of freezing', (control) => control.resume(), 'clock'],
];

describe.each([
  ['is invalid', invalid],
  ['is impossible now, or does not exist', impossible],
])('what %s is rejected with the same error in this process and in another one', (_, misuses) => {
  it.each(misuses)('%s', async (__, misuse, message) => {
    const [here, there] = await errorsOf(misuse);
    expect(here).toEqual({ name: 'UsageError', code: 'USAGE', message: expect.stringContaining(message) });
    expect(there).toEqual(here);
  });
});

it('exact integers of any length are filters in this process and in another one', async () => {
  for (const control of [local, connected])
    expect(await control.requests({ sinceMs: Number.MAX_SAFE_INTEGER })).toEqual({
      requests: [],
      dropped: 0,
    });
});

it('of many snapshots, the newest 100 can be restored', async () => {
  const names: string[] = [];
  for (let count = 0; count < 101; count++) names.push(await local.snapshot());
  expect(new Set(names).size).toBe(101);
  const [oldest, second] = names as [string, string];
  await expect(local.restore(oldest)).rejects.toThrow(
    `There is no snapshot ${oldest}; the newest 100 are kept`,
  );
  await local.restore(second);
});

it.each([
  ['this process', () => local],
  ['another one', () => connected],
])('a fixture whose snapshot is no longer kept is named in %s', async (_, control) => {
  let runs = 0;
  const withNothing = () => ++runs;
  await control().loadFixture(withNothing);
  for (let count = 0; count < 100; count++) await local.snapshot();
  await expect(control().loadFixture(withNothing)).rejects.toMatchObject({
    code: 'USAGE',
    message:
      'loadFixture cannot restore the state after withNothing: its snapshot is no longer kept, only the newest 100 are\n\nWhat to do: take fewer than 100 snapshots after a fixture; restoring one takes none',
  });
  expect(runs).toBe(1);
});

it('an error without a code becomes one of the deployment, with the error as its cause', async () => {
  const cause = new RangeError('out of memory');
  const clock = createHandClock();
  await using broken = await startLocalDeployment({ clock });
  const now = vi.spyOn(clock, 'now').mockImplementation(() => {
    throw cause;
  });
  await expect(broken.clock()).rejects.toMatchObject({
    code: 'DEPLOYMENT_ENGINE_FAILED',
    message: 'The local deployment failed with an internal error',
    cause,
  });
  now.mockRestore();
});

it('an interceptor of every request leaves the control API alone, so that it can be cleared', async () => {
  const interceptor = await connected.intercept({ answer: { abort: true } });
  await expect(fetch(`${local.simulatorUrl}/openapi.json`)).rejects.toThrow('fetch failed');
  await interceptor.clear();
  expect(await connected.faults()).toEqual([]);
});
