import type { RequestFieldPath } from 'crosscheck/contract';

/** The format of a field that is a text, or what else it is. */
type FieldKind = 'decimal' | 'hex' | 'alpha-address' | 'beta-address' | 'method-name' | 'object' | 'list';

/** Every field of a simulation request. The compiler finds a field that is missing here. */
export const kindOfField: Record<RequestFieldPath, FieldKind> = {
  shardsKey: 'decimal',
  alphaCallParams: 'object',
  'alphaCallParams.target': 'alpha-address',
  'alphaCallParams.arguments': 'hex',
  'alphaCallParams.methodName': 'method-name',
  betaAssets: 'list',
  'betaAssets[].amount': 'decimal',
  'betaAssets[].tokenAddress': 'beta-address',
  betaCaller: 'beta-address',
  executorAddress: 'alpha-address',
  extraData: 'hex',
  feeAssetAddress: 'beta-address',
};

/** The path of every field of a simulation request. */
export const requestFields = Object.keys(kindOfField) as readonly RequestFieldPath[];

/** Returns the paths of the fields of some kinds. */
export function fieldsOf(...kinds: FieldKind[]): RequestFieldPath[] {
  return requestFields.filter((path) => kinds.includes(kindOfField[path]));
}
