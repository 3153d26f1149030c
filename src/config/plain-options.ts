import type { DeploymentOptions } from '../deployment/deployment.js';
import { type OptionLayer, pick, plainOptionPaths, type Source } from './option-layers.js';

/** Options with where each comes from. */
export interface SourcedOptions {
  readonly options: Partial<DeploymentOptions>;
  readonly sources: Readonly<Record<string, Source>>;
}

/** One server may carry both endpoints (practice). */
const otherUrl: Readonly<Record<string, string>> = {
  simulatorUrl: 'observerUrl',
  observerUrl: 'simulatorUrl',
};

/** Picks each option that is one value from the first layer that gives it, with where it comes from. */
export function plainOptions(layers: readonly OptionLayer[]): SourcedOptions {
  const options: Record<string, unknown> = {};
  const sources: Record<string, Source> = {};
  for (const path of plainOptionPaths) {
    const picked = pick(path, layers) ?? pick(otherUrl[path] ?? path, layers);
    sources[path] = picked?.source ?? 'default';
    if (picked === undefined) continue;
    const [group = '', member] = path.split('.');
    options[group] =
      member === undefined ? picked.value : { ...(options[group] as object), [member]: picked.value };
  }
  return { options, sources };
}
