import { shownFile } from '../../deployment/load-config.js';

/** Says where the custom endpoints of a deployment are to be named: `deployments.staging.endpoints in crosscheck.config.ts`. */
export function endpointsPlace(name: string | undefined, file: string | undefined): string {
  const where = file === undefined ? 'a crosscheck.config.ts' : shownFile(file, process.cwd());
  return `deployments.${name ?? '<name>'}.endpoints in ${where}`;
}
