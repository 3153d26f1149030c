import { exchangeLines } from '../client/exchange-lines.js';
import type { InclusionRecord } from '../client/inclusion-record.js';
import { withinTest } from '../client/within-test.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import { currentTest } from '../internal/test-context.js';
import { deploymentOfResult, refuseOtherDeployment } from './deployment-of-result.js';
import { type Awaitable, resolveSubject, wrongSubject } from './subject.js';

/** What the matchers that wait take: an operation id, or a record of it. */
export type InclusionSubject = Awaitable<string | Pick<InclusionRecord, 'operationId'>>;

/** Where a record stands in what waitForInclusion and waitForInclusions give. */
const wrappers = ['record', 'inclusion.record'];

/** An operation to look at. */
export interface Operation {
  readonly operationId: string;
  /** The deployment to ask: the one that was named, else that which a result came from; undefined for the one in force. */
  readonly deployment: Deployment | undefined;
}

/** Gives the operation that a matcher shall look at. */
export async function operationOf(
  matcher: string,
  received: InclusionSubject,
  {
    signal,
    deployment,
  }: { readonly signal?: AbortSignal | undefined; readonly deployment?: Deployment | undefined },
): Promise<Operation> {
  const subject = await withinTest(
    { call: `expect(received).${matcher}()`, what: 'the subject', signal, test: currentTest() },
    (either) => resolveSubject(received, either),
  );
  const isRecord = typeof subject === 'object' && subject !== null;
  const operationId = isRecord ? subject.operationId : subject;
  if (typeof operationId === 'string' && operationId !== '') {
    refuseOtherDeployment(matcher, subject, deployment, 'observerUrl');
    return { operationId, deployment: deployment ?? deploymentOfResult(subject) };
  }
  throw wrongSubject(matcher, 'an operation id, or a record of client.inclusion', subject, wrappers);
}

/** Gives the record that a matcher judges; it looks at no other, so nothing is asked. */
export function recordOf(matcher: string, received: unknown): InclusionRecord {
  if (isRecord(received)) {
    refuseStale(matcher, received);
    return received;
  }
  throw wrongSubject(matcher, 'a record of client.inclusion or of waitForInclusion', received, wrappers);
}

/** Throws for an argument that a matcher of a record would ignore, such as a deployment to ask. */
export function refuseMore(matcher: string, more: readonly unknown[]): void {
  if (more.every((argument) => argument === undefined)) return;
  throw new UsageError(`${matcher} judges the record alone: it takes no options`);
}

/** What a cache kept says how it was, and an assertion asks how it is. */
function refuseStale(matcher: string, { operationId, staleness, exchange }: InclusionRecord): void {
  if (staleness === undefined) return;
  throw new InconclusiveError({
    summary: `expect(record).${matcher}() is inconclusive: the record is ${staleness}`,
    details: [
      `Operation:  ${printText(operationId, 80)}`,
      ...exchangeLines(exchange),
      'What to do: have the cache before the observer leave these answers out, or ask the observer itself',
    ],
  });
}

/** By its members, because loading the class would load the schemas with it. */
function isRecord(received: unknown): received is InclusionRecord {
  const members = typeof received === 'object' && received !== null ? received : {};
  return 'operationId' in members && 'verdict' in members && 'response' in members && 'exchange' in members;
}
