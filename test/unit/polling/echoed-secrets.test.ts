import { inspect } from 'node:util';
import { InclusionRejectedError, type InclusionTimeoutError } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, observe } from './observe.js';

describe('a secret that the observer echoes', () => {
  it('does not appear in messages, wherever the answer contains it', async () => {
    const secret = 'Zm9vYmFyLXNlY3JldC12YWx1ZQ';
    const filler = 'x'.repeat(180);
    const echo = { errorName: `${filler}${secret}`, content: secret, internalMsg: secret };
    const answers = [
      record({ stage: secret, transactions: [{ hash: secret }, { hash: `0x${secret}` }] }),
      record({ stage: secret, transactions: [] }),
      status(503, { error: secret }),
      record({ stage: `collected ${secret}`, success: false, note: echo }),
      record({ stage: 'collectedInBETA', success: false, note: echo }),
    ];
    const { client } = await observe(answers, { headers: { authorization: `Bearer ${secret}` } });
    const { outcome } = waitTimelessly(client, id, { intervals: 1000 });
    const error = await caught<InclusionRejectedError>(outcome);
    expect(error).toBeInstanceOf(InclusionRejectedError);
    expect(error.inconsistencies).not.toEqual([]);
    const printed = `${error.message} ${JSON.stringify([error, error.lastError, error.inconsistencies])}`;
    expect(printed).not.toContain(secret.slice(0, 10));
    expect(printed).toContain('[redacted]');
  });

  it('is compared unmasked, so two secrets are two hashes', async () => {
    const [first, second] = [`0x${'5ec3e7a1'.repeat(8)}`, `0x${'b0b1d2f3'.repeat(8)}`];
    const headers = { authorization: `Bearer ${first}`, 'x-api-key': second };
    const answer = (hash: string) =>
      record({ stage: 'collectedInBETA', success: true, timestamp: 1_763_712_000, transactions: [{ hash }] });
    const { client } = await observe([answer(first), answer(second)], { headers });
    const { outcome } = waitTimelessly(client, id, { intervals: 1000, timeoutMs: 3000 });
    const error = await caught<InclusionTimeoutError>(outcome);
    expect(error.inconsistencies).toMatchObject([
      { kind: 'transaction-vanished', message: 'a transaction vanished: [redacted]' },
    ]);
    const advances = { isNot: false, promise: '' };
    for (const subject of [error, error.timeline]) {
      const { pass, message } = matchers.toBeConsistent.call(advances, subject);
      expect(pass).toBe(false);
      expect(message()).toContain('a transaction vanished: [redacted]');
    }
    const printed = `${error.message} ${inspect([error, error.timeline], { depth: 9 })}`;
    for (const secret of [first, second]) expect(printed).not.toContain(secret.slice(2, 12));
  });
});
