import fc from 'fast-check';
import { jsonValues } from '../../drawing/json-values.js';
import type { RequestConventions } from '../../request/request-constraints.js';
import type { FaultRow } from './fault-row.js';

/** Members that an object of a request does not have: of other objects, other spellings, and what every object inherits. */
const strangeMembers = [
  'shardskey',
  'extra_data',
  'constructor',
  'alphaCallParams.gas',
  'alphaCallParams.method_name',
  'alphaCallParams.constructor',
  'betaAssets[].decimals',
  'betaAssets[].token_address',
  'betaAssets[].constructor',
];

/** Faults of which members an object has; where additional ones are allowed, none is one too many. */
export function memberFaults({
  requiredRequestFields,
  additionalRequestMembers,
}: RequestConventions): FaultRow[] {
  const missing = requiredRequestFields.map(
    (path): FaultRow => ({
      fault: 'missing',
      path,
      reason: 'It is required, and not there.',
      bad: fc.constant(undefined),
    }),
  );
  if (additionalRequestMembers === 'allow') return missing;
  return [
    ...missing,
    ...strangeMembers.map(
      (path): FaultRow => ({
        fault: 'extra-field',
        path,
        reason: 'There is no such field; a misspelt one would be ignored in silence.',
        bad: jsonValues('"0"', 'null', '0', 'true', '{}', '[]'),
      }),
    ),
    ...['__proto__', 'alphaCallParams.__proto__', 'betaAssets[].__proto__'].map(
      (path): FaultRow => ({
        fault: 'proto-key',
        path,
        reason: 'A member of this name replaces the prototype of an object that it is copied to.',
        bad: jsonValues('{}', 'null', '{"shardsKey":"1"}', '{"methodName":"a"}', '{"amount":"1"}', '"0"'),
      }),
    ),
  ];
}

/** A fault of two fields: the call has arguments, and names no method that takes them. Assumption. */
export function methodlessFault({ requiredRequestFields }: RequestConventions): FaultRow {
  const isRequired = requiredRequestFields.includes('alphaCallParams.methodName');
  return {
    fault: 'arguments-without-method',
    path: 'alphaCallParams.methodName',
    reason: 'The call has arguments, but names no method that takes them.',
    bad: isRequired ? fc.constant('') : fc.constantFrom(undefined, ''),
    complete(request) {
      const call = request.alphaCallParams ?? {};
      const hasArguments = (call.arguments ?? '0x') !== '0x';
      return hasArguments ? request : { ...request, alphaCallParams: { ...call, arguments: '0x00' } };
    },
  };
}
