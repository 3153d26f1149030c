import { Ajv, type AnySchemaObject } from 'ajv';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
// @ts-expect-error: it has no types
import harSchemas from 'har-schema';
import { expect, test } from 'vitest';
import { ended, exchange, finding, found, started, wholeReport } from './events.js';

const har = (...[events]: Parameters<typeof summaryOfEvents>) =>
  JSON.parse(formatReport(summaryOfEvents(events), 'har'));
const unanswered = exchange({
  request: {
    method: 'GET',
    url: 'https://observer.example.org/v1/status?operationId=0x%00&operationId=&a=b+c',
    headers: {},
  },
  response: undefined,
  attempts: [{ startedAfterMs: 0, durationMs: 5000, failure: 'closed' }],
});

function faultsOf(document: unknown): unknown {
  // The schemas are of draft 6, and say min where they mean minimum.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addMetaSchema({ $id: 'http://json-schema.org/draft-06/schema#', type: 'object' });
  for (const schema of Object.values<AnySchemaObject>(harSchemas)) ajv.addSchema(schema);
  ajv.validate('har.json#', document);
  return ajv.errors;
}

test.each([
  ['a whole report', wholeReport()],
  ['a report without findings', [started(), ended()]],
  ['an exchange without an answer', [started(), found({ exchanges: [unanswered] })]],
])('of %s is valid', (_, events) => {
  expect(faultsOf(har(events))).toBeNull();
});

test('the schema rejects anything but HAR', () => {
  expect(faultsOf({ log: { version: '1.2', creator: {}, entries: [] } })).not.toBeNull();
});

test('has a page for each finding and an entry for each exchange', () => {
  const { log } = har([started(), found({ exchanges: [exchange(), unanswered] }), ended()]);
  const { id } = finding();
  expect(log.pages).toMatchObject([{ id, title: `${id}: ${finding().message}` }]);
  expect(log.entries).toMatchObject([
    {
      pageref: id,
      startedDateTime: '2026-11-21T10:00:01.000Z',
      time: 3.5,
      request: { method: 'POST', postData: { mimeType: 'application/json', text: exchange().request.body } },
      response: { status: 200, content: { mimeType: 'application/json', text: exchange().response?.body } },
    },
    {
      pageref: id,
      comment: 'closed',
      request: {
        method: 'GET',
        bodySize: 0,
        queryString: [
          { name: 'operationId', value: '0x\0' },
          { name: 'operationId', value: '' },
          { name: 'a', value: 'b c' },
        ],
      },
      response: { status: 0 },
    },
  ]);
});
