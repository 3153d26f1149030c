import type { z } from 'zod';
import { exactNumbers, safeParseWith } from '../../../endpoint/endpoint-schemas.js';
import { anyIndex, pathText } from '../../../internal/print.js';
import type { CheckContext } from '../../case/check.js';
import { factsOf } from '../../case/endpoint-facts.js';
import type { Observation } from '../../case/observation.js';
import { hasRightMethod } from '../request-kind.js';
import { jsonType } from './json-type.js';

/** One place of an answer that is not what the interface shows. */
interface ShapeFault {
  /** With `[]` for any index. */
  readonly path: string;
  /** Its path with the index. */
  readonly place: string;
  /** In the words of JSON: `integer`. */
  readonly expected: string;
  /** What stands there; undefined for nothing. */
  readonly value: unknown;
}

const none: readonly ShapeFault[] = [];

/** Lists where the JSON of an answer with status 200 is not of the shape of sections 2.2 and 2.3, or of its own. */
export function shapeProblems(
  { request, answer }: Observation,
  { endpoints }: CheckContext,
): readonly ShapeFault[] {
  if (answer?.status !== 200 || answer.simulation !== undefined || answer.inclusion !== undefined)
    return none;
  if (!('value' in answer.json) || !hasRightMethod(request)) return none;
  const body = answer.json.value;
  const facts = factsOf(request.endpoint, endpoints);
  if (facts === undefined) return none;
  const { response, isCustom } = facts;
  const { error } = isCustom
    ? safeParseWith(response, exactNumbers(response, body))
    : response.safeParse(body);
  return (error?.issues ?? []).map((issue) => {
    const place = pathText(issue.path);
    const value = valueAt(body, issue.path);
    return { path: anyIndex(place), place, expected: expectedBy(issue, value), value };
  });
}

/**
 * Tells which of the two faults that integers are known for it is: the digits as a text, or a double in the place of an
 * integer beyond 2^53 (the reader gives a bigint for one below); undefined for any other.
 */
export function integerFaultOf({ expected, value }: ShapeFault): 'text' | 'double' | undefined {
  if (expected !== 'integer') return undefined;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return 'text';
  return typeof value === 'number' && Number.isInteger(value) ? 'double' : undefined;
}

/** Says what was expected at a place and what came. */
export function shapeMessage({ place, expected, value }: ShapeFault): string {
  return `expected ${expected} at ${place || 'the top of the body'}, got ${jsonType(value)}`;
}

/** The reader gives a bigint for an integer, and a number that is too large for one stays such. */
function expectedBy(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return 'no other members';
  if (issue.code !== 'invalid_type') return issue.message;
  if (issue.expected === 'bigint' || issue.expected === 'int') return 'integer';
  return issue.expected === 'number' && typeof value === 'bigint' ? 'number below 2^53' : issue.expected;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part],
    body,
  );
}
