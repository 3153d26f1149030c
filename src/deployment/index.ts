/**
 * `crosscheck/config`: reads `crosscheck.config.*` in code, for tools that need more than `defineConfig` and
 * `currentDeployment` of `crosscheck`.
 */

export type { LoadedConfig } from './config.js';
export { type LoadConfigOptions, loadConfig } from './load-config.js';
export {
  type ConfiguredDeployment,
  configuredDeployment,
  type DeploymentSurroundings,
  type FlagOptions,
  type Source,
} from './resolve.js';
