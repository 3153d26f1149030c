import {
  type Drift,
  inclusionResponseSchema,
  simulationResponseSchema,
  unknownFields,
  unknownValues,
} from '../../../contract/responses.js';
import { isBuiltIn } from '../../../endpoint/built-in.js';
import { exactNumbers, fits } from '../../../endpoint/endpoint-schemas.js';
import { anyIndex, formatText, formatValue } from '../../../internal/print.js';
import type { Check, CheckContext } from '../../case/check.js';
import { customSchemaSource } from '../../case/check-source.js';
import { factsOf } from '../../case/endpoint-facts.js';
import { type Flaw, judgeEach } from '../../case/judge-each.js';
import type { Answer, Observation } from '../../case/observation.js';
import { hasRightMethod } from '../request-kind.js';
import { inclusionBodyNames, namedOnly, simulationBodyNames } from './named-only.js';
import { isNamed, isSnakeCase, onlySnakeCase } from './snake-case-names.js';

/** In one message. */
const maxNamed = 5;

/** Answers have nothing that neither the interface nor the conventions name. */
export const drift: Check = {
  name: 'drift',
  family: 'transport',
  severity: 'minor',
  about:
    'An answer must not have members, stages or chain types that neither the interface nor the conventions name.',
  source: 'sections 2.2 and 2.3; names of stages and chain types: practice',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) => {
    const { request, answer } = observation;
    if (answer === undefined) return undefined;
    return isBuiltIn(request.endpoint)
      ? flawsOf(driftsOf(answer, context), answer, {
          placeOf,
          names: 'the interface or the conventions name',
        })
      : flawsOf(customDrifts(observation, context), answer, {
          placeOf: customDriftPlace,
          names: 'its schema names',
        });
  }),
};

function driftsOf({ json, simulation, inclusion }: Answer, { conventions }: CheckContext): Drift[] {
  const body = 'value' in json ? json.value : undefined;
  if (simulation !== undefined) {
    if (namedOnly(body, simulationBodyNames)) return [];
    const fields = unknownFields(simulationResponseSchema, body);
    // A fault of the schema.
    return onlySnakeCase({ simulation }).length === 0
      ? fields
      : fields.filter((drift) => !isOfSnakeCase(drift));
  }
  if (inclusion === undefined) return [];
  const fields = namedOnly(body, inclusionBodyNames) ? [] : unknownFields(inclusionResponseSchema, body);
  return [...fields, ...unknownValues(inclusion, conventions)];
}

/** Lists the members of a custom endpoint's answer that its schema does not name; of one that does not fit it, none. */
function customDrifts({ request, answer }: Observation, { endpoints }: CheckContext): Drift[] {
  const facts = factsOf(request.endpoint, endpoints);
  if (facts === undefined || answer?.status !== 200 || !('value' in answer.json)) return [];
  if (!hasRightMethod(request)) return [];
  const { response } = facts;
  const body = answer.json.value;
  return fits(response, exactNumbers(response, body)) ? unknownFields(response, body) : [];
}

/** A member counts as one of the object that it stands in: where names are data, each answer has others. */
function customDriftPlace({ path }: Drift): Omit<Flaw, 'message'> {
  return { path: anyIndex(path).replace(/[^.]*$/, '*'), class: 'unknown member' };
}

interface FlawParts {
  readonly placeOf: (drift: Drift) => Omit<Flaw, 'message'>;
  /** What says which members there are: `its schema names`. */
  readonly names: string;
}

/** One flaw for all that are of one place and class. */
function flawsOf(drifts: readonly Drift[], answer: Answer, { placeOf, names }: FlawParts): Flaw[] {
  const alike = new Map<string, { place: Omit<Flaw, 'message'>; drifts: Drift[] }>();
  for (const one of drifts) {
    const place = placeOf(one);
    const key = `${place.path} ${place.class}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, { place, drifts: [one] });
    else others.drifts.push(one);
  }
  return Array.from(alike.values(), ({ place, drifts }) => ({
    ...place,
    message: `expected only what ${names}, got ${namesOf(drifts, answer)}`,
  }));
}

/**
 * A value counts where it stands, a member as one of the object that it stands in: where names are data, such as ids,
 * each answer has others. Names in snake_case are one finding, wherever they stand: it is one cause.
 */
function placeOf({ kind, path }: Drift): Omit<Flaw, 'message'> {
  if (kind === 'unknown-value') return { path: anyIndex(path), class: 'unknown value' };
  const steps = anyIndex(path).split('.');
  if (isOfSnakeCase({ path })) return { path: '', class: 'names in snake_case' };
  // A name that is data may have dots in it; one that the interface has elsewhere is the last step.
  const unnamed = steps.findIndex((step) => !isNamed(step.replaceAll('[]', '')));
  return { path: [...steps.slice(0, unnamed), '*'].join('.'), class: 'unknown member' };
}

function isOfSnakeCase({ path }: Pick<Drift, 'path'>): boolean {
  return isSnakeCase(anyIndex(path).split('.').at(-1) ?? '');
}

function namesOf(drifts: readonly Drift[], { echoesCredential }: Answer): string {
  const named = drifts.slice(0, maxNamed).map(({ path, value }) => {
    const place = formatText(path);
    // Cut to its length, a credential would not be found any more, and not be masked.
    return echoesCredential ? place : `${place}: ${formatValue(value)}`;
  });
  const more = drifts.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}
