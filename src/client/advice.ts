import { builtInEndpointNames } from '../contract/operations.js';
import { redactUrl } from '../internal/redaction.js';
import { sentCredentials } from './credentials-fault.js';
import type { Exchange } from './exchange.js';
import { plainHttpToTls } from './network-failure.js';

/** What to do about a status, for somebody who did not write the deployment's profile. */
export function adviceForStatus(
  endpoint: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  exchange: Exchange,
): string {
  if (status >= 500) return 'look into the logs of the service: it failed';
  if (status >= 300 && status < 400) {
    return `set the base URL to where the service is: redirects are not followed${redirectTarget(headers.location, exchange)}`;
  }
  const isOwn = !builtInEndpointNames.some((name) => name === endpoint);
  switch (status) {
    case 400:
    case 422:
      return 'read what the service says of the request; what was sent is in the exchange of this error';
    case 401:
    case 403:
      return sentCredentials(exchange.request.headers).length === 0
        ? 'give credentials in the headers of the deployment, or in CROSSCHECK_AUTHORIZATION'
        : 'look whether the credentials have expired, and whether they are for this deployment';
    case 404:
      if (isOwn)
        return `check the path of ${endpoint} in defineEndpoint, or what is asked for; else the base URL and the chain names`;
      return endpoint === 'inclusion'
        ? 'check the operation id, which the observer may not know yet; if it knows none, check the base URL and the chain names'
        : 'check the base URL and the chain names: the path may be wrong';
    case 429:
      return 'send less at once, or raise retries and deadlineMs: the service limits the rate';
    default:
      return isOwn
        ? `add it to the statuses of ${endpoint} in defineEndpoint if it may answer so; else check the base URL`
        : 'check the base URL: the interface shows no such status';
  }
}

/** What to do about an answer that was broken off. */
export const adviceForBreak = 'look into the logs of the service, or of a proxy before it';

/** What to do about a connection that failed. */
export function adviceForNetwork(error: unknown): string {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (code === plainHttpToTls) return 'write https in the base URL';
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code)) {
    return 'check the scheme of the base URL: what answers there speaks no TLS';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'call it by a name that its certificate is for, or have one issued for this host';
  }
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) {
    return 'give the deployment an undici Agent with the right certificate authority as its dispatcher, or name its file in NODE_EXTRA_CA_CERTS';
  }
  if (/^UND_ERR_(?:CLOSED|DESTROYED)$/.test(code)) {
    return 'close a dispatcher only after the last call of its deployment';
  }
  return 'check the base URL, and that the service runs and can be reached from here';
}

function redirectTarget(location: string | undefined, exchange: Exchange): string {
  const { url } = exchange.request;
  if (location === undefined || !URL.canParse(location, url)) return '';
  return `, and this one leads to ${exchange.redact(redactUrl(new URL(location, url)))}`;
}

/** What to do where an observer gives the record of another operation. */
export const mixedUpAdvice = 'look into the service, or a proxy or a cache before it: it mixes up answers';

/** What to do where the records of two operations have the same transactions. */
export const sharedTransactionsAdvice = `${mixedUpAdvice}; where operations share all their transactions, set the convention transactionsShared`;

/** What to do where an observer gives a record from before it was asked for. */
export const staleAdvice =
  'exclude these answers from the cache in front of the observer, or ask the observer itself';
