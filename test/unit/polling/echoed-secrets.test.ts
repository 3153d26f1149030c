import { InclusionRejectedError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, observe } from './observe.js';

describe('a secret that the observer echoes', () => {
  it('is in no message, wherever it stands', async () => {
    const secret = 'Zm9vYmFyLXNlY3JldC12YWx1ZQ';
    const filler = 'x'.repeat(180);
    const echo = { errorName: `${filler}${secret}`, content: secret, internalMsg: secret };
    const answers = [
      record({ stage: secret, transactions: [{ hash: secret }, { hash: `0x${secret}` }] }),
      record({ stage: secret, transactions: [] }),
      status(503, { error: secret }),
      record({ stage: `collected ${secret}`, success: false, note: echo }),
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
});
