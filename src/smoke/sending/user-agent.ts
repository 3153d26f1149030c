import type { Deployment } from '../../deployment/deployment.js';
import type { Headers } from '../../deployment/headers.js';
import { packageVersion } from '../../internal/package-manifest.js';

/** The `user-agent` of smoke runs. */
const smokeUserAgent = `crosscheck-smoke/${packageVersion()}`;

/** Returns the deployment with the `user-agent` of smoke runs, after that of the deployment. */
export function withUserAgent(deployment: Deployment): Deployment {
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
