import { dispatchOnce } from '../../../client/transport.js';
import { LocalDeploymentError, named } from '../../../errors.js';
import { realClock } from '../../../internal/clock.js';
import { createRedactor } from '../../../internal/redaction.js';
import { Pool } from '../../../internal/undici.js';
import { tooLate, unreached } from './no-answer-error.js';
import { type RpcAnswer, type RpcFailure, readRpcAnswers } from './read-rpc-answers.js';

/** A method and its parameters. */
export type RpcCall = readonly [method: string, ...params: unknown[]];

/** A call that the engine answered with an error. */
export class JsonRpcError extends LocalDeploymentError {
  override readonly name: string = named(this, 'JsonRpcError');
  readonly method: string;
  readonly rpcCode: number;
  /** The error's own words. */
  readonly rpcMessage: string;
  /** Of a call that reverted: what it reverted with. */
  readonly rpcData: unknown;

  constructor(method: string, { code, message, data }: RpcFailure) {
    super('DEPLOYMENT_ENGINE_FAILED', { summary: `The EVM engine rejected ${method}: ${message}` });
    this.method = method;
    this.rpcCode = code;
    this.rpcMessage = message;
    this.rpcData = data;
  }
}

/** A JSON-RPC client that keeps its connections and retries nothing. */
export interface JsonRpc {
  /**
   * Makes one call.
   *
   * @throws JsonRpcError when the engine answers with an error.
   * @throws NoAnswerError when it does not answer, or not in JSON-RPC.
   */
  call(...call: RpcCall): Promise<unknown>;
  /** Makes several calls in one round trip; a call that failed gives its error in the place of its result. */
  batch(calls: readonly RpcCall[]): Promise<unknown[]>;
  /** Lets answers take long from now on; calls of a start have a shorter limit. */
  started(): void;
  close(): Promise<void>;
}

/** How a JSON-RPC client works. */
interface JsonRpcOptions {
  /** How long an answer may take while a deployment starts. Default: 30,000; afterwards it is 300,000. */
  readonly timeoutMs?: number | undefined;
  /** Texts that the engine may repeat in its errors, and nobody shall see. Default: none. */
  readonly secrets?: readonly string[] | undefined;
}

const connections = 8;
const startedTimeoutMs = 300_000;
const maxBytes = Number.POSITIVE_INFINITY;

/** Creates a client of a JSON-RPC endpoint over HTTP. A user and a password in its URL are sent as credentials. */
export function createJsonRpc(
  url: string,
  { timeoutMs: startTimeoutMs = 30_000, secrets = [] }: JsonRpcOptions = {},
): JsonRpc {
  let timeoutMs = startTimeoutMs;
  const { origin, pathname, search, username, password } = new URL(url);
  const pool = new Pool(origin, { connections, headersTimeout: 0, bodyTimeout: 0 });
  const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`);
  const headers = {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` }),
  };

  async function batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    const answers = await post(
      calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })),
    );
    return calls.map(([method], index) => {
      const { result, error } = answers[index] as RpcAnswer;
      if (!error) return result;
      return new JsonRpcError(method, { ...error, message: createRedactor(secrets)(error.message) });
    });
  }

  async function post(requests: readonly object[]): Promise<RpcAnswer[]> {
    // Not every node takes a batch of one.
    const body = JSON.stringify(requests.length === 1 ? requests[0] : requests);
    const request = { method: 'POST', path: pathname + search, headers, body } as const;
    const limits = { timeoutMs, maxBytes, clock: realClock };
    const outcome = await dispatchOnce(pool, request, limits);
    if (outcome.kind === 'timeout') throw tooLate(limits.timeoutMs);
    if (outcome.kind !== 'response') throw unreached(outcome.error);
    const { status, body: answer } = outcome.response;
    return readRpcAnswers(status, answer, requests.length);
  }

  return {
    batch,
    async call(...call) {
      const [result] = await batch([call]);
      if (result instanceof JsonRpcError) throw result;
      return result;
    },
    started() {
      timeoutMs = startedTimeoutMs;
    },
    close: () => pool.destroy(),
  };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
