import { createClient } from '../client/create-client.js';
import { evidenceOfError, staleAdvice, stalenessOf } from '../client/evidence.js';
import { builtInOf } from '../endpoint/built-in.js';
import type { Endpoint, EndpointInput } from '../endpoint/endpoint.js';
import { safeParseWith } from '../endpoint/endpoint-schemas.js';
import { HttpError, SchemaMismatchError } from '../errors.js';
import { formatDuration, formatText, pathText } from '../internal/print.js';
import { exchangeDetails, repeatLines } from './judge-answer.js';
import { endpointCheckName } from './smoke-options.js';
import type { PlannedCheck, SmokeOutcome, SmokeRun } from './smoke-run.js';

const toDo = 'What to do: ';

/** Returns the check of a custom endpoint. */
export function endpointCheck(endpoint: Endpoint): PlannedCheck {
  return {
    name: endpointCheckName(endpoint),
    about: `The endpoint ${endpoint.name} must be answered as its schema says.`,
    needs: builtInOf[endpoint.server],
    run: (run) => checkEndpoint(run, endpoint),
  };
}

/** Calls a custom endpoint with its example, if it changes nothing. */
async function checkEndpoint(run: SmokeRun, endpoint: Endpoint): Promise<SmokeOutcome> {
  const { name, example, readOnly } = endpoint;
  if (!readOnly)
    return {
      status: 'skipped',
      message: `not sent: ${name} is not readOnly, and a smoke run changes nothing`,
    };
  const needed = example === undefined ? neededMember(endpoint) : undefined;
  if (needed !== undefined)
    return {
      status: 'skipped',
      message: `not sent: ${name} needs ${needed}, and has no example: set \`example\` in defineEndpoint`,
    };
  const { attemptTimeoutMs, signal } = run.settings;
  const client = createClient(run.deployment);
  try {
    const called = await run.sender.call(run.endpoints[builtInOf[endpoint.server]].origin, () =>
      client.call(endpoint, (example ?? {}) as EndpointInput<Endpoint>, {
        attemptTimeoutMs,
        signal,
        retries: 0,
      }),
    );
    const staleness = stalenessOf(called.exchange.response);
    if (staleness !== undefined)
      return {
        status: 'inconclusive',
        message: `answered with ${staleness}`,
        details: exchangeDetails(called.exchange),
        advice: staleAdvice,
      };
    return {
      status: 'passed',
      message: `answered in ${formatDuration(called.durationMs)}`,
      details: called.drift.map(({ path }) => `Note:      ${formatText(path)} is not in its schema`),
    };
  } catch (error) {
    if (!(error instanceof HttpError) && !(error instanceof SchemaMismatchError)) throw error;
    return outcomeOf(error);
  }
}

/** Returns the first member that a request requires: `query.limit`. */
function neededMember({ params, query, body }: Endpoint): string | undefined {
  const parts = [
    ['params', params, {}],
    ['query', query, {}],
    ['body', body, undefined],
  ] as const;
  for (const [part, schema, nothing] of parts) {
    const [issue] = (schema && safeParseWith(schema, nothing).error?.issues) ?? [];
    if (issue !== undefined) return pathText([part, ...issue.path]);
  }
  return undefined;
}

function outcomeOf(error: HttpError | SchemaMismatchError): SmokeOutcome {
  const { details, summary, exchange } = error;
  const advice = details.find((line) => line.startsWith(toDo))?.slice(toDo.length);
  return {
    status: evidenceOfError(error)?.kind === 'no-verdict' ? 'inconclusive' : 'failed',
    message: summary,
    details: [
      ...details.filter((line) => !line.startsWith(toDo)),
      ...(exchange === undefined ? [] : repeatLines(exchange)),
    ],
    advice: advice ?? 'compare the schema of the endpoint with what the service answers',
  };
}
