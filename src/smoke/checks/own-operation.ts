import { isUnseenStatus } from '../../checks/case/is-unseen.js';
import type { OperationInput, OwnOperation } from '../../contract/own-operation.js';
import { HttpError } from '../../errors/http-error.js';
import { SchemaMismatchError } from '../../errors/schema-error.js';
import { createClient } from '../../http/create-client.js';
import { printDuration, printText } from '../../internal/print.js';
import type { SmokeOutcome, SmokeRun } from '../smoke-run.js';

const toDo = 'What to do: ';

/** Calls an operation of the user's own with its example, if it changes nothing. */
export async function checkOwnOperation(run: SmokeRun, operation: OwnOperation): Promise<SmokeOutcome> {
  const { name, example, readOnly, query, body } = operation;
  if (!readOnly)
    return {
      status: 'skipped',
      message: `not asked: ${name} is not readOnly, and a smoke run changes nothing`,
    };
  if (example === undefined && (query ?? body) !== undefined)
    return { status: 'skipped', message: `not asked: ${name} has no example to send` };
  const { timeoutMs, signal } = run.settings;
  const client = createClient(run.deployment);
  try {
    const called = await run.sender.inTurn(() =>
      client.call(operation, (example ?? {}) as OperationInput<OwnOperation>, {
        timeoutMs,
        signal,
        retries: 0,
      }),
    );
    return {
      status: 'passed',
      message: `answered in ${printDuration(called.durationMs)}`,
      details: called.drift.map(({ path }) => `Note:      ${printText(path)} is not in its schema`),
    };
  } catch (error) {
    if (!(error instanceof HttpError) && !(error instanceof SchemaMismatchError)) throw error;
    return outcomeOf(error);
  }
}

function outcomeOf(error: HttpError | SchemaMismatchError): SmokeOutcome {
  const { details, summary } = error;
  const advice = details.find((line) => line.startsWith(toDo))?.slice(toDo.length);
  return {
    status: isUnseenError(error) ? 'inconclusive' : 'failed',
    message: summary,
    details: details.filter((line) => !line.startsWith(toDo)),
    advice: advice ?? 'compare the schema of the operation with what the service answers',
  };
}

function isUnseenError({ code, status }: HttpError | SchemaMismatchError): boolean {
  if (code === 'HTTP_NETWORK' || code === 'HTTP_TIMEOUT') return true;
  return code === 'HTTP_STATUS' && status !== undefined && isUnseenStatus(status);
}
