import { type ChainNames, chainNameForm } from '../../contract/dialect.js';
import { type BuiltInEndpointName, builtInFacts } from '../../endpoint/built-in.js';
import { UsageError } from '../../errors.js';
import { isPlainObject } from '../../internal/objects.js';
import { formatText } from '../../internal/print.js';
import type { DocumentReader, SchemaPart } from './document-schema.js';
import type { OpenApiDocument } from './read-document.js';

/** A document with the reader of its schemas. */
export interface ReadDocument {
  readonly document: OpenApiDocument;
  readonly reader: DocumentReader;
}

/** A body in JSON: its schema, unless the document has another content type. */
export interface FoundBody {
  readonly schema: SchemaPart | undefined;
  /** The content types. */
  readonly types: string;
  readonly examples: readonly unknown[];
}

interface FoundParameter {
  readonly name: string;
  /** `query`, `header`, `path` or `cookie`. */
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: SchemaPart;
  readonly example: unknown;
}

interface Credentials {
  readonly text: string;
  readonly sent: Sent;
}

/** The option that sends something, or why none does. */
export type Sent = { readonly option: string } | { readonly issue: string };

/** One of the two operations, as a document has it. */
export interface FoundOperation {
  readonly reader: DocumentReader;
  /** As the document has it. */
  readonly path: string;
  /** What URLs have before the name of the chain, one for each server with another: the path of the server, and that of the document. */
  readonly prefixes: readonly string[];
  /** The methods of the path. */
  readonly methods: string;
  /** Undefined if the path has only other methods. */
  readonly operation: Readonly<Record<string, unknown>> | undefined;
  readonly parameters: readonly FoundParameter[];
  readonly body: FoundBody | undefined;
  readonly statuses: readonly string[];
  /** The answer with status 200. */
  readonly answer: FoundBody | undefined;
  /** The answers with the statuses of errors that the interface has in practice. */
  readonly errors: ReadonlyMap<number, FoundBody | undefined>;
  /** The references that cannot be followed, by the part of the operation that has them. */
  readonly problems: readonly { readonly part: string; readonly problem: string }[];
  /** The credentials that it requires, and the option that sends them, or why none does. */
  readonly credentials: Credentials | undefined;
}

/** The two operations of documents. */
export interface FoundOperations extends Readonly<Record<BuiltInEndpointName, FoundOperation | undefined>> {
  readonly chains: ChainNames;
  /** Method and path of each; null if no document has it. */
  readonly shown: Readonly<Record<BuiltInEndpointName, string | null>>;
  readonly otherPaths: readonly string[];
}

/** A path that ends like the path of an operation. */
interface Candidate extends ReadDocument {
  readonly path: string;
  readonly prefix: string;
  /** The part of the path that names the chain. */
  readonly chain: string;
  readonly item: Readonly<Record<string, unknown>>;
}

/**
 * Finds the two operations by their paths, and the names of the chains.
 *
 * @throws {UsageError} if there is none of them, or the names are not clear.
 */
export function findOperations(
  documents: readonly ReadDocument[],
  given: ChainNames | undefined,
): FoundOperations {
  const simulations = candidatesOf('simulate', documents);
  const inclusions = candidatesOf('inclusion', documents);
  if (simulations.length + inclusions.length === 0) throw noOperation(documents);
  assertOnce(simulations);
  assertOnce(inclusions);
  const chains = given ?? chainsOf(simulations, inclusions);
  const simulate = ofChain(simulations, chains.alpha);
  const inclusion = ofChain(inclusions, chains.beta);
  assertHasChain('destination', chains.alpha, simulations, simulate, documents);
  assertHasChain('source', chains.beta, inclusions, inclusion, documents);
  const found = [simulate?.path, inclusion?.path];
  return {
    chains,
    simulate: simulate && operationOf('simulate', simulate),
    inclusion: inclusion && operationOf('inclusion', inclusion),
    shown: { simulate: shownOf('simulate', simulate), inclusion: shownOf('inclusion', inclusion) },
    otherPaths: documents
      .flatMap(({ document }) => Object.keys(document.paths))
      .filter((path) => !found.includes(path)),
  };
}

/** Throws if an operation is there, but only of other chains. */
function assertHasChain(
  side: 'destination' | 'source',
  chain: string,
  candidates: readonly Candidate[],
  found: Candidate | undefined,
  documents: readonly ReadDocument[],
): void {
  if (found !== undefined || candidates.length === 0) return;
  throw new UsageError(
    `${sources(documents)} has no path of the ${side} chain ${chain} (--chains, destination first); its paths name ${namesIn(candidates)}`,
  );
}

