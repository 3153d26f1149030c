import { mixedUpAdvice, sharedTransactionsAdvice } from '../../client/http-errors.js';
import { isSameOperation, otherOperation } from '../../client/results.js';
import { formatText, formatValue } from '../../internal/print.js';
import { transactionsKey } from '../../polling/poller.js';
import { exchangeDetails } from '../judging/exchange-details.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

/**
 * Returns the outcome if the answer for a configured operation belongs to another operation: it names that one, or has the
 * transactions of another configured one. Otherwise returns undefined.
 */
export function foreignRecord(
  { deployment, known }: SmokeRun,
  operationId: string,
  { call: { exchange }, observation }: Asked,
): SmokeOutcome | undefined {
  const { answer } = observation;
  if (answer?.inclusion === undefined) return undefined;
  const id = formatText(operationId, 80);
  const details = exchangeDetails(exchange);
  const body = 'value' in answer.json ? answer.json.value : undefined;
  const named = otherOperation(operationId, body);
  if (named !== undefined) {
    const other = typeof named.value === 'string' ? formatText(named.value, 80) : formatValue(named.value);
    const message = exchange.redact(`expected the record of ${id}, got one of another operation: ${other}`);
    return { status: 'failed', message, details, advice: mixedUpAdvice };
  }
  const key = transactionsKey({ response: answer.inclusion });
  const owner = [...known].find(([other, asked]) => {
    const response = asked.observation.answer?.inclusion;
    const isOther = response !== undefined && !isSameOperation(other, operationId);
    return isOther && key !== undefined && transactionsKey({ response }) === key;
  });
  if (owner === undefined || deployment.conventions.transactionsShared) return undefined;
  return {
    status: 'failed',
    message: `the records of ${id} and ${formatText(owner[0], 80)} have the same transactions`,
    details,
    advice: sharedTransactionsAdvice,
  };
}
