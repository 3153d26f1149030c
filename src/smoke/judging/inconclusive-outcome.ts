import { evidenceOfCall, staleAdvice } from '../../client/evidence.js';
import { statusSummary } from '../../client/http-errors.js';
import type { ResolvedEndpoint } from '../../client/request.js';
import { retryAfterMs } from '../../client/retry.js';
import type { Call } from '../../client/transport.js';
import { unixNowMs } from '../../internal/clock.js';
import { formatDuration } from '../../internal/print.js';
import { type PreflightFailure, preflightFailureOf } from '../../probing/preflight-failures.js';
import type { RunSettings, SmokeOutcome } from '../smoke-run.js';
import { isCertificateError } from '../tls/certificate-errors.js';
import { exchangeDetails } from './exchange-details.js';

/** Returns the outcome of a request that proves nothing. */
export function inconclusive(
  endpoint: ResolvedEndpoint,
  call: Call,
  limits: Pick<RunSettings, 'attemptTimeoutMs' | 'attemptLimit'>,
): SmokeOutcome {
  const { summary, advice } = whyInconclusive(endpoint, call, limits);
  return { status: 'inconclusive', message: summary, advice, details: exchangeDetails(call.exchange) };
}

function whyInconclusive(
  endpoint: ResolvedEndpoint,
  call: Call,
  { attemptTimeoutMs, attemptLimit }: Pick<RunSettings, 'attemptTimeoutMs' | 'attemptLimit'>,
): PreflightFailure {
  const { outcome, exchange } = call;
  const { cause, reason } = evidenceOfCall(call);
  if (cause === 'cache') return { summary: `${endpoint.who} gave ${reason}`, advice: staleAdvice };
  const failure = preflightFailureOf(endpoint, call, attemptTimeoutMs, attemptLimit);
  if (outcome.kind === 'network' && isCertificateError(outcome.error) && failure !== undefined)
    return { ...failure, advice: 'see the check tls: it tells what is wrong with the certificate' };
  if (failure !== undefined) return failure;
  if (outcome.kind !== 'response')
    return {
      summary: `${endpoint.who} answered with more than is read of an answer`,
      advice: 'raise maxResponseBytes if such an answer is right',
    };
  const { status, headers } = outcome.response;
  const asked = retryAfterMs(headers['retry-after'], unixNowMs());
  const pause = asked === undefined ? '' : `: it asks for a pause of ${formatDuration(asked)}`;
  const advice =
    status === 429
      ? `ask less often (ratePerSecond), or later${pause}`
      : `check whether the service runs, and whether what stands before it reaches it; try again later${pause}`;
  return { summary: statusSummary(endpoint.who, status, exchange), advice };
}
