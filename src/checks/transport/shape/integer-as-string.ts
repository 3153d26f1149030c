import { cut } from '../../../internal/print.js';
import type { Check } from '../../case/check.js';
import { customSchemaSource } from '../../case/check-source.js';
import { judgeEach } from '../../case/judge-each.js';
import { integerFaultOf, shapeMessage, shapeProblems } from './shape-problems.js';

/** Integers are integers, also large ones. */
export const integerAsString: Check = {
  name: 'integer-as-string',
  family: 'transport',
  severity: 'major',
  about: 'An integer of an answer must not be written as a string, whatever its size.',
  source: 'sections 2.2 and 2.3; that services change the type at some magnitudes: practice',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) =>
    shapeProblems(observation, context)
      .filter((fault) => integerFaultOf(fault) === 'text')
      .map((fault) => ({
        path: fault.path,
        class: 'string for integer',
        message: `${shapeMessage(fault)} "${cut(fault.value as string)}"`,
      })),
  ),
};
