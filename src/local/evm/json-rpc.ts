import { Pool } from 'undici';
import { LocalDeploymentError } from '../../errors/deployment-error.js';

/** A method and its parameters. */
export type RpcCall = readonly [method: string, ...params: unknown[]];

/** A call that the engine answered with an error. */
export class JsonRpcError extends LocalDeploymentError {
  readonly method: string;
  readonly rpcCode: number;
  /** The error's own words. */
  readonly rpcMessage: string;

  constructor(method: string, { code, message }: RpcFailure) {
    super('DEPLOYMENT_ENGINE_FAILED', { summary: `The EVM engine refused ${method}: ${message}` });
    this.method = method;
    this.rpcCode = code;
    this.rpcMessage = message;
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

interface RpcFailure {
  readonly code: number;
  readonly message: string;
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: RpcFailure;
}

const connections = 8;

/** Creates a client of a JSON-RPC endpoint over HTTP. */
export function createJsonRpc(url: string): JsonRpc {
  const pool = new Pool(url, { connections });

  async function batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    const answers = await post(
      calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })),
    );
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return calls.map(([method], id) => {
      const { result, error } = byId.get(id) ?? unanswered(id);
      return error ? new JsonRpcError(method, error) : result;
    });
  }

  async function post(body: unknown): Promise<RpcAnswer[]> {
    try {
      const answer = await pool.request({
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await answer.body.json()) as RpcAnswer[];
    } catch (cause) {
      throw new LocalDeploymentError('DEPLOYMENT_STOPPED', {
        summary: 'The EVM engine of the local deployment does not answer.',
        cause,
      });
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

function unanswered(id: number): RpcAnswer {
  return { id, error: { code: 0, message: 'it gave no answer' } };
}
