import type { Hex } from 'crosscheck/local';

/** The result of a call, or the error with which the node rejected it. */
export interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Makes a JSON-RPC call, and returns its result. Throws what the node rejected. */
export async function callRpc(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const { result, error } = await askRpc(url, method, ...params);
  if (error !== undefined) throw new Error(error.message);
  return result;
}

/** Makes a JSON-RPC call, and returns what the node answered. */
export async function askRpc(url: string, method: string, ...params: readonly unknown[]): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }),
  });
  return (await response.json()) as RpcAnswer;
}

/** Writes a number in the form of JSON-RPC. */
export function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
