import * as Address from 'ox/Address';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import type { Hex, StateOverrides } from '../destination-chain.js';
import { blockGasLimit } from './anvil-process.js';
import { type CallFrame, failureOf, logsOf } from './call-frame.js';
import { createChainReader } from './chain-reader.js';
import type { Accounts, Engine, RpcTransaction, Sent } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';
import type { Node } from './open-node.js';
import { applyDiff, type StateDiff } from './overlay.js';
import { readHead } from './read-head.js';
import { createTaskQueue } from './task-queue.js';
import { unreadableResultError } from './unreadable-result-error.js';

const validatorCount = 5;
const balance = 10n ** 24n;
const limit: Hex = `0x${blockGasLimit.toString(16)}`;
const accounts: Accounts = {
  owner: accountOf('owner'),
  executors: [accountOf('executor')],
  validators: Array.from({ length: validatorCount }, (_, index) => accountOf(`validator ${index}`)),
};

/**
 * Makes an engine of any node without sending it anything: a transaction is run on the node's newest block with all
 * earlier changes laid over it, and what it changes is laid over that. Nobody has the keys of its accounts, and the
 * hashes of its transactions are synthetic. The changes go along with every call, so that calls become slower with
 * thousands of them.
 */
export function createOverlayEngine({ rpc, url, chainId }: Node): { engine: Engine; accounts: Accounts } {
  const enqueue = createTaskQueue();
  const all = [accounts.owner, ...accounts.executors, ...accounts.validators];
  let overrides: StateOverrides = Object.fromEntries(
    all.map((account) => [account.toLowerCase(), { balance: quantity(balance), nonce: '0x0', code: '0x' }]),
  );
  let sent = 0;

  async function run(transaction: RpcTransaction): Promise<Sent> {
    const limited = { ...transaction, gas: transaction.gas ?? limit };
    const before = withEnough(overrides, transaction);
    const { frame, diff } = await trace(rpc, limited, before);
    overrides = applyDiff(before, diff);
    sent += 1;
    const failure = failureOf(frame, limited.gas);
    return {
      transactionHash: hashOf(`transaction ${sent} ${JSON.stringify(transaction)}`),
      success: failure === undefined,
      logs: logsOf(frame),
      created: transaction.to === undefined ? frame.to : undefined,
      failure,
    };
  }

  const engine: Engine = {
    url,
    chainId,
    head: () => readHead(rpc),
    ...createChainReader(rpc, () => overrides),
    send: (transaction) => enqueue(() => run(transaction)),
    snapshot: () =>
      enqueue(async () => {
        const kept = overrides;
        return () =>
          enqueue(async () => {
            overrides = kept;
          });
      }),
    stateOverrides: () => overrides,
    started: rpc.started,
    stop: rpc.close,
  };
  return { engine, accounts };
}

/** Lets the sender have what it sends. */
function withEnough(overrides: StateOverrides, { from, value = '0x0' }: RpcTransaction): StateOverrides {
  const sender = from.toLowerCase() as Hex;
  return {
    ...overrides,
    [sender]: { ...overrides[sender], balance: quantity(balance + BigInt(value)) },
  };
}

/** Runs a transaction as if it were in the block after the newest. */
async function trace(
  rpc: JsonRpc,
  transaction: RpcTransaction,
  stateOverrides: StateOverrides,
): Promise<{ frame: CallFrame; diff: StateDiff }> {
  const { number, timestamp } = await readHead(rpc);
  const block = quantity(number);
  const blockOverrides = { number: quantity(number + 1n), time: quantity(timestamp + 1n) };
  const traced = (tracer: string, tracerConfig: object) =>
    [
      'debug_traceCall',
      transaction,
      block,
      { tracer, tracerConfig, stateOverrides, blockOverrides },
    ] as const;
  const answers = await rpc.batch([
    traced('callTracer', { withLog: true }),
    traced('prestateTracer', { diffMode: true }),
  ]);
  for (const answer of answers) {
    if (answer instanceof JsonRpcError) throw answer;
    if (typeof answer !== 'object' || answer === null) throw unreadableResultError('debug_traceCall');
  }
  return { frame: answers[0] as CallFrame, diff: answers[1] as StateDiff };
}

function accountOf(role: string): Hex {
  return Address.checksum(`0x${hashOf(`crosscheck ${role}`).slice(-40)}`);
}

function hashOf(text: string): Hex {
  return Hash.keccak256(HexText.fromString(text));
}

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
