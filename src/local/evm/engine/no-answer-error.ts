import { LocalDeploymentError, named } from '../../../errors.js';
import { formatDuration } from '../../../internal/print.js';

/** A node gave no answer of JSON-RPC. */
export class NoAnswerError extends LocalDeploymentError {
  override readonly name: string = named(this, 'NoAnswerError');
  readonly #fault: string;

  /** @param fault - What it did in its place, to go on after its name: `does not listen`. */
  constructor(fault: string, cause?: unknown) {
    const summary = sentence('The EVM engine of the local deployment', fault);
    super('DEPLOYMENT_STOPPED', { summary, cause });
    this.#fault = fault;
  }

  /** The sentence about a node that is called so. */
  of(node: string): string {
    return sentence(node, this.#fault);
  }
}

/** The error for a connection that failed. */
export function unreached(cause: unknown): NoAnswerError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const isRejected = code === 'ECONNREFUSED';
  return new NoAnswerError(isRejected ? 'does not listen' : `cannot be reached (${code ?? message})`, cause);
}

/** The error for an answer that did not come. */
export function tooLate(timeoutMs: number): NoAnswerError {
  return new NoAnswerError(`does not answer within ${formatDuration(timeoutMs)}`);
}

/** The error for an answer with this status that is no JSON-RPC. */
export function nonsense(status: number, cause?: unknown): NoAnswerError {
  if (status >= 200 && status < 300) return new NoAnswerError('sends something other than JSON-RPC', cause);
  const hint = status === 401 || status === 403 ? '; is the key in its URL right?' : '';
  return new NoAnswerError(`answers ${status}${hint}`, cause);
}

function sentence(node: string, fault: string): string {
  return `${node} ${fault}${fault.endsWith('?') ? '' : '.'}`;
}
