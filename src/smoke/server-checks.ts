import { unknownInclusionRequest } from '../case/case-plan.js';
import { evidenceIn } from '../case/inconclusive-answers.js';
import { adviceForNetwork } from '../client/http-errors.js';
import { networkFailure } from '../client/network-failure.js';
import { type Exchange, endOf } from '../deployment/exchange.js';
import { type BuiltInEndpointName, builtInEndpointNames } from '../endpoint/built-in.js';
import { realClock, unixNowMs } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { counted, formatDuration, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { checkObserver } from '../probing/observer-check.js';
import { preflightFailureOf } from '../probing/preflight-failures.js';
import {
  certificateProblem,
  dayOf,
  daysLeft,
  fetchCertificate,
  isCertificateError,
  isValidityError,
  type ServerCertificate,
} from './certificate.js';
import { exchangeDetails, inconclusive, withExchange } from './judge-answer.js';
import { sendObserved } from './send-observed.js';
import { clockAheadMs, skewText } from './server-clock.js';
import { type JudgedRequest, type SmokeOutcome, type SmokeRun, send, simulation } from './smoke-run.js';

/** Sends the first request to an endpoint: a valid call, or a query for an unknown operation. */
export async function reach(run: SmokeRun, name: BuiltInEndpointName): Promise<SmokeOutcome> {
  const { endpoints, settings } = run;
  const request = name === 'simulate' ? simulation(run) : unknownInclusionRequest(run.deployment);
  const sent = await sendObserved(run, request);
  run.first[name] = sent;
  const { call, observation } = sent;
  const { kind, cause } = evidenceIn(observation);
  // The cache may pass on other requests, so the other checks are made.
  if (cause === 'cache') run.reached.add(name);
  // Whatever answers with a redirect or a page is not the service.
  const isElsewhere = cause === 'redirect' || cause === 'page';
  if (kind === 'no-verdict' && !isElsewhere) return inconclusive(run, sent);
  const failure = preflightFailureOf(endpoints[name], call, settings.attemptTimeoutMs, settings.attemptLimit);
  if (failure !== undefined)
    return withExchange(sent, { status: 'failed', message: failure.summary, advice: failure.advice });
  if (name === 'inclusion' && kind === 'not-found') {
    const doubt = await routeDoubt(run);
    if (doubt !== undefined) return doubt;
  }
  run.reached.add(name);
  const status = call.exchange.response?.status;
  return {
    status: 'passed',
    message: `answered with status ${status} in ${formatDuration(call.exchange.durationMs)}`,
  };
}

/** Returns the outcome if the 404 for an unknown operation is not known to be the observer's own. */
async function routeDoubt(run: SmokeRun): Promise<SmokeOutcome | undefined> {
  const check = await checkObserver(run.deployment, (request) => send(run, request));
  if (check.isAtPath) return undefined;
  const { problem, error, exchange = (run.first.inclusion as JudgedRequest).call.exchange } = check;
  // The observer is there, so the other checks are made.
  if (problem === 'operation-id') run.reached.add('inclusion');
  run.isNotFoundOpen = true;
  return {
    status: problem === 'path' ? 'failed' : 'inconclusive',
    message: error.summary,
    details: exchangeDetails(exchange),
    traceId: exchange.traceId,
    advice: error.advice,
  };
}

/** Judges the certificates of the https hosts. */
export async function checkTls(run: SmokeRun): Promise<SmokeOutcome> {
  const endpoints = httpsEndpoints(run);
  if (endpoints.size === 0)
    return {
      status: 'skipped',
      message: 'no TLS: both addresses are http, so traffic is not encrypted',
    };
  const outcomes: SmokeOutcome[] = [];
  for (const [origin, endpoint] of endpoints) outcomes.push(await judgeCertificate(run, origin, endpoint));
  return together(outcomes);
}

/** Returns an endpoint of each https origin: two addresses of one server are checked once. */
function httpsEndpoints({ endpoints }: SmokeRun): Map<string, BuiltInEndpointName> {
  const all = builtInEndpointNames.map((name) => [endpoints[name].origin, name] as const);
  return new Map(all.filter(([origin]) => origin.startsWith('https:')));
}

async function judgeCertificate(
  run: SmokeRun,
  origin: string,
  endpoint: BuiltInEndpointName,
): Promise<SmokeOutcome> {
  const { host } = new URL(origin);
  const { attemptTimeoutMs: timeoutMs, signal } = run.settings;
  const rejection = rejectionOf(run, endpoint);
  // A rejected connection shows no certificate, and a replay opens no connection.
  const certificate =
    rejection === undefined || run.deployment.exchanges === 'replayed'
      ? run.certificates.of(origin)
      : await fetchCertificate(origin, timeoutMs, realClock, signal);
  const details = certificate === undefined ? [] : [certificateLine(certificate)];
  const now = unixNowMs(run.clock);
  const found = certificate && certificateProblem(certificate, now, run.settings.minCertificateDays);
  if (rejection !== undefined) {
    const why = formatText(networkFailure(rejection));
    const message = `${host}: the certificate is not accepted: ${why}`;
    if (found !== undefined && isValidityError(rejection))
      return { status: 'failed', message, details, advice: found.advice };
    const also = found === undefined ? [] : [labelled('Also', `it ${found.problem}`)];
    return {
      status: 'failed',
      message,
      details: [...details, ...also],
      advice: adviceForNetwork(rejection),
    };
  }
  if (certificate === undefined) {
    const why = run.reached.has(endpoint)
      ? 'the dispatcher of the deployment made no new connection to it'
      : 'not checked: no connection was made';
    return { status: 'skipped', message: `${host}: ${why}` };
  }
  if (found !== undefined)
    return {
      status: 'failed',
      message: `${host}: the certificate ${found.problem}`,
      details,
      advice: found.advice,
    };
  const days = counted(daysLeft(certificate.validTo, now), 'day');
  return {
    status: 'passed',
    message: `${host}: ${certificate.protocol}, certificate valid until ${dayOf(certificate.validTo)}, for ${days}`,
  };
}

/** Returns why the certificate was rejected; undefined if it was not, or if the connection failed for another reason. */
function rejectionOf({ first }: SmokeRun, endpoint: BuiltInEndpointName): unknown {
  const outcome = first[endpoint]?.call.outcome;
  return outcome?.kind === 'network' && isCertificateError(outcome.error) ? outcome.error : undefined;
}

function certificateLine({ subject, issuer, validFrom, validTo, protocol }: ServerCertificate): string {
  const names = `${formatText(subject, 100)}, signed by ${formatText(issuer, 100)}`;
  return labelled(
    'Certificate',
    `${names}, valid from ${dayOf(validFrom)} to ${dayOf(validTo)}, ${protocol}`,
  );
}

/** Merges the outcomes of all hosts: passed only if all of them passed, and failed if one failed. */
function together(outcomes: readonly SmokeOutcome[]): SmokeOutcome {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const reported = failed.length > 0 ? failed : outcomes;
  const [first, ...others] = reported as [SmokeOutcome, ...SmokeOutcome[]];
  return {
    ...(others.find(({ status }) => status === 'skipped') ?? first),
    message: reported.map(({ message }) => message).join('; '),
    details: reported.flatMap(({ details = [] }) => details),
  };
}

/** A server's clock compared with this machine's. */
interface Clocks {
  readonly who: string;
  readonly origin: string;
  readonly hostname: string;
  /** How far the server's clock is ahead, in milliseconds; negative if it is behind, 0 if the clocks may be equal. */
  readonly aheadMs: number;
  readonly line: string;
}

/** Compares the header `Date` of the first answers with this machine's clock. */
export function checkClockSkew(run: SmokeRun): SmokeOutcome {
  const clocks = clocksOf(run);
  if (clocks.length === 0)
    return { status: 'skipped', message: 'no fresh answer had a header Date with the time of its server' };
  const { maxClockSkewMs } = run.settings;
  const wrong = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > maxClockSkewMs);
  if (wrong.length > 0)
    return {
      status: 'failed',
      message: `${wrong.map(({ who, aheadMs }) => skewText(who, aheadMs)).join('; ')}: more than ${formatDuration(maxClockSkewMs)} (${optionName('maxClockSkewMs')})`,
      details: clocks.map(({ line }) => line),
      cause: isOwnClock(wrong) ? 'this-machine' : 'one-host',
    };
  const most = Math.max(...clocks.map(({ aheadMs }) => Math.abs(aheadMs)));
  const seen = most === 0 ? 'no measurable difference' : `at most ${formatDuration(most)} apart`;
  const silent = silentServers(run, clocks);
  if (silent.length === 0) return { status: 'passed', message: seen };
  return {
    status: 'skipped',
    message: `${clocks.map(({ who }) => who).join(', ')}: ${seen}; ${silent.join(', ')}: no header Date to compare`,
  };
}