/** Throws if two documents have the same operation: which of them describes it is not clear. */
function assertOnce(candidates: readonly Candidate[]): void {
  for (const [index, { chain, document, path }] of candidates.entries()) {
    const other = candidates.slice(0, index).find((one) => one.chain === chain && one.document !== document);
    if (other !== undefined)
      throw new UsageError(
        `${sources([other, candidates[index] as Candidate])} both have the operation ${formatText(path)}: name one document for each operation with --from`,
      );
  }
}

function shownOf(name: BuiltInEndpointName, found: Candidate | undefined): string | null {
  return found === undefined ? null : `${builtInFacts[name].method} ${formatText(found.path)}`;
}

function ofChain(candidates: readonly Candidate[], name: string): Candidate | undefined {
  // A path parameter may be any chain.
  return (
    candidates.find(({ chain }) => chain === name) ?? candidates.find(({ chain }) => /^\{.*\}$/.test(chain))
  );
}

function candidatesOf(name: BuiltInEndpointName, documents: readonly ReadDocument[]): Candidate[] {
  const ending = builtInFacts[name].path.replace(/^\/\{\w+\}/, '');
  return documents.flatMap(({ document, reader }) =>
    Object.entries(document.paths).flatMap(([path, value]) => {
      const bare = path.replace(/\/$/, '');
      // The client calls the path without a slash at the end, if the document has both.
      if (!bare.endsWith(ending) || (bare !== path && Object.hasOwn(document.paths, bare))) return [];
      const item = reader.objectOf(value, (problem) => {
        throw new UsageError(`${document.source} cannot be compared: ${problem}`);
      });
      if (item === undefined) return [];
      const [, prefix = '', chain] = /^(.*)\/([^/]+)$/.exec(bare.slice(0, -ending.length)) ?? [];
      return chain === undefined ? [] : [{ document, reader, path, prefix, chain, item }];
    }),
  );
}

/** Returns the names of the chains in paths, and in the members that are named after them. */
function chainsOf(simulations: readonly Candidate[], inclusions: readonly Candidate[]): ChainNames {
  const members = simulations.map((candidate) => ({ candidate, ...namesInRequest(candidate) }));
  const fitting = members.filter(({ candidate, alpha }) => alpha === undefined || mayBeOf(candidate, alpha));
  const [only, ...others] = fitting;
  const observed = [...new Set(inclusions.map(({ chain }) => chain).filter(isChainName))];
  const alpha =
    others.length > 0
      ? undefined
      : (only?.alpha ?? (only && isChainName(only.candidate.chain) ? only.candidate.chain : undefined));
  const beyond = observed.filter((name) => name !== alpha);
  const beta = only?.beta ?? (beyond.length === 1 ? beyond[0] : undefined);
  if (alpha !== undefined && beta !== undefined && alpha !== beta) return { alpha, beta };
  const known = [
    ...(alpha === undefined ? [] : [`the destination chain is ${alpha}`]),
    ...(beta === undefined ? [] : [`the source chain is ${beta}`]),
    `paths name ${namesIn([...simulations, ...inclusions])}`,
  ];
  throw new UsageError(
    `The names of the chains are not clear from the document (${known.join(', ')}): set --chains, destination first, such as --chains evm,tvm`,
  );
}

/** Returns whether the path names this chain, or has a parameter in its place. */
function mayBeOf({ chain }: Candidate, name: string): boolean {
  return chain === name || !isChainName(chain);
}

function isChainName(text: string): boolean {
  return chainNameForm.test(text);
}

/** Returns the chain names in the members of a request: `evmCallParams`, `tvmCaller`. */
function namesInRequest(candidate: Candidate): Partial<ChainNames> {
  const { body } = operationOf('simulate', candidate);
  const names = body?.schema === undefined ? [] : [...candidate.reader.schemaOf(body.schema).members.keys()];
  const before = (ending: RegExp): string | undefined =>
    names.flatMap((name) => ending.exec(name)?.[1] ?? []).find(isChainName);
  const alpha = before(/^(.+)CallParams$/);
  const beta = before(/^(.+)Caller$/) ?? before(/^(.+)Assets$/);
  return { ...(alpha && { alpha }), ...(beta && { beta }) };
}

