import type { Headers } from '../deployment/deployment.js';
import type { Environment } from '../deployment/deployment-from-env.js';
import { headersFault, withLowerCaseNames } from '../deployment/request-headers.js';
import type { ConfiguredOptions } from './config.js';
import type { Source } from './option-layers.js';

/** The headers of a deployment, put together from everywhere. */
export interface ResolvedHeaders {
  readonly headers: ConfiguredOptions['headers'];
  /** Of each header that is known before a request, by its path: `headers.authorization`. */
  readonly sources: Readonly<Record<string, Source>>;
  /** The variable that should hold the credentials, and is not set. */
  readonly missing?: string | undefined;
}

/** Where headers come from, what counts most last. */
interface HeaderParts {
  readonly configured: ConfiguredOptions['headers'];
  /** What to call where they were configured. */
  readonly file: Source;
  /** The variable that holds the `Authorization` header. */
  readonly authorizationEnv: string | undefined;
  readonly ofVariables: ConfiguredOptions['headers'];
}

/** Puts the headers of a deployment together: a header of a variable counts before one of the same name in the file. */
export function resolveHeaders(parts: HeaderParts, env: Environment): ResolvedHeaders {
  const { configured, file, authorizationEnv } = parts;
  const ofVariables = withLowerCaseNames((parts.ofVariables ?? {}) as Headers);
  const given = authorizationEnv === undefined ? undefined : env[authorizationEnv];
  const credentials = given?.trim() ? given : undefined;
  const added: Headers = {
    ...(credentials !== undefined && { authorization: credentials }),
    ...ofVariables,
  };
  const sources = {
    ...sourcesOf(typeof configured === 'function' ? {} : configured, () => file),
    ...(typeof configured === 'function' && { headers: file }),
    ...(authorizationEnv !== undefined && { 'headers.authorization': authorizationEnv }),
    ...sourcesOf(ofVariables, (name) =>
      name === 'authorization' && env.CROSSCHECK_AUTHORIZATION
        ? 'CROSSCHECK_AUTHORIZATION'
        : 'CROSSCHECK_HEADERS',
    ),
  };
  const isMissing = authorizationEnv !== undefined && added.authorization === undefined;
  return {
    headers: together(configured, added),
    sources,
    missing: isMissing ? authorizationEnv : undefined,
  };
}

function together(configured: ConfiguredOptions['headers'], added: Headers): ConfiguredOptions['headers'] {
  if (Object.keys(added).length === 0) return configured;
  if (typeof configured !== 'function') return { ...withLowerCaseNames(configured ?? {}), ...added };
  return async () => {
    const set = await configured();
    // What is no set of headers is for the rule of headers to refuse.
    return headersFault(set) === undefined ? { ...withLowerCaseNames(set), ...added } : set;
  };
}

function sourcesOf(headers: Headers | undefined, sourceOf: (name: string) => Source): Record<string, Source> {
  const names = Object.keys(withLowerCaseNames(headers ?? {}));
  return Object.fromEntries(names.map((name) => [`headers.${name}`, sourceOf(name)]));
}

/** Headers that say who asks, by the words of their names. Practice. */
const credential = /auth|cookie|token|secret|key|session|credential|password/i;

/** The same headers without those that may be credentials. */
export function withoutCredentials(headers: ConfiguredOptions['headers']): ConfiguredOptions['headers'] {
  const harmless = (given: Headers): Headers =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !credential.test(name)));
  if (typeof headers !== 'function') return headers && harmless(headers);
  return async () => {
    const given = await headers();
    return typeof given === 'object' && given !== null ? harmless(given) : given;
  };
}
