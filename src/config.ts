/**
 * `crosscheck/config`: reads `crosscheck.config.*` in code, for tools that need more than `defineConfig` and
 * `currentDeployment` of `crosscheck`.
 */

export type { LoadedConfig } from './deployment/config.js';
export { type LoadConfigOptions, loadConfig } from './deployment/load-config.js';
export {
  type ConfiguredDeployment,
  configuredDeployment,
  type DeploymentSurroundings,
  type FlagOptions,
  type Source,
} from './deployment/resolve.js';