function operationOf(
  name: BuiltInEndpointName,
  { document, reader, path, prefix, item }: Candidate,
): FoundOperation {
  const method = builtInFacts[name].method.toLowerCase();
  const methods = Object.keys(item).filter((key) =>
    /^(?:get|put|post|delete|patch|head|options|trace)$/.test(key),
  );
  const problems: { part: string; problem: string }[] = [];
  const of = (part: string) => (problem: string) => problems.push({ part, problem });
  const operation = reader.objectOf(item[method]);
  const responses = reader.objectOf(operation?.responses, of('answer')) ?? {};
  const statuses = Object.keys(responses);
  const errors = builtInFacts[name].statuses.map((status): [number, FoundBody | undefined] => [
    status,
    bodyOf(reader, responseOf(responses, status) ?? responses.default, of(`status ${status}`)),
  ]);
  return {
    ...{ reader, path, operation, statuses, problems },
    prefixes: serverPaths(document, operation?.servers ?? item.servers).map((base) => base + prefix),
    methods: methods.map((key) => key.toUpperCase()).join(', ') || 'none',
    parameters: parametersOf(reader, item, operation, of('parameters')),
    body: bodyOf(reader, operation?.requestBody, of('request')),
    answer: bodyOf(reader, responseOf(responses, 200), of('answer')),
    errors: new Map(errors),
    credentials: credentialsOf(reader, document, operation),
  };
}

/** Returns the response with a status: `400`, or that of a range, `4XX`. */
function responseOf(responses: Readonly<Record<string, unknown>>, status: number): unknown {
  const range = new RegExp(`^${Math.floor(status / 100)}xx$`, 'i');
  return responses[status] ?? Object.entries(responses).find(([key]) => range.test(key))?.[1];
}

/** Returns the different paths of the servers: `/api/v1` of `https://staging.example.org/api/v1`; `''` for none. */
function serverPaths({ root, source }: OpenApiDocument, own: unknown): readonly string[] {
  const given = own ?? root.servers;
  const servers = (Array.isArray(given) ? given : []).filter(isPlainObject);
  return [...new Set(servers.length === 0 ? [''] : servers.map((server) => serverPath(server, source)))];
}

/** Fills in the defaults of variables. A relative URL starts from that of the document. */
function serverPath({ url, variables }: Readonly<Record<string, unknown>>, source: string): string {
  const known = isPlainObject(variables) ? variables : {};
  const filled = String(url || '/').replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = known[name];
    return String((isPlainObject(variable) ? variable.default : undefined) ?? name);
  });
  const base = URL.canParse(source) ? source : 'http://localhost/';
  return URL.canParse(filled, base) ? new URL(filled, base).pathname.replace(/\/+$/, '') : '';
}

/** Takes the reason why a reference cannot be followed. */
type Report = (problem: string) => void;

/** Returns the parameters of an operation, which take precedence over those of its path. */
function parametersOf(
  reader: DocumentReader,
  item: Candidate['item'],
  operation: FoundOperation['operation'],
  report: Report,
): readonly FoundParameter[] {
  const byName = new Map<string, FoundParameter>();
  for (const list of [item.parameters, operation?.parameters])
    for (const value of Array.isArray(list) ? list : []) {
      const parameter = reader.objectOf(value, report);
      if (parameter === undefined) continue;
      const { name, in: place, required, schema } = parameter;
      byName.set(`${place} ${name}`, {
        ...{ name: String(name), place: String(place), isRequired: required === true },
        schema: reader.partOf(schema ?? {}),
        example: examplesOf(reader, parameter)[0],
      });
    }
  return [...byName.values()];
}

function bodyOf(reader: DocumentReader, value: unknown, report: Report): FoundBody | undefined {
  const body = reader.objectOf(value, report);
  if (body === undefined) return undefined;
  const content = Object.entries(isPlainObject(body.content) ? body.content : {});
  const isJson = ([type]: readonly [string, unknown]): boolean =>
    /^(?:application\/(?:[\w.-]+\+)?json|application\/\*|\*\/\*)\s*(?:;|$)/i.test(type);
  const media = reader.objectOf(content.find(isJson)?.[1]);
  return {
    schema: media === undefined ? undefined : reader.partOf(media.schema ?? {}),
    types: content.map(([type]) => formatText(type, 40)).join(', ') || 'none',
    examples: media === undefined ? [] : examplesOf(reader, media),
  };
}