/** Returns the servers that answered without a time, from origins whose clock no other answer shows. */
function silentServers({ endpoints }: SmokeRun, clocks: readonly Clocks[]): string[] {
  const seen = new Set(clocks.map(({ origin }) => origin));
  const { simulate, inclusion } = endpoints;
  return [simulate, inclusion].filter(({ origin }) => !seen.has(origin)).map(({ who }) => who);
}

/** If two hosts differ by the same time, this machine's clock is wrong. */
function isOwnClock([one, other]: readonly Clocks[]): boolean {
  if (one === undefined || other === undefined || one.hostname === other.hostname) return false;
  return Math.abs(one.aheadMs - other.aheadMs) < 2_000;
}

/** The clock of each origin, by its answer that differs most. */
function clocksOf({ first, endpoints }: SmokeRun): Clocks[] {
  const clocks = new Map<string, Clocks>();
  for (const name of builtInEndpointNames) {
    const { origin, who } = endpoints[name];
    const { exchange } = first[name]?.call ?? {};
    const aheadMs = exchange && clockAheadMs(exchange);
    const other = clocks.get(origin);
    if (aheadMs === undefined || (other && Math.abs(other.aheadMs) >= Math.abs(aheadMs))) continue;
    const date = Date.parse(exchange?.response?.headers.date ?? '');
    const line = labelled(
      'Clocks',
      `${who}: ${iso(date)}, this machine: ${iso(endOf(exchange as Exchange))}`,
    );
    clocks.set(origin, { who, origin, hostname: new URL(origin).hostname, aheadMs, line });
  }
  return [...clocks.values()];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
