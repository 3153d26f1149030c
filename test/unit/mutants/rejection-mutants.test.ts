import type { FaultName } from 'crosscheck/local';
import { expect, it } from 'vitest';
import type { MutantName } from '../../mutants/mutants.js';
import type { HttpAnswer } from '../../support/http-exchange.js';
import { operationId, type ServedWithFaults, serveWithFaults } from '../local/faults/serve-with-faults.js';

const unknown = `0x${'9'.repeat(64)}`;
const credential = 'Bearer of-the-one-who-asks';

/** Requests that are rejected, and one that is not. */
const sent = {
  unknown: ({ ask }: ServedWithFaults) => ask(`?operationId=${unknown}`),
  missing: ({ ask }: ServedWithFaults) => ask(),
  empty: ({ ask }: ServedWithFaults) => ask('?operationId='),
  malformed: ({ ask }: ServedWithFaults) => ask('?operationId=7'),
  repeated: ({ ask }: ServedWithFaults) => ask(`?operationId=${operationId}&operationId=${operationId}`),
  'wrong method': ({ ask }: ServedWithFaults) => ask('', { method: 'POST' }),
  'bad body': ({ post }: ServedWithFaults) => post('{}'),
  'bad body with a credential': ({ post }: ServedWithFaults) =>
    post('{}', { 'content-type': 'application/json', authorization: credential }),
  'other media': ({ post }: ServedWithFaults) => post('{}', { 'content-type': 'text/plain' }),
  known: ({ ask }: ServedWithFaults) => ask(`?operationId=${operationId}`),
} satisfies Record<string, (served: ServedWithFaults) => Promise<HttpAnswer>>;

type Row = readonly [fault: FaultName | MutantName, request: keyof typeof sent, status: number, body: object];

const begun = { response: { note: null, stage: 'start', success: true, transactions: [] } };
const error = (text: RegExp): object => ({ error: expect.stringMatching(text) });

const rows: readonly Row[] = [
  [
    'unknown-as-included',
    'unknown',
    200,
    { response: { note: null, stage: 'executedInBETA', success: true, transactions: [{ hash: unknown }] } },
  ],
  ['unknown-as-included', 'malformed', 400, error(/^operationId must be 0x/)],
  ['operation-id-loose', 'missing', 200, begun],
  ['operation-id-loose', 'empty', 200, begun],
  ['operation-id-loose', 'malformed', 200, begun],
  ['operation-id-loose', 'repeated', 200, begun],
  ['operation-id-loose', 'unknown', 404, error(/^operation not found$/)],
  ['error-without-message', 'unknown', 404, {}],
  ['error-without-message', 'bad body', 400, {}],
  [
    'stack-trace',
    'bad body',
    400,
    error(/^Error: shardsKey is missing.*\n {4}at simulate \(.+\.js:112:19\)\n/),
  ],
  ['leaked-path', 'bad body', 400, error(/^shardsKey is missing.+\/var\/lib\/service\//)],
  ['leaked-secret', 'bad body with a credential', 400, error(new RegExp(`authorization was ${credential}$`))],
  ['leaked-secret', 'bad body', 400, error(/betaCaller is missing$/)],
  ['undocumented-status', 'bad body', 422, error(/^shardsKey is missing/)],
  ['undocumented-status', 'other media', 415, error(/^content-type must be/)],
  ['missing-allow-header', 'unknown', 404, error(/^operation not found$/)],
];

it.each(rows)('%s answers the request "%s" with %i', async (fault, request, status, body) => {
  const served = await serveWithFaults([{ fault }]);
  const answer = await sent[request](served);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([status, body]);
  const { status: whole, text } = await sent.known(served);
  expect([whole, JSON.parse(text).response.stage]).toEqual([200, 'collectedInALPHA']);
});

it('missing-allow-header leaves out which method there is', async () => {
  const served = await serveWithFaults([]);
  expect(await sent['wrong method'](served)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  await served.set({ fault: 'missing-allow-header' });
  const { status, headers } = await sent['wrong method'](served);
  expect([status, headers.allow]).toEqual([405, undefined]);
});

it('answers with the stages of the dialect', async () => {
  const chains = { alpha: 'evm', beta: 'tvm' };
  const served = await serveWithFaults([{ fault: 'unknown-as-included' }], { chains });
  expect(JSON.parse((await sent.unknown(served)).text).response.stage).toBe('executedInTVM');
});
