import { type Format, formats } from './formats.js';
import { memberAt, type Steps, withMemberAt } from './json.js';
import {
  type CallParams,
  isText,
  type LooseSimulationRequest,
  type RequestField,
  type RequestFieldPath,
  type RequestFieldRow,
  type RequestSchemaConventions,
  requestFieldRows,
  requestTexts,
} from './simulation-request.js';

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
export function examplesOf(
  place: RequestPlace,
  conventions: Pick<RequestSchemaConventions, 'requiredRequestFields'>,
): readonly [unknown, unknown] {
  if (place === '') return [{}, {}];
  const isItem = place.endsWith('[]');
  const path = isItem ? place.slice(0, -2) : place;
  const field = requestFieldRows.find((row) => row.path === path)?.field as RequestField;
  if (isText(field)) return field.format.examples;
  const members = 'members' in field ? field.members : field.items;
  const prefix = 'members' in field ? `${path}.` : `${path}[].`;
  const inside = Object.entries(members).map(([name, member]) => ({
    name,
    isRequired: conventions.requiredRequestFields.some((required) => required === prefix + name),
    examples: isText(member) ? member.format.examples : ['', ''],
  }));
  const simplest = Object.fromEntries(
    inside.filter(({ isRequired }) => isRequired).map(({ name, examples }) => [name, examples[0]]),
  );
  if ('items' in field && !isItem) return [[], [simplest]];
  const [first] = inside;
  return [simplest, { ...simplest, ...(first && { [first.name]: first.examples[1] }) }];
}

/** Returns a request with what the conventions require and a target, each as simple as it can be. */
export function minimalRequest(
  conventions: Pick<RequestSchemaConventions, 'requiredRequestFields'>,
  target: string = formats.alphaAddress.examples[0],
): LooseSimulationRequest {
  const members = conventions.requiredRequestFields
    .filter((path) => !/[.[]/.test(path))
    .map((path) => [path, examplesOf(path, conventions)[0]]);
  const call = examplesOf('alphaCallParams', conventions)[0] as CallParams;
  return { ...Object.fromEntries(members), alphaCallParams: { ...call, target } };
}

/** Adds the container of a field, and the members that the field requires, to a valid request. */
export function completedFor(
  path: string,
  request: LooseSimulationRequest,
  conventions: Pick<RequestSchemaConventions, 'requiredRequestFields'>,
): LooseSimulationRequest {
  const [container, name] = path.split(/\.(?=\w+$)/);
  if (container === undefined || (name === undefined && !path.endsWith('[]'))) return request;
  const steps = stepsTo(container);
  const given = memberAt(request, steps) as Readonly<Record<string, unknown>> | undefined;
  const present = given ?? (examplesOf(container as RequestPlace, conventions)[0] as Record<string, unknown>);
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
