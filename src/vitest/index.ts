/**
 * `crosscheck/vitest`: registers the matchers with Vitest. List it in `setupFiles`, or import it in a test file.
 */
import './assertions.js';
import { expect } from 'vitest';
import { provideDeployment } from '../deployment/current-deployment.js';
import { matchers } from '../matchers/matchers.js';
import { providedDeployment } from './provided-local.js';

expect.extend(matchers);
provideDeployment(providedDeployment);

export { configure } from '../deployment/current-deployment.js';
export { localDeployment } from './provided-local.js';
