import { memberAt, type Steps, withMemberAt } from '../internal/json.js';
import { isPlainObject } from '../internal/objects.js';
import { exampleOf, isOptional } from '../internal/schema-introspection.js';
import { type Format, formats } from './formats.js';
import {
  type CallParams,
  extendedMembers,
  isText,
  type LooseSimulationRequest,
  type RequestFieldPath,
  type RequestFieldRow,
  type RequestSchemaConventions,
  requestFieldRows,
  requestTexts,
} from './simulation-request.js';

/** What a deployment requires of a request. */
type Requirements = Pick<RequestSchemaConventions, 'requiredRequestFields' | 'extend'>;

type ItemOf<Path> = Path extends `${infer List}[].${string}` ? `${List}[]` : never;

/** A place in a request: the whole (`''`), a field, or a list item. */
export type RequestPlace = RequestFieldPath | ItemOf<RequestFieldPath> | '';

/** Returns the path of a place; `index` selects the asset. */
export function stepsTo(place: string, index = 0): Steps {
  if (place === '') return [];
  return place.split(/\.|(?=\[\])/).map((step) => (step === '[]' ? index : step));
}

/** Returns the paths of a field, one per asset, if its container exists. */
export function placesOf(path: RequestFieldPath, request: LooseSimulationRequest): Steps[] {
  const [list, inItems] = path.split('[]');
  if (inItems !== undefined) {
    const items = memberAt(request, stepsTo(list ?? ''));
    return Array.isArray(items) ? items.map((_, index) => stepsTo(path, index)) : [];
  }
  const steps = stepsTo(path);
  const container = memberAt(request, steps.slice(0, -1));
  return typeof container === 'object' && container !== null ? [steps] : [];
}

/** Returns two valid values of a field or item, the simplest first. */
export function examplesOf(place: RequestPlace, conventions: Requirements): readonly [unknown, unknown] {
  if (place === '') return [{}, {}];
  const isItem = place.endsWith('[]');
  const path = isItem ? place.slice(0, -2) : place;
  const field = requestFieldRows.find((row) => row.path === path)?.field;
  if (field === undefined) {
    const example = extendedExample(path, conventions);
    return [example, example];
  }
  if (isText(field)) return field.format.examples;
  const members = 'members' in field ? field.members : field.items;
  const prefix = 'members' in field ? `${path}.` : `${path}[].`;
  const inside = Object.entries(members).map(([name, member]) => ({
    name,
    isRequired: conventions.requiredRequestFields.some((required) => required === prefix + name),
    examples: isText(member) ? member.format.examples : ['', ''],
  }));
  const simplest = {
    ...Object.fromEntries(
      inside.filter(({ isRequired }) => isRequired).map(({ name, examples }) => [name, examples[0]]),
    ),
    ...requiredExtension(prefix, conventions),
  };
  if ('items' in field && !isItem) return [[], [simplest]];
  const [first] = inside;
  return [simplest, { ...simplest, ...(first && { [first.name]: first.examples[1] }) }];
}

/** Returns examples of the members of an extension that an object of a request must have, by the prefix of its paths. */
function requiredExtension(prefix: string, conventions: Requirements): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extendedMembers(prefix, conventions))
      .filter(([, schema]) => !isOptional(schema))
      .map(([name, schema]) => [name, exampleOf(schema)]),
  );
}

/** Returns an example of a member that an extension declares; undefined for what is inside one. */
function extendedExample(path: string, conventions: Requirements): unknown {
  const [, prefix = '', name = ''] = /^(.*?)(\w+)$/.exec(path) ?? [];
  const schema = extendedMembers(prefix, conventions)[name];
  return schema === undefined ? undefined : exampleOf(schema);
}

/** Returns a request with what the deployment requires and a target, each as simple as it can be. */
export function minimalRequest(
  conventions: Requirements,
  target: string = formats.alphaAddress.examples[0],
): LooseSimulationRequest {
  const members = conventions.requiredRequestFields
    .filter((path) => !/[.[]/.test(path))
    .map((path) => [path, examplesOf(path, conventions)[0]]);
  const call = examplesOf('alphaCallParams', conventions)[0] as CallParams;
  return {
    ...Object.fromEntries(members),
    ...requiredExtension('', conventions),
    alphaCallParams: { ...call, target },
  };
}

/** Adds the container of a field, and the members that the field requires, to a valid request. */
export function completedFor(
  path: string,
  request: LooseSimulationRequest,
  conventions: Requirements,
): LooseSimulationRequest {
  const [container, name] = path.split(/\.(?=\w+$)/);
  if (container === undefined || (name === undefined && !path.endsWith('[]'))) return request;
  const steps = stepsTo(container);
  const given = memberAt(request, steps) as Readonly<Record<string, unknown>> | undefined;
  const present = given ?? (examplesOf(container as RequestPlace, conventions)[0] as Record<string, unknown>);
  // Nothing is known of what is inside a member of an extension.
  if (!isPlainObject(present)) return request;
  const field = requestFieldRows.find((row) => row.path === path)?.field;
  const needed = field && isText(field) ? field.needs?.member : undefined;
  const completed =
    needed === undefined || present[needed]
      ? present
      : {
          ...present,
          [needed]: examplesOf(`${container}.${needed}` as RequestPlace, conventions)[0],
        };
  return completed === given ? request : (withMemberAt(request, steps, completed) as LooseSimulationRequest);
}

/** Copies a request with every text of a format rewritten. */
export function withTexts(
  request: LooseSimulationRequest,
  isMeant: (format: Format) => boolean,
  write: (text: string) => string,
): LooseSimulationRequest {
  let changed = request;
  for (const { path, field } of requestTexts) {
    if (!isMeant(field.format)) continue;
    for (const steps of placesOf(path, request)) {
      const text = memberAt(request, steps);
      if (typeof text !== 'string' || write(text) === text) continue;
      changed = withMemberAt(changed, steps, write(text)) as LooseSimulationRequest;
    }
  }
  return changed;
}

/** Copies a request with the default of each of these fields that is absent, which does not change its meaning. */
export function withDefaults(
  request: LooseSimulationRequest,
  paths: readonly RequestFieldPath[],
): LooseSimulationRequest {
  return requestTexts
    .filter(({ path, field }) => paths.includes(path) && field.default !== undefined)
    .flatMap(({ path, field }) => placesOf(path, request).map((steps) => ({ steps, value: field.default })))
    .filter(({ steps }) => memberAt(request, steps) === undefined)
    .reduce<unknown>(
      (filled, { steps, value }) => withMemberAt(filled, steps, value),
      request,
    ) as LooseSimulationRequest;
}

/** Copies a request with a field changed wherever it is; undefined removes it, and the members that need it. */
export function withField(
  request: LooseSimulationRequest,
  { path }: RequestFieldRow,
  value: unknown,
): LooseSimulationRequest {
  const dropped = value === undefined ? neededBy({ path }).map((path) => ({ path, to: undefined })) : [];
  return [...dropped, { path, to: value }]
    .flatMap(({ path, to }) => placesOf(path, request).map((steps) => ({ steps, to })))
    .reduce<unknown>(
      (changed, { steps, to }) => withMemberAt(changed, steps, to),
      request,
    ) as LooseSimulationRequest;
}

/** Returns the paths of the members that need a field. */
export function neededBy({ path }: Pick<RequestFieldRow, 'path'>): RequestFieldPath[] {
  return requestTexts
    .filter((row) => row.field.needs && row.path.replace(/[^.]+$/, row.field.needs.member) === path)
    .map((row) => row.path);
}
