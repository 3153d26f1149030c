import { errorBody } from '../../client/http-errors.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { jsonText } from '../../internal/json.js';
import { type DifferenceKind, type Differences, shown, shownNames } from './differences.js';
import type { DocumentReader, SchemaPart } from './document-schema.js';
import type { FoundBody, FoundOperation } from './find-operations.js';

/** A difference between the body of an error and that of practice: what the document has, and what becomes of it. */
type ErrorDifference = readonly [kind: DifferenceKind, document: string, becomes: string];

/**
 * Compares the bodies of errors: whether the client finds the reason in them. The interface shows no error body; in
 * practice it is `{ "error": "…" }`.
 */
export function compareErrors(
  endpoint: BuiltInEndpointName,
  { reader, errors }: FoundOperation,
  differences: Differences,
): void {
  const rows = new Map<string, { readonly difference: ErrorDifference; readonly statuses: number[] }>();
  for (const [status, body] of errors) {
    const difference = body && bodyDifference(reader, body);
    if (difference === undefined) continue;
    const key = difference.join('\n');
    const row = rows.get(key) ?? { difference, statuses: [] };
    row.statuses.push(status);
    rows.set(key, row);
  }
  for (const { difference, statuses } of rows.values()) {
    const [kind, document, becomes] = difference;
    differences
      .at(endpoint, `status ${statuses.join(', ')}`)
      .differs(kind, 'practice: { error: string }', document, becomes);
  }
}

function bodyDifference(reader: DocumentReader, body: FoundBody): ErrorDifference | undefined {
  const { schema: part, types, examples } = body;
  if (types === 'none') return ['none', 'no body', practiceApplies];
  if (part === undefined)
    return types.startsWith('text/plain') ? ['none', types, readToo] : ['not-expressed', types, noReason];
  const schema = reader.schemaOf(part);
  const [problem] = schema.problems;
  if (problem !== undefined) return ['not-expressed', 'cannot be read', problem];
  const { members, choices, additional } = schema;
  const [type] = schema.types;
  const isChoice = members.size === 0 && choices.length > 0;
  const isOpen = members.size === 0 && !isChoice && additional !== false && (type ?? 'object') === 'object';
  const alternatives = isChoice ? choices.flat() : [part];
  const values = isOpen ? examples : alternatives.map((each) => sampleOf(reader, each, 0));
  if (values.length === 0) return ['none', type ?? 'any', practiceApplies];
  const paths = values
    .map((value) => errorBody({ headers: {}, body: jsonText(value) })?.path)
    .filter((path) => path !== undefined);
  if (paths.length < values.length) {
    const names = [...members.keys()];
    return ['not-expressed', names.length > 0 ? `members: ${shownNames(names)}` : (type ?? 'any'), noReason];
  }
  const others = [...new Set(paths)].filter((path) => path !== 'error');
  if (others.length === 0) return undefined;
  const places = others.map((path) => (path === '' ? 'a string' : `the text at ${shown(path)}`));
  return ['none', places.join(', '), readToo];
}

const practiceApplies = 'that of practice applies';
const readToo = 'the client reads the reason there too';
const noReason =
  'the client finds no reason in it; campaigns report such errors, unless they skip the check error-without-message';

/** Deeper texts are not the reason of an error. */
const maxDepth = 5;

/** Returns a value with a text wherever the schema may have one; of alternatives, the first. */
function sampleOf(reader: DocumentReader, part: SchemaPart, depth: number): unknown {
  const { types, members, items, choices, isRecursive } = reader.schemaOf(part);
  if (isRecursive || depth > maxDepth) return null;
  const inner = (each: SchemaPart): unknown => sampleOf(reader, each, depth + 1);
  if (members.size > 0) return Object.fromEntries([...members].map(([name, each]) => [name, inner(each)]));
  if (items !== undefined) return [inner(items)];
  const [first] = choices.flat();
  if (first !== undefined) return inner(first);
  return types.length === 0 || types.includes('string') ? 'text' : null;
}
