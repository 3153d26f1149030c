/**
 * `crosscheck/config`: reads `crosscheck.config.*` in code, for tools that need more than `defineConfig` and
 * `currentDeployment` of `crosscheck`.
 */

export type { LoadedConfig } from './configuration/config.js';
export { type LoadConfigOptions, loadConfig } from './configuration/load-config.js';
export {
  type ConfiguredDeployment,
  configuredDeployment,
  type DeploymentSurroundings,
  type FlagOptions,
  type Source,
} from './configuration/resolve.js';
