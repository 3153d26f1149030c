import { nonsense } from './no-answer-error.js';

/** The error of a call, as JSON-RPC has it. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The answer to one call. */
export interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: RpcFailure | undefined;
}

const deniedAccess: readonly number[] = [401, 403];

/**
 * Reads the answers to calls, whose ids are their places among them; an error of the whole request is that of each.
 *
 * @throws NoAnswerError when it is no JSON-RPC, or the endpoint lets nobody in.
 */
export function readRpcAnswers(status: number, body: Buffer, count: number): RpcAnswer[] {
  if (deniedAccess.includes(status)) throw nonsense(status);
  const answers = [parsed(status, body)].flat();
  if (!answers.every(isAnswer)) throw nonsense(status);
  const [only] = answers;
  const ofAll = answers.length === 1 && only?.error && typeof only.id !== 'number' ? only : undefined;
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return Array.from({ length: count }, (_, id) => ofAll ?? byId.get(id) ?? unanswered);
}

const unanswered: RpcAnswer = { error: { code: 0, message: 'it did not answer' } };

function parsed(status: number, body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw nonsense(status, cause);
  }
}

function isAnswer(value: unknown): value is RpcAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { error } = value as { readonly error?: Partial<RpcFailure> | null };
  return error ? typeof error.message === 'string' : 'result' in value;
}
