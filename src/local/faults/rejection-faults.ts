import type { RejectedCall, RejectionFault } from './fault-kind.js';
import type { MeantAnswer } from './service-answer.js';

const both = ['simulate', 'inclusion'] as const;
const observer = ['inclusion'] as const;

/** What tells who asks. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie'] as const;

/** Faults of how requests are rejected. */
export const rejectionFaults = {
  'unknown-as-included': {
    family: 'rejection',
    summary: 'Answers for an unknown operation as if it had reached the last stage.',
    endpoints: observer,
    tamperRejection: ({ answer, call, stages }) =>
      answer.status === 404 ? record(stages.at(-1), [{ hash: call.operationId }]) : undefined,
  },
  'operation-id-loose': {
    family: 'rejection',
    summary: 'Answers for a missing, empty, repeated or malformed operation id as for a new operation.',
    endpoints: observer,
    tamperRejection: ({ answer, stages }) => (answer.status === 400 ? record(stages[0], []) : undefined),
  },
  'error-without-message': {
    family: 'rejection',
    summary: 'Rejects requests without an error message.',
    endpoints: both,
    tamperRejection: ({ answer }) => ({ ...answer, body: {} }),
  },
  'stack-trace': {
    family: 'rejection',
    summary: 'Adds a stack trace to the error of a rejection.',
    endpoints: both,
    tamperRejection: (rejected) => withError(rejected, (error) => `Error: ${error}\n${stackTrace}`),
  },
  'leaked-path': {
    family: 'rejection',
    summary: 'Adds a file path to the error of a rejection.',
    endpoints: both,
    tamperRejection: (rejected) =>
      withError(rejected, (error) => `${error}; see /var/lib/service/simulator/rules.yaml`),
  },
  'leaked-secret': {
    family: 'rejection',
    summary: 'Adds the credential that came with a request to the error of its rejection.',
    endpoints: both,
    tamperRejection(rejected) {
      const { headers = {} } = rejected.call;
      const name = credentialHeaders.find((header) => headers[header] !== undefined);
      return name && withError(rejected, (error) => `${error}; ${name} was ${headers[name]}`);
    },
  },
  'undocumented-status': {
    family: 'rejection',
    summary: 'Answers 422 instead of 400.',
    endpoints: both,
    tamperRejection: ({ answer }) => (answer.status === 400 ? { ...answer, status: 422 } : undefined),
  },
  'method-without-allow': {
    family: 'rejection',
    summary: 'Answers 405 without an Allow header.',
    endpoints: both,
    tamperRejection({ answer }) {
      const { allow, ...headers } = answer.headers;
      return allow === undefined ? undefined : { ...answer, headers };
    },
  },
} satisfies Record<string, RejectionFault>;

const stackTrace = `    at simulate (/srv/service/dist/simulator.js:112:19)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

function withError({ answer, error }: RejectedCall, change: (error: string) => string): MeantAnswer {
  return { ...answer, body: { error: change(error) } };
}

/** An answer about an operation at a stage. */
function record(stage: string | undefined, transactions: readonly object[]): MeantAnswer {
  return { status: 200, headers: {}, body: { response: { note: null, stage, success: true, transactions } } };
}
