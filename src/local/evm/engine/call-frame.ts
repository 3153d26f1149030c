import type { Hex } from '../destination-chain.js';
import type { RpcLog } from '../layer/layer-codec.js';
import type { CallFailure } from './engine.js';

/** A call and those within it, as the `callTracer` gives them with `withLog`. */
export interface CallFrame {
  /** Whom it called, or what it created. */
  readonly to?: Hex;
  readonly gasUsed: Hex;
  readonly output?: Hex;
  readonly error?: string;
  readonly logs?: readonly FrameLog[];
  readonly calls?: readonly CallFrame[];
}

interface FrameLog extends RpcLog {
  /** How many of the calls within came before it. */
  readonly position?: Hex;
}

/** The logs of a call and all within it, in the order in which they were written. */
export function logsOf({ error, logs = [], calls = [] }: CallFrame): RpcLog[] {
  // What a failed call wrote is taken back, though not every tracer leaves it out.
  if (error !== undefined) return [];
  const positionOf = ({ position }: FrameLog): number => Number(position ?? calls.length);
  const before = (index: number): RpcLog[] => logs.filter((log) => positionOf(log) === index);
  return [...calls.flatMap((call, index) => [...before(index), ...logsOf(call)]), ...before(calls.length)];
}

/** Why a call failed that was made with a limit, or undefined when it did not. */
export function failureOf(
  { error, output: data = '0x', gasUsed }: CallFrame,
  limit: Hex,
): CallFailure | undefined {
  if (error === undefined) return undefined;
  const isOutOfGas = data === '0x' && (/out\s*of\s*gas/i.test(error) || BigInt(gasUsed) >= BigInt(limit));
  return { data, isOutOfGas };
}
