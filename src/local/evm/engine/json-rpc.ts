import { Pool } from 'undici';
import { LocalDeploymentError } from '../../../errors/deployment-error.js';
import { dispatchOnce } from '../../../http/dispatch-once.js';
import { realClock } from '../../../internal/clock.js';
import { redactText } from '../../../internal/redaction.js';

/** A method and its parameters. */
export type RpcCall = readonly [method: string, ...params: unknown[]];

/** A call that the engine answered with an error. */
export class JsonRpcError extends LocalDeploymentError {
  readonly method: string;
  readonly rpcCode: number;
  /** The error's own words. */
  readonly rpcMessage: string;
  /** Of a call that reverted: what it reverted with. */
  readonly rpcData: unknown;

  constructor(method: string, { code, message, data }: RpcFailure) {
    super('DEPLOYMENT_ENGINE_FAILED', { summary: `The EVM engine refused ${method}: ${message}` });
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
   * @throws LocalDeploymentError `DEPLOYMENT_STOPPED` when it does not answer.
   */
  call(...call: RpcCall): Promise<unknown>;
  /** Makes several calls in one round trip; a call that failed gives its error in the place of its result. */
  batch(calls: readonly RpcCall[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/** How a JSON-RPC client works. */
export interface JsonRpcOptions {
  /** How long an answer may take. Default: 300,000. */
  readonly timeoutMs?: number | undefined;
  /** Texts that the engine may repeat in its errors, and nobody shall see. Default: none. */
  readonly secrets?: readonly string[] | undefined;
}

interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: RpcFailure;
}

const connections = 8;
const maxBytes = Number.POSITIVE_INFINITY;

/** Creates a client of a JSON-RPC endpoint over HTTP. A user and a password in its URL are sent as credentials. */
export function createJsonRpc(
  url: string,
  { timeoutMs = 300_000, secrets = [] }: JsonRpcOptions = {},
): JsonRpc {
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
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return calls.map(([method], id) => {
      const { result, error } = byId.get(id) ?? unanswered(id);
      if (!error) return result;
      return new JsonRpcError(method, { ...error, message: redactText(error.message, secrets) });
    });
  }

  async function post(requests: readonly object[]): Promise<RpcAnswer[]> {
    // Not every node takes a batch of one.
    const body = JSON.stringify(requests.length === 1 ? requests[0] : requests);
    const request = { method: 'POST', path: pathname + search, headers, body } as const;
    const outcome = await dispatchOnce(pool, request, { timeoutMs, maxBytes, clock: realClock });
    if (outcome.kind !== 'response') throw noAnswer(outcome.error);
    try {
      const answer = JSON.parse(outcome.response.body.toString()) as RpcAnswer | RpcAnswer[];
      return Array.isArray(answer) ? answer : [answer];
    } catch (error) {
      throw noAnswer(error);
    }
  }

  return {
    batch,
    async call(...call) {
      const [result] = await batch([call]);
      if (result instanceof JsonRpcError) throw result;
      return result;
    },
    close: () => pool.destroy(),
  };
}

function noAnswer(cause: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_STOPPED', {
    summary: 'The EVM engine of the local deployment does not answer.',
    cause,
  });
}

function unanswered(id: number): RpcAnswer {
  return { id, error: { code: 0, message: 'it gave no answer' } };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
