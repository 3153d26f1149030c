import type { Deployment } from '../../deployment/deployment.js';
import type { Headers } from '../../deployment/headers.js';
import { packageVersion } from '../../internal/own-package.js';

/** Who runs smoke checks, as the header `user-agent` says it. */
export const smokeUserAgent = `crosscheck-smoke/${packageVersion()}`;

/** The deployment with a header that says who asks; what a deployment says itself stays before it. */
export function identified(deployment: Deployment): Deployment {
  const withAgent = (headers: Headers): Headers => {
    const own = headers['user-agent'];
    return {
      ...headers,
      'user-agent': own === undefined ? smokeUserAgent : `${own} ${smokeUserAgent}`,
    };
  };
  return {
    ...deployment,
    headers: () => {
      const given = deployment.headers();
      return given instanceof Promise ? given.then(withAgent) : withAgent(given);
    },
  };
}
