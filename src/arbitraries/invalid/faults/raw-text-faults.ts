import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { memberAt, type Steps, withMemberAt, writeJson } from '../../../contract/json.js';
import { requestFieldPaths } from '../../../contract/simulation-request.js';
import type { RequestConventions } from '../../request/request-constraints.js';
import type { FaultRow } from './fault-row.js';
import type { RequestExamples } from './request-examples.js';

const byteOrderMark = '\uFEFF';

/** Faults that only a text can have: no JSON value is written so. */
export function rawTextFaults(
  { duplicateRequestMembers }: RequestConventions,
  examples: RequestExamples,
): FaultRow[] {
  const twice = duplicateRequestMembers === 'allow' ? [] : requestFieldPaths;
  return [
    {
      fault: 'byte-order-mark',
      path: '',
      reason: 'The text starts with a byte order mark, which JSON does not allow.',
      bad: fc.constant(undefined),
      text: {
        write: (wire) => byteOrderMark + JSON.stringify(wire),
        read: (text) => JSON.parse(text.replace(byteOrderMark, '')),
      },
    },
    ...twice.map(
      (path): FaultRow => ({
        fault: 'duplicate-key',
        path,
        reason: 'It is there twice with two values, both valid; readers differ in which of them they take.',
        bad: fc.constant(undefined),
        text: {
          write: (wire, steps) => writeTwice(wire, steps, examples[path]),
          read: (text) => JSON.parse(text),
        },
      }),
    ),
  ];
}

/** The value of the request comes last, because the last is what `JSON.parse` takes. */
function writeTwice(wire: unknown, steps: Steps, examples: readonly unknown[]): string {
  const name = String(steps.at(-1));
  return writeJson(wire, steps.slice(0, -1), (inner) => {
    const value = memberAt(inner, [name]);
    const other = examples.find((example) => !isDeepStrictEqual(example, value));
    const text = JSON.stringify(withMemberAt(inner, [name], other));
    return `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
  });
}
