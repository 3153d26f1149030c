import type { Call } from '../client/call.js';
import { evidenceOfCall } from '../client/evidence.js';
import { exchangeLines } from '../client/exchange-text.js';
import type { PlannedRequest } from '../client/request.js';
import { type CallLimits, callOnce, dispatcherOf } from '../client/transport.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Exchange } from '../deployment/exchange.js';
import { isError, PreflightError } from '../errors.js';
import { areAlike, varyingWords, type WordSets, wordsOf, wordsOnlyOf } from './answer-comparison.js';
import { observerControlRequests } from './control-requests.js';
import {
  answersEveryPathAlike,
  ignoresOperationId,
  type PreflightFailure,
  preflightFailureOf,
} from './preflight-failures.js';

/** Whether the observer of a deployment is at its path, so that its 404 says something about an operation. */
export type ObserverCheck =
  | {
      readonly isAtPath: true;
      /** Why a 404 is not about the requested operation, in a few words; undefined if it is. */
      readonly notOfOperation: (exchange: Exchange) => string | undefined;
    }
  | {
      readonly isAtPath: false;
      /** What is wrong: every path gets the same answer, the operation id may be ignored, or answers are missing. */
      readonly problem: 'path' | 'operation-id' | 'no-answers';
      /** The requests and answers, and what to do. */
      readonly error: PreflightError;
      /** The exchange that shows it; undefined if a control request was not sent. */
      readonly exchange: Exchange | undefined;
    };

/** Sends a control request once. */
type SendControlRequest = (request: PlannedRequest) => Promise<Call>;

/**
 * Returns whether the observer of a deployment is at its path: the server must answer an unknown path differently, and a request
 * without an id differently from one with an unknown id. Sends a request with an unknown id and one without an id, to the path and
 * to an unknown one. If the answers differ only in their texts, it sends them again, because texts may vary. Never rejects.
 */
export async function checkObserver(
  deployment: Deployment,
  send: SendControlRequest,
): Promise<ObserverCheck> {
  try {
    const asked = await askControlRequests(deployment, send, 'first');
    if ('isAtPath' in asked) return asked;
    const { unknown, wrongPath, withoutId, wrongPathWithoutId } = asked;
    const isEveryIdAlike = areAlike(unknown, wrongPath);
    const isEveryPathAlike = isEveryIdAlike && areAlike(withoutId, wrongPathWithoutId);
    if (isEveryPathAlike) return everyPathAlike(deployment, asked);
    if (areAlike(unknown, withoutId)) return operationIdIgnored(deployment, asked);
    const isPathRead =
      statusOf(unknown) !== statusOf(wrongPath) || statusOf(withoutId) !== statusOf(wrongPathWithoutId);
    if (isPathRead && statusOf(unknown) !== statusOf(withoutId))
      return established((exchange) => !isEveryIdAlike && areAlike(exchange, wrongPath));
    // Only the texts differ, which may vary from answer to answer.
    const again = await askControlRequests(deployment, send, 'again');
    if ('isAtPath' in again) return again;
    return checkByWords(deployment, asked, again);
  } catch (error) {
    const summary = isError(error) ? (error.message.split('\n', 1)[0] as string) : String(error);
    const advice =
      deployment.exchanges === 'replayed'
        ? 'record it again: a 404 needs control requests, which this recording does not have'
        : 'fix that first, then run again';
    return notEstablished({ summary, advice }, undefined);
  }
}

export function sendOnce(deployment: Deployment, limits: CallLimits): SendControlRequest {
  return (request) => callOnce(deployment, dispatcherOf(deployment), request, limits);
}

/**
 * The control requests. `wrongPath` shows a server that answers every path like an unknown id; `withoutId` shows an observer
 * that reads the id from another parameter; `wrongPathWithoutId` shows whether an observer whose 404 for an unknown id is that
 * of its server rejects a missing id by itself.
 */
const controlKinds = ['unknown', 'wrongPath', 'withoutId', 'wrongPathWithoutId'] as const;

/** Their exchanges, each with a complete response. */
type ControlAnswers = Readonly<Record<(typeof controlKinds)[number], Exchange>>;

