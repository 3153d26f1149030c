import { adviceForNetwork } from '../../client/http-errors.js';
import { networkFailure } from '../../client/network-failure.js';
import { type BuiltInEndpointName, builtInEndpointNames } from '../../endpoint/built-in.js';
import { realClock, unixNowMs } from '../../internal/clock.js';
import { formatText } from '../../internal/print.js';
import type { SmokeOutcome, SmokeRun } from '../smoke-run.js';
import { isCertificateError, isValidityError } from '../tls/certificate-errors.js';
import { certificateProblem, dayOf, daysLeft, daysText } from '../tls/certificate-problem.js';
import { fetchCertificate, type ServerCertificate } from '../tls/server-certificate.js';

/** Judges the certificates of the https hosts. */
export async function checkTls(run: SmokeRun): Promise<SmokeOutcome> {
  const endpoints = httpsEndpoints(run);
  if (endpoints.size === 0)
    return {
      status: 'skipped',
      message: 'no TLS: both addresses are http, so traffic is not encrypted',
    };
  const outcomes: SmokeOutcome[] = [];
  for (const [origin, endpoint] of endpoints) outcomes.push(await outcomeOf(run, origin, endpoint));
  return together(outcomes);
}

/** Returns an endpoint of each https origin: two addresses of one server are checked once. */
function httpsEndpoints({ endpoints }: SmokeRun): Map<string, BuiltInEndpointName> {
  const all = builtInEndpointNames.map((name) => [endpoints[name].origin, name] as const);
  return new Map(all.filter(([origin]) => origin.startsWith('https:')));
}

async function outcomeOf(
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
  const now = unixNowMs();
  const found = certificate && certificateProblem(certificate, now, run.settings.minCertificateDays);
  if (rejection !== undefined) {
    const why = formatText(networkFailure(rejection));
    const message = `${host}: the certificate is not accepted: ${why}`;
    if (found !== undefined && isValidityError(rejection))
      return { status: 'failed', message, details, advice: found.advice };
    const also = found === undefined ? [] : [`Also:      it ${found.problem}`];
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
  const days = daysText(daysLeft(certificate.validTo, now));
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
  return `Certificate: ${names}, valid from ${dayOf(validFrom)} to ${dayOf(validTo)}, ${protocol}`;
}

/** Merges the outcomes of all hosts: passed only if all of them passed, and failed if one failed. */
function together(outcomes: readonly SmokeOutcome[]): SmokeOutcome {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const told = failed.length > 0 ? failed : outcomes;
  const [first, ...others] = told as [SmokeOutcome, ...SmokeOutcome[]];
  return {
    ...(others.find(({ status }) => status === 'skipped') ?? first),
    message: told.map(({ message }) => message).join('; '),
    details: told.flatMap(({ details = [] }) => details),
  };
}
