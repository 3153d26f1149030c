import { changedValues, type Mutant, rejectionMutant, responseOf, textMutant } from './mutant.js';

const credentialHeaders = ['authorization', 'x-api-key', 'cookie'] as const;

const stackTrace = `    at simulate (/srv/service/dist/simulator.js:112:19)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

/** Services that reject requests wrongly, or whose JSON is not what every parser reads alike. */
export const answerMutants = {
  'operation-id-loose': rejectionMutant(
    'Answers for a missing, empty, repeated or malformed operation id as for a new operation.',
    ({ answer, endpoint }) =>
      endpoint === 'inclusion' && answer.status === 400
        ? {
            status: 200,
            json: { response: { note: null, stage: 'start', success: true, transactions: [] } },
          }
        : undefined,
  ),
  'error-without-message': rejectionMutant('Rejects requests without an error message.', () => ({
    json: {},
  })),
  'stack-trace': rejectionMutant('Adds a stack trace to the error of a rejection.', ({ error }) => ({
    json: { error: `Error: ${error}\n${stackTrace}` },
  })),
  'leaked-path': rejectionMutant('Adds a file path to the error of a rejection.', ({ error }) => ({
    json: { error: `${error}; see /var/lib/service/simulator/rules.yaml` },
  })),
  'leaked-secret': rejectionMutant(
    'Adds the credential that came with a request to the error of its rejection.',
    ({ error, request: { headers } }) => {
      const name = credentialHeaders.find((header) => headers[header] !== undefined);
      return name && { json: { error: `${error}; ${name} was ${headers[name]}` } };
    },
  ),
  'undocumented-status': rejectionMutant('Answers 422 instead of 400.', ({ answer: { status } }) =>
    status === 400 ? { status: 422 } : undefined,
  ),
  'missing-allow-header': rejectionMutant('Answers 405 without an Allow header.', () => ({
    headers: { allow: null },
  })),
  'verdict-twice': textMutant(
    'Writes the verdict of a simulation twice, the opposite one first.',
    'simulate',
    (text) =>
      text.replace(
        /"simulationStatus":(true|false)/,
        (member, status) => `"simulationStatus":${status !== 'true'},${member}`,
      ),
  ),
  'gas-twice': textMutant('Writes the gas of a simulation twice, in two letter cases.', 'simulate', (text) =>
    text.replace(/"estimatedGas":(\d+)/, '"EstimatedGas":$1,"estimatedGas":$1'),
  ),
  'duplicate-members': textMutant(
    'Writes the stage of a record twice, the initial stage first.',
    'inclusion',
    (text) => text.replace('"stage":', '"stage":"start","stage":'),
  ),
  'type-by-magnitude': {
    summary: 'Writes integers beyond 2^53 as strings.',
    start: () => ({
      endpoint: 'simulate',
      answer: ({ answer }) =>
        responseOf(answer) && {
          json: changedValues(answer.json, (value) =>
            typeof value === 'bigint' && value > Number.MAX_SAFE_INTEGER ? `${value}` : value,
          ),
        },
    }),
  },
} satisfies Record<string, Mutant>;
