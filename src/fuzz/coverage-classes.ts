import { classOf } from '../contract/formats.js';
import { placesOf, stepsTo } from '../contract/request-places.js';
import {
  type LooseSimulationRequest,
  type RequestField,
  type RequestFieldRow,
  requestFieldRows,
  requestFields,
} from '../contract/simulation-request.js';
import { memberAt } from '../internal/json.js';

const countClasses = ['none', '1', '2-4', '5 or more'];
const tokenClasses = ['all different', 'one twice'];
const tokensPrefix = 'tokens of betaAssets';

/** Lists the coverage classes of valid requests in practice, so that a report can list those that were not covered. */
export function allCoverageClasses(): readonly string[] {
  return requestFieldRows.flatMap(({ path, field }) => [
    ...classesOf(field).map((name) => `${path}: ${name}`),
    ...('items' in field ? tokenClasses.map((name) => `${tokensPrefix}: ${name}`) : []),
  ]);
}

function classesOf(field: RequestField): readonly string[] {
  if ('members' in field) return [];
  if ('items' in field) return countClasses;
  return [...(field.required ? [] : ['absent']), ...Object.keys(field.format.classes)];
}

/** Returns the coverage classes of a request: `executorAddress: absent`, `betaAssets: 2-4`. */
export function coverageClassesOf(request: LooseSimulationRequest): string[] {
  const coverageClasses = new Set(requestFieldRows.flatMap((row) => fieldClasses(row, request)));
  const { betaAssets: assets = [] } = request;
  if (assets.length > 0) {
    const tokens = new Set(assets.map(({ tokenAddress = '' }) => tokenAddress));
    coverageClasses.add(`${tokensPrefix}: ${tokens.size < assets.length ? 'one twice' : 'all different'}`);
  }
  for (const name of membersBeyond(request)) coverageClasses.add(`${name}: present`);
  return [...coverageClasses];
}

/** Returns the paths of members that the interface does not name, which only an extension generates. */
function membersBeyond(request: LooseSimulationRequest): string[] {
  const { alphaCallParams, betaAssets } = requestFields;
  const beyond = (value: object | undefined, known: object, prefix: string): string[] =>
    Object.keys(value ?? {})
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => prefix + name);
  return [
    ...beyond(request, requestFields, ''),
    ...beyond(request.alphaCallParams, alphaCallParams.members, 'alphaCallParams.'),
    ...(request.betaAssets ?? []).flatMap((asset) => beyond(asset, betaAssets.items, 'betaAssets[].')),
  ];
}

function fieldClasses({ path, field }: RequestFieldRow, request: LooseSimulationRequest): string[] {
  if ('members' in field) return [];
  const isInList = path.includes('[]');
  const places = isInList ? placesOf(path, request) : [stepsTo(path)];
  return places.map((steps) => {
    const value = memberAt(request, steps);
    if (value === undefined) return `${path}: absent`;
    if ('items' in field) return `${path}: ${countClass((value as unknown[]).length)}`;
    return `${path}: ${classOf(field.format, String(value))}`;
  });
}

function countClass(count: number): string {
  if (count === 0) return 'none';
  if (count === 1) return '1';
  return count < 5 ? '2-4' : '5 or more';
}
