import type { Check } from '../../case/check.js';
import { customSchemaSource } from '../../case/check-source.js';
import { judgeEach } from '../../case/judge-each.js';
import { jsonType } from './json-type.js';
import { integerFaultOf, shapeMessage, shapeProblems } from './shape-problems.js';
import { onlySnakeCase } from './snake-case-names.js';

/** Members have the names and types that the interface shows. Integers in another form have checks of their own. */
export const schema: Check = {
  name: 'schema',
  family: 'transport',
  severity: 'major',
  about:
    'The members of an answer must have the names and types of the interface, or of the schema of a custom endpoint.',
  source: 'sections 2.2 and 2.3; that objects and lists may be null: practice',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) => {
    const [snake] = onlySnakeCase(observation.answer ?? {});
    if (snake !== undefined)
      return {
        path: '',
        class: 'all names in snake_case',
        message: `expected the members that the interface names, got them in snake_case, such as ${snake}; if the deployment intends this, set the convention acceptSnakeCase`,
      };
    return shapeProblems(observation, context)
      .filter((fault) => integerFaultOf(fault) === undefined)
      .map((fault) => ({
        path: fault.path,
        class: `${jsonType(fault.value)} for ${fault.expected}`,
        message: shapeMessage(fault),
      }));
  }),
};
