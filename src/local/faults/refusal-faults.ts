import type { RefusalFault, RefusedCall } from './fault-kind.js';
import type { MeantAnswer } from './service-answer.js';

const both = ['simulate', 'inclusion'] as const;
const observer = ['inclusion'] as const;

/** What tells who asks. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie'] as const;

/** Faults of how requests are refused. */
export const refusalFaults = {
  'unknown-as-included': {
    family: 'refusal',
    summary: 'Answers about an operation that nobody knows as about one that reached the last stage.',
    endpoints: observer,
    spoilRefusal: ({ answer, call, stages }) =>
      answer.status === 404 ? record(stages.at(-1), [{ hash: call.operationId }]) : undefined,
  },
  'operation-id-loose': {
    family: 'refusal',
    summary:
      'Answers about an operation id that is missing, empty, repeated or malformed as about a new one.',
    endpoints: observer,
    spoilRefusal: ({ answer, stages }) => (answer.status === 400 ? record(stages[0], []) : undefined),
  },
  'error-without-message': {
    family: 'refusal',
    summary: 'Refuses without saying why.',
    endpoints: both,
    spoilRefusal: ({ answer }) => ({ ...answer, body: {} }),
  },
  'stack-trace': {
    family: 'refusal',
    summary: 'Adds a stack trace to the error of a refusal.',
    endpoints: both,
    spoilRefusal: (refused) => withError(refused, (error) => `Error: ${error}\n${stackTrace}`),
  },
  'leaked-path': {
    family: 'refusal',
    summary: 'Adds the path of a file to the error of a refusal.',
    endpoints: both,
    spoilRefusal: (refused) =>
      withError(refused, (error) => `${error}; see /var/lib/service/simulator/rules.yaml`),
  },
  'leaked-secret': {
    family: 'refusal',
    summary: 'Adds the credential that came with a request to the error of its refusal.',
    endpoints: both,
    spoilRefusal(refused) {
      const { headers = {} } = refused.call;
      const name = credentialHeaders.find((header) => headers[header] !== undefined);
      return name && withError(refused, (error) => `${error}; ${name} was ${headers[name]}`);
    },
  },
  'undocumented-status': {
    family: 'refusal',
    summary: 'Answers 422 where it should be 400.',
    endpoints: both,
    spoilRefusal: ({ answer }) => (answer.status === 400 ? { ...answer, status: 422 } : undefined),
  },
  'method-without-allow': {
    family: 'refusal',
    summary: 'Answers 405 without saying which method is allowed.',
    endpoints: both,
    spoilRefusal({ answer }) {
      const { allow, ...headers } = answer.headers;
      return allow === undefined ? undefined : { ...answer, headers };
    },
  },
} satisfies Record<string, RefusalFault>;

const stackTrace = `    at simulate (/srv/service/dist/simulator.js:112:19)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

function withError({ answer, error }: RefusedCall, change: (error: string) => string): MeantAnswer {
  return { ...answer, body: { error: change(error) } };
}

/** An answer about an operation at a stage. */
function record(stage: string | undefined, transactions: readonly object[]): MeantAnswer {
  return { status: 200, headers: {}, body: { response: { note: null, stage, success: true, transactions } } };
}
