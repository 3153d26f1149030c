import { type Drift, unknownFields, unknownValues } from '../../../contract/drift.js';
import { inclusionResponseSchema } from '../../../contract/inclusion-schema.js';
import { simulationResponseSchema } from '../../../contract/simulation-schema.js';
import { camelCaseMembers } from '../../../contract/snake-case.js';
import { anyIndex } from '../../../internal/any-index.js';
import { printText, printValue } from '../../../internal/print.js';
import type { Check, CheckContext } from '../../case/check.js';
import { type Flaw, judgeEach } from '../../case/judge-each.js';
import type { Answer } from '../../case/observation.js';
import { hasName, inclusionBodyNames, namedOnly, simulationBodyNames } from './named-only.js';

/** An object whose keys are data, such as ids, would have as many findings. */
const mostFlaws = 20;

/** Answers have nothing that neither the interface nor the conventions name. */
export const drift: Check = {
  name: 'drift',
  family: 'transport',
  severity: 'minor',
  about: 'An answer must have no member, stage or chain type that neither interface nor conventions name.',
  source: 'sections 2.2 and 2.3; names of stages and chain types: practice',
  judge: judgeEach(({ answer }, context) =>
    answer === undefined
      ? undefined
      : driftsOf(answer, context)
          .slice(0, mostFlaws)
          .map((one) => flawOf(one, answer)),
  ),
};

function driftsOf({ json, simulation, inclusion }: Answer, { conventions }: CheckContext): Drift[] {
  const body = 'value' in json ? json.value : undefined;
  if (simulation !== undefined)
    return namedOnly(body, simulationBodyNames) ? [] : unknownFields(simulationResponseSchema, body);
  if (inclusion === undefined) return [];
  const fields = namedOnly(body, inclusionBodyNames) ? [] : unknownFields(inclusionResponseSchema, body);
  return [...fields, ...unknownValues(inclusion, conventions)];
}

function flawOf({ kind, path, value }: Drift, { echoesCredential }: Answer): Flaw {
  const place = printText(path);
  // Cut to its length, a credential would not be found any more, and not be masked.
  const received = echoesCredential ? place : `${place}: ${printValue(value)}`;
  if (kind === 'unknown-value')
    return {
      path: anyIndex(place),
      class: 'unknown value',
      message: `expected a name that the conventions have, got ${received}`,
    };
  const isSnake = isSnakeCase(path.slice(path.lastIndexOf('.') + 1));
  return {
    path: isSnake ? '' : anyIndex(place),
    class: isSnake ? 'names in snake_case' : 'unknown member',
    message: `expected only members that the interface shows, got ${received}`,
  };
}

/** One finding for all of them: it is one cause. */
function isSnakeCase(name: string): boolean {
  const [camel = name] = Object.keys(camelCaseMembers({ [name]: null }) as object);
  return camel !== name && (hasName(simulationBodyNames, camel) || hasName(inclusionBodyNames, camel));
}
