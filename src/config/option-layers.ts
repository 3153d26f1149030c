import { defaultConventions } from '../contract/conventions.js';
import { variableOf } from '../deployment/environment-variables.js';
import type { ConfiguredOptions } from './config.js';

/** Where a value comes from: `default`, `crosscheck.config.ts`, `CROSSCHECK_TIMEOUT_MS`, `--name`. */
export type Source = string;

/** Options from one place, with how to name that place for each of them. */
export interface OptionLayer {
  readonly options: Partial<ConfiguredOptions>;
  readonly sourceOf: (path: string) => Source;
}

/** A value with where it comes from. */
export interface Sourced {
  readonly value: unknown;
  readonly source: Source;
}

/** Every option of a deployment that is one value, but the headers, which add up. */
export const plainOptionPaths: readonly string[] = [
  'name',
  'simulatorUrl',
  'observerUrl',
  'chains.alpha',
  'chains.beta',
  'timeoutMs',
  'deadlineMs',
  'retries.limit',
  'retries.minDelayMs',
  'retries.maxDelayMs',
  'maxResponseBytes',
  'dispatcher',
  ...Object.keys(defaultConventions).map((name) => `conventions.${name}`),
];

/** What flags give. */
export function flagLayer(options: OptionLayer['options']): OptionLayer {
  return { options, sourceOf: flagOf };
}

/** What environment variables give. */
export function variableLayer(options: OptionLayer['options']): OptionLayer {
  return { options, sourceOf: variableOf };
}

/** What the first layer says that says anything. */
export function pick(path: string, layers: readonly OptionLayer[]): Sourced | undefined {
  for (const { options, sourceOf } of layers) {
    const value = valueAt(options, path);
    if (value !== undefined) return { value, source: sourceOf(path) };
  }
  return undefined;
}

/** The member of an object at a path of one or two names. */
export function valueAt(options: object, path: string): unknown {
  const [group, member] = path.split('.') as [string, string?];
  const value = (options as Record<string, unknown>)[group];
  if (member === undefined) return value;
  // A number of retries is their limit; what is neither that nor an object is for the rule of the limit to refuse.
  if (group === 'retries' && typeof value !== 'object') return member === 'limit' ? value : undefined;
  return (value as Record<string, unknown> | undefined)?.[member];
}

/** `simulatorUrl` is given by `--simulator-url`, and both chains by `--chains`. */
function flagOf(path: string): Source {
  const [group = ''] = path.split('.');
  return `--${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