/** Returns the examples of a parameter or a body: `example`, and the values of `examples`. */
function examplesOf(
  reader: DocumentReader,
  { example, examples }: Readonly<Record<string, unknown>>,
): unknown[] {
  const named = Object.values(isPlainObject(examples) ? examples : {}).flatMap((value) => {
    const object = reader.objectOf(value);
    return object !== undefined && 'value' in object ? [object.value] : [];
  });
  return example === undefined ? named : [example, ...named];
}

function credentialsOf(
  reader: DocumentReader,
  { root }: OpenApiDocument,
  operation: FoundOperation['operation'],
): FoundOperation['credentials'] {
  const security = operation?.security ?? root.security;
  const requirements = (Array.isArray(security) ? security : []).filter(isPlainObject);
  // An empty requirement makes the others optional.
  if (requirements.length === 0 || requirements.some((names) => Object.keys(names).length === 0))
    return undefined;
  const components = reader.objectOf(root.components);
  const schemes = reader.objectOf(components?.securitySchemes) ?? {};
  const alternatives = requirements.map((names) => {
    const all = Object.keys(names).map((name) => credentialOf(name, reader.objectOf(schemes[name])));
    const issue = all.map(({ sent }) => sent).find((sent) => 'issue' in sent);
    const options = all.flatMap(({ sent }) => ('option' in sent ? [sent.option] : []));
    return {
      text: all.map(({ text }) => text).join(' and '),
      sent: issue ?? { option: [...new Set(options)].join(', and ') },
    };
  });
  const [first] = alternatives;
  return {
    text: alternatives.map(({ text }) => text).join(' or '),
    sent: (alternatives.find(({ sent }) => 'option' in sent) ?? first)?.sent ?? { issue: '' },
  };
}

/** Describes the credentials of a security scheme, with the option that sends them. */
function credentialOf(name: string, scheme: Readonly<Record<string, unknown>> | undefined): Credentials {
  const shown = formatText(name, 40);
  if (scheme === undefined)
    return { text: shown, sent: { issue: 'the document has no such security scheme' } };
  const { type, in: place, name: field } = scheme;
  const header = formatText(String(field), 40);
  const kind = formatText(String(scheme.scheme), 20).toLowerCase();
  switch (type) {
    case 'apiKey':
      return { text: `${shown}, in the ${place} ${header}`, sent: sentIn(String(place), header) };
    case 'mutualTLS':
      return { text: shown, sent: { option: 'dispatcher of the deployment, with the certificate' } };
    case 'http':
      return { text: `${shown}, ${kind}`, sent: sentWithScheme(kind) };
    default:
      return { text: `${shown}, ${formatText(String(type), 20)}`, sent: sentWithScheme('bearer') };
  }
}

/** Returns what sends the value of a parameter or an API key. */
export function sentIn(place: string, name: string): Sent {
  if (place === 'cookie') return { option: `headers of the deployment: cookie, with ${name}=…` };
  if (place !== 'header') return { issue: 'the client sends credentials in headers only' };
  return /^authorization$/i.test(name)
    ? { option: 'authorizationEnv of the configuration' }
    : { option: `headers of the deployment: ${name}` };
}

function sentWithScheme(scheme: string): Sent {
  if (/^(?:digest|negotiate|hoba|mutual|scram-.*)$/.test(scheme))
    return { issue: `the client does not answer the challenges of ${scheme}` };
  const name = scheme.charAt(0).toUpperCase() + scheme.slice(1);
  const rest = scheme === 'basic' ? '<user:password in base64>' : '<token>';
  return { option: `authorizationEnv of the configuration: a variable with ${name} ${rest}` };
}

function noOperation(documents: readonly ReadDocument[]): UsageError {
  const paths = documents.flatMap(({ document }) => Object.keys(document.paths));
  const expected = Object.values(builtInFacts).map(({ path }) => path.replace(/\{\w+\}/, '<chain>'));
  const has = paths.length === 0 ? 'no paths' : formatText(paths.join(', '), 200);
  return new UsageError(`${sources(documents)} has no path ${expected.join(' or ')}; it has ${has}`);
}

function sources(documents: readonly ReadDocument[]): string {
  return documents.map(({ document }) => document.source).join(' and ');
}

function namesIn(candidates: readonly Candidate[]): string {
  return [...new Set(candidates.map(({ chain }) => formatText(chain, 40)))].join(', ');
}
