import { evidenceIn } from '../checks/case/inconclusive-answers.js';
import { builtInOf } from '../endpoint/built-in.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { safeParseWith } from '../endpoint/endpoint-schemas.js';
import { definedMembers } from '../internal/objects.js';
import { formatDuration, pathText } from '../internal/print.js';
import { inconclusive, judgeAnswer, sendObserved } from './judge-answer.js';
import { endpointCheckName } from './smoke-options.js';
import type { PlannedCheck, SmokeOutcome, SmokeRun } from './smoke-run.js';

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
  const asked = await sendObserved(run, {
    endpoint: name,
    ...definedMembers(endpointRequest(endpoint, example ?? {})),
    expect: { kind: 'answered', exists: true },
  });
  const { kind, cause } = evidenceIn(asked.observation);
  // A page in place of JSON is judged by the checks.
  if (kind === 'no-verdict' && cause !== 'page') return inconclusive(run, asked);
  return judgeAnswer(run, asked, `answered in ${formatDuration(asked.call.exchange.durationMs)}`);
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
