import { isOptional } from '../contract/schema-introspection.js';
import { inclusionPath, simulatePath } from '../endpoint/built-in.js';
import { pathParam } from '../endpoint/endpoint.js';
import type { OptionFault, OptionRule } from '../internal/options.js';
import type { EndpointOptions } from './endpoint.js';

/** The path of a custom endpoint, as it is sent apart from its braces. */
export const pathRule: OptionRule = (value) => {
  if (typeof value !== 'string' || !value.startsWith('/')) return 'must be a path that starts with /';
  const [, colon] = /\/:(\w+)/.exec(value) ?? [];
  if (colon !== undefined) return `has /:${colon}: did you mean {${colon}}?`;
  const filled = value
    .replaceAll(/\{(?:alpha|beta)\}/g, 'chain')
    .replaceAll(/(?<=\/)\{[^{}/]+\}(?=\/|$)/g, 'param');
  if (/[{}]/.test(filled)) return 'must have braces that hold a name and fill a whole segment';
  const url = `http://localhost${filled}`;
  if (!URL.canParse(url) || new URL(url).pathname !== filled || new URL(url).href !== url)
    return 'must be a path as it is sent, without a query';
  return shownPaths.includes(filled.replace(/^\/[^/]+/, ''))
    ? 'is the path of a built-in endpoint'
    : undefined;
};

/** Below the segment of the chain. */
const shownPaths = [simulatePath, inclusionPath].map((pathOf) =>
  pathOf({ alpha: 'chain', beta: 'chain' }).replace('/chain', ''),
);

/** Lists where the params of an endpoint are not those of its path. */
export function paramFaults({ path, params }: Pick<EndpointOptions, 'path' | 'params'>): OptionFault[] {
  const inPath = [...path.matchAll(pathParam)].map(([, name]) => String(name));
  const unsaid = inPath.find((name) => !Object.hasOwn(params?.shape ?? {}, name));
  if (unsaid !== undefined) return [{ path: 'path', message: `has {${unsaid}}: say in params what it is` }];
  const twice = inPath.find((name, at) => inPath.indexOf(name) !== at);
  if (twice !== undefined) return [{ path: 'path', message: `has {${twice}} more than once` }];
  return Object.entries(params?.shape ?? {}).flatMap(([name, schema]) => {
    if (!inPath.includes(name)) return [{ path: `params.${name}`, message: `has no {${name}} in the path` }];
    return isOptional(schema)
      ? [{ path: `params.${name}`, message: 'must not be optional: the path needs it' }]
      : [];
  });
}
