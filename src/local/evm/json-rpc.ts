import { dispatchOnce } from '../../client/transport.js';
import { LocalDeploymentError, named } from '../../errors.js';
import { realClock } from '../../internal/clock.js';
import { formatDuration } from '../../internal/print.js';
import { createRedactor } from '../../internal/redaction.js';
import { Pool } from '../../internal/undici.js';

/** Hex text with a `0x` prefix. */
export type Hex = `0x${string}`;

/** A method and its parameters. */
export type RpcCall = readonly [method: string, ...params: unknown[]];

/** How a JSON-RPC client works. */
interface JsonRpcOptions {
  /** Time limit of an answer while a deployment starts, in milliseconds. Default: 30,000; afterwards it is 300,000. */
  readonly timeoutMs?: number | undefined;
  /** Texts that the node may repeat in its errors, but that nobody may see. Default: none. */
  readonly secrets?: readonly string[] | undefined;
}

const connections = 8;
const startedTimeoutMs = 300_000;

/** A JSON-RPC client. */
export interface JsonRpc extends ReturnType<typeof createJsonRpc> {}

/**
 * Creates a client of a JSON-RPC endpoint over HTTP, which keeps its connections and retries nothing. A user and a password in its
 * URL are sent as credentials.
 */
export function createJsonRpc(
  url: string,
  { timeoutMs: startTimeoutMs = 30_000, secrets = [] }: JsonRpcOptions = {},
) {
  let timeoutMs = startTimeoutMs;
  const { origin, pathname, search, username, password } = new URL(url);
  const pool = new Pool(origin, { connections, headersTimeout: 0, bodyTimeout: 0 });
  const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`);
  const headers = {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` }),
  };

  /** Makes several calls in one round trip. Returns a JsonRpcError in place of the result of a call that failed. */
  async function batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    // Not every node accepts a batch of one.
    const body = JSON.stringify(requests.length === 1 ? requests[0] : requests);
    const request = { method: 'POST', path: pathname + search, headers, body } as const;
    const limits = { timeoutMs, maxBytes: Number.POSITIVE_INFINITY, clock: realClock };
    const outcome = await dispatchOnce(pool, request, limits);
    if (outcome.kind === 'timeout')
      throw new NoAnswerError(`does not answer within ${formatDuration(limits.timeoutMs)}`);
    if (outcome.kind !== 'response') throw unreachable(outcome.error);
    const answers = readAnswers(outcome.response.status, outcome.response.body, requests.length);
    return calls.map(([method], index) => {
      const { result, error } = answers[index] as RpcAnswer;
      if (!error) return result;
      return new JsonRpcError(method, { ...error, message: createRedactor(secrets)(error.message) });
    });
  }

  return {
    batch,
    /**
     * Makes one call.
     *
     * @throws JsonRpcError if the node answers with an error.
     * @throws NoAnswerError if it does not answer, or not with JSON-RPC.
     */
    async call(...call: RpcCall): Promise<unknown> {
      const [result] = await batch([call]);
      if (result instanceof JsonRpcError) throw result;
      return result;
    },
    /** Raises the time limit of answers: while a deployment starts, it is shorter. */
    started(): void {
      timeoutMs = startedTimeoutMs;
    },
    close: (): Promise<void> => pool.destroy(),
  };
}

/** A call that the node answered with an error. */
export class JsonRpcError extends LocalDeploymentError {
  override readonly name: string = named(this, 'JsonRpcError');
  readonly method: string;
  readonly rpcCode: number;
  /** The message of the node. */
  readonly rpcMessage: string;
  /** The revert data of a call that reverted. */
  readonly rpcData: unknown;

  constructor(method: string, { code, message, data }: RpcFailure) {
    super('DEPLOYMENT_ENGINE_FAILED', { summary: `The EVM engine rejected ${method}: ${message}` });
    this.method = method;
    this.rpcCode = code;
    this.rpcMessage = message;
    this.rpcData = data;
  }
}

/** A node sent no answer, or one that is not JSON-RPC. */
export class NoAnswerError extends LocalDeploymentError {
  override readonly name: string = named(this, 'NoAnswerError');
  readonly #problem: string;

  /** @param problem - What the node did instead, as the end of a sentence about it: `does not listen`. */
  constructor(problem: string, cause?: unknown) {
    const summary = sentence('The EVM engine of the local deployment', problem);
    super('DEPLOYMENT_STOPPED', { summary, cause });
    this.#problem = problem;
  }

  /** Returns the sentence about a node with this name. */
  of(node: string): string {
    return sentence(node, this.#problem);
  }
}

function sentence(node: string, problem: string): string {
  return `${node} ${problem}${problem.endsWith('?') ? '' : '.'}`;
}

/** The error for a result that does not have the form of the method's results. */
export function unreadableResult(method: string): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_ENGINE_FAILED', {
    summary: `The EVM engine sent an unreadable answer to ${method}.`,
  });
}

/** Returns whether a result is a number in the form of JSON-RPC. */
export function isQuantity(result: unknown): result is Hex {
  return typeof result === 'string' && /^0x[\da-f]+$/i.test(result);
}

/** Writes a number in the form of JSON-RPC. */
export function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: RpcFailure | undefined;
}

const missingAnswer: RpcAnswer = { error: { code: 0, message: 'it did not answer' } };

/** Reads the answers to calls, whose ids are their indices. An error of the whole request is that of each call. */
function readAnswers(status: number, body: Buffer, count: number): RpcAnswer[] {
  if (status === 401 || status === 403) throw notJsonRpc(status);
  const answers = [parsed(status, body)].flat();
  if (!answers.every(isAnswer)) throw notJsonRpc(status);
  const [only] = answers;
  const ofAll = answers.length === 1 && only?.error && typeof only.id !== 'number' ? only : undefined;
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return Array.from({ length: count }, (_, id) => ofAll ?? byId.get(id) ?? missingAnswer);
}

function parsed(status: number, body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw notJsonRpc(status, cause);
  }
}

function isAnswer(value: unknown): value is RpcAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { error } = value as { readonly error?: Partial<RpcFailure> | null };
  return error ? typeof error.message === 'string' : 'result' in value;
}

function notJsonRpc(status: number, cause?: unknown): NoAnswerError {
  if (status >= 200 && status < 300) return new NoAnswerError('sends something other than JSON-RPC', cause);
  const hint = status === 401 || status === 403 ? '; check the key in its URL' : '';
  return new NoAnswerError(`answers ${status}${hint}`, cause);
}

function unreachable(cause: unknown): NoAnswerError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const isRefused = code === 'ECONNREFUSED';
  return new NoAnswerError(isRefused ? 'does not listen' : `cannot be reached (${code ?? message})`, cause);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