/** Returns the answers; or the result, if an answer is missing or says that the service is down. */
async function askControlRequests(
  deployment: Deployment,
  send: SendControlRequest,
  time: 'first' | 'again',
): Promise<ControlAnswers | ObserverCheck> {
  const { endpoint, ...requests } = observerControlRequests(deployment, time);
  const sending = controlKinds.map((kind) => send(requests[kind]));
  // If one is not sent, wait until the others end before the caller continues.
  await Promise.allSettled(sending);
  const calls = await Promise.all(sending);
  const inconclusive = calls.find((call) => {
    const { cause } = evidenceOfCall(call);
    return call.outcome.kind !== 'response' || cause === 'overload' || cause === 'credentials';
  });
  if (inconclusive !== undefined) {
    const status = inconclusive.exchange.response?.status;
    const failure = preflightFailureOf(
      endpoint,
      inconclusive,
      deployment.attemptTimeoutMs,
      'attemptTimeoutMs',
    ) ?? {
      summary: `${endpoint.who} answered a control request with status ${status}`,
      advice: 'check whether the service runs, and try again later',
    };
    return notEstablished(failure, inconclusive.exchange);
  }
  const answers = calls.map(({ exchange }, at) => [controlKinds[at], exchange]);
  return Object.fromEntries(answers) as ControlAnswers;
}

function statusOf({ response }: Exchange): number {
  return response?.status as number;
}

/**
 * Compares two answers of each kind. Words that only one of the two contains, such as a counter, are ignored.
 */
function checkByWords(deployment: Deployment, first: ControlAnswers, again: ControlAnswers): ObserverCheck {
  const wordSets = (kind: keyof ControlAnswers): WordSets => [first[kind], again[kind]].map(wordsOf);
  const unknown = wordSets('unknown');
  const wrongPath = wordSets('wrongPath');
  const withoutId = wordSets('withoutId');
  const wrongPathWithoutId = wordSets('wrongPathWithoutId');
  const varying = new Set([unknown, wrongPath, withoutId, wrongPathWithoutId].flatMap(varyingWords));
  const onlyUnknown = wordsOnlyOf(unknown, wrongPath, varying);
  const onlyWrongPath = wordsOnlyOf(wrongPath, unknown, varying);
  const isEveryIdAlike = onlyUnknown.length + onlyWrongPath.length === 0;
  const isNoIdAlike = haveSameWords(withoutId, wrongPathWithoutId, varying);
  if (isEveryIdAlike && isNoIdAlike) return everyPathAlike(deployment, first);
  if (!isIdNamed(first) && haveSameWords(unknown, withoutId, varying))
    return operationIdIgnored(deployment, first);
  const always = wordsOnlyOf(wrongPath, [], varying);
  return established((exchange) => {
    const words = wordsOf(exchange);
    const isLikeWrongPath = always.every((word) => words.has(word));
    return !isEveryIdAlike && isLikeWrongPath && !onlyUnknown.some((word) => words.has(word));
  });
}

function haveSameWords(one: WordSets, other: WordSets, varying: ReadonlySet<string>): boolean {
  return wordsOnlyOf(one, other, varying).length + wordsOnlyOf(other, one, varying).length === 0;
}

/** Returns whether the answer to an unknown id contains the id, which the comparison of words leaves out. */
function isIdNamed({ unknown: { request, response } }: ControlAnswers): boolean {
  return [...new URL(request.url).searchParams.values()].some((id) => response?.body.includes(id));
}

/** The result if the observer is at its path. `isOfWrongPath` returns whether a 404 is the answer to an unknown path. */
function established(isOfWrongPath: (exchange: Exchange) => boolean): ObserverCheck {
  return {
    isAtPath: true,
    notOfOperation: (exchange) => (isOfWrongPath(exchange) ? 'as at a path that does not exist' : undefined),
  };
}

function everyPathAlike(deployment: Deployment, { unknown }: ControlAnswers): ObserverCheck {
  const { endpoint } = observerControlRequests(deployment);
  const failure = answersEveryPathAlike(endpoint, statusOf(unknown));
  return doubtful('path', 'the observer answers every path alike', failure, unknown);
}

function operationIdIgnored(deployment: Deployment, { unknown }: ControlAnswers): ObserverCheck {
  const { endpoint } = observerControlRequests(deployment);
  const failure = ignoresOperationId(
    endpoint,
    statusOf(unknown),
    deployment.conventions.operationIdParameter,
  );
  return doubtful('operation-id', 'the observer may not read the operation id', failure, unknown);
}

function notEstablished(failure: PreflightFailure, exchange: Exchange | undefined): ObserverCheck {
  return doubtful(
    'no-answers',
    'it could not be established that the observer is at its path',
    failure,
    exchange,
  );
}

function doubtful(
  problem: 'path' | 'operation-id' | 'no-answers',
  reason: string,
  { summary, advice }: PreflightFailure,
  exchange: Exchange | undefined,
): ObserverCheck {
  const lines = exchange === undefined ? [] : exchangeLines(exchange);
  const error = new PreflightError(reason, advice, { summary, details: lines });
  return { isAtPath: false, problem, error, exchange };
}
