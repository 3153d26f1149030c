import type { Exchange } from '../internal/exchange.js';
import { redactUrl } from '../internal/redaction.js';

/** What to do about a status, for somebody who did not write the deployment's profile. */
export function adviceFor(
  status: number,
  headers: Readonly<Record<string, string>>,
  exchange: Exchange,
): string[] {
  if (status >= 300 && status < 400) {
    return [
      `${redirectTarget(headers.location, exchange)}; redirects are not followed: set the base URL to where the service is`,
    ];
  }
  switch (status) {
    case 401:
    case 403:
      return [
        'the service wants credentials: give them in the headers of the deployment, or CROSSCHECK_AUTHORIZATION',
      ];
    case 404:
      return ['check the base URL and the chain names: the path may be wrong'];
    case 429:
      return ['the service limits the rate: send less at once, or raise retries and deadlineMs'];
    default:
      return status >= 500 ? ['the service failed: its logs say why'] : [];
  }
}

function redirectTarget(location: string | undefined, { request }: Exchange): string {
  if (location === undefined || !URL.canParse(location, request.url)) return 'the answer redirects elsewhere';
  return `the answer redirects to ${redactUrl(new URL(location, request.url))}`;
}
