import type { CrosscheckConfig } from './config.js';

/**
 * Gives a configuration as it is, with its type, for the default export of `crosscheck.config.ts`. It is held against its
 * rules when it is loaded.
 *
 * @example
 * import { defineConfig } from 'crosscheck';
 *
 * export default defineConfig({
 *   deployment: 'local',
 *   deployments: {
 *     local: 'local',
 *     staging: {
 *       simulatorUrl: 'https://simulator.staging.example.org',
 *       observerUrl: 'https://observer.staging.example.org/v1',
 *       authorizationEnv: 'STAGING_TOKEN',
 *     },
 *   },
 * });
 */
export function defineConfig(config: CrosscheckConfig): CrosscheckConfig {
  return config;
}
