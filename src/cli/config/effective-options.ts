import type { Dialect } from '../../contract/dialect.js';
import type { LoadedConfig } from '../../deployment/config.js';
import { defineResolved, plainOptionPaths, type ResolvedOptions, valueAt } from '../../deployment/resolve.js';
import { redactedText, redactRequestHeaders } from '../../internal/redaction.js';
import type { EffectiveOption } from './effective-option.js';
import { effectiveSettings } from './effective-settings.js';

/**
 * Lists the options in force: those of the deployment, what is configured for it, and those of smoke runs, campaigns and
 * waits.
 *
 * @throws {UsageError} if the deployment has invalid options.
 */
export function effectiveOptions(
  loaded: LoadedConfig | undefined,
  resolved: ResolvedOptions | undefined,
): EffectiveOption[] {
  return [...(resolved === undefined ? [] : deploymentOptions(resolved)), ...effectiveSettings(loaded)];
}

function deploymentOptions(resolved: ResolvedOptions): EffectiveOption[] {
  const { isLocal, sources, configured } = resolved;
  if (isLocal) return [];
  const deployment = defineResolved(resolved);
  const sourced = (name: string, value: unknown): EffectiveOption => ({
    name,
    value,
    source: sources[name] ?? 'default',
  });
  const [plain, conventions] = [false, true].map((isConvention) =>
    plainOptionPaths
      .filter((path) => path.startsWith('conventions.') === isConvention)
      .map((path) => sourced(path, shownValue(path, valueAt(deployment, path), deployment.dialect))),
  ) as [EffectiveOption[], EffectiveOption[]];
  return [
    ...plain,
    ...headerOptions(resolved),
    ...conventions,
    sourced('request', configured.request ?? null),
    sourced('operationIds', configured.operationIds ?? []),
    sourced(
      'endpoints',
      (configured.endpoints ?? []).map(({ name }) => name),
    ),
  ];
}

/** Dispatchers are not shown, because they may hold credentials of a proxy. */
function shownValue(path: string, value: unknown, { toWireName, toWirePath }: Dialect): unknown {
  if (/^conventions\.(?:stages|blockchainTypes)$/.test(path)) return (value as string[]).map(toWireName);
  if (path === 'conventions.includedStage') return toWireName(value as string);
  if (path === 'conventions.requiredRequestFields') return (value as string[]).map(toWirePath);
  return path === 'dispatcher' && value !== undefined ? '(a dispatcher)' : (value ?? null);
}

function headerOptions({ options, sources, missingCredentials }: ResolvedOptions): EffectiveOption[] {
  const { headers = {} } = options;
  const known = typeof headers === 'function' ? {} : redactRequestHeaders(headers);
  const shown = new Map(
    Object.entries(known).map(([name, value]) => [`headers.${name.toLowerCase()}`, value]),
  );
  return Object.entries(sources)
    .filter(([path]) => /^headers(?:\.|$)/.test(path))
    .map(([name, source]) => {
      if (name === 'headers') return { name, value: headers, source };
      return {
        name,
        value: source === missingCredentials ? null : (shown.get(name) ?? redactedText),
        source,
      };
    });
}
