import '../../support/masked-traces.js';
import 'crosscheck/vitest';
import { createClient, InconclusiveError, UsageError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import type { MatcherOf } from './matchers-by-subject.js';
import { collected, id, included, observed, recordOf, rejected } from './observed.js';

const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0';
const transactions = [
  { blockchainType: 'ALPHA', hash: `0x${'a1'.repeat(32)}` },
  { blockchainType: 'BETA', hash: `0x${'b2'.repeat(32)}` },
];
const executed = record({ stage: 'executedInBETA', success: true, transactions });
const failed = record({
  stage: 'start',
  success: false,
  note: { errorName: 'NotEnoughGas', content: `the call of ${secret} ran out of gas` },
});
const withSecret = { headers: { authorization: `Bearer ${secret}` } };

describe('hex digits of a record', () => {
  const upper = `0x${'AB'.repeat(32)}`;
  const base64 = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';

  it('match in any form, and hex in any letter case', async () => {
    const listed = [{ hash: upper.toLowerCase() }, { hash: base64 }];
    const read = await recordOf(record({ stage: 'executedInBETA', success: true, transactions: listed }));
    expect(read).toHaveInclusionTransaction({ hash: upper });
    expect(() => expect(read).not.toHaveInclusionTransaction({ hash: upper })).toThrow('.not.to');
    expect(read).toHaveInclusionTransaction({ hash: base64 });
    const inOtherForms = [Buffer.from(base64, 'base64').toString('hex'), upper.slice(2)];
    for (const hash of inOtherForms) {
      expect(read).toHaveInclusionTransaction({ hash });
      expect(() => expect(read).not.toHaveInclusionTransaction({ hash })).toThrow('.not.to');
    }
    expect(read).not.toHaveInclusionTransaction({ hash: `Q${base64.slice(1)}` });
  });

  it('match in a note', async () => {
    const note = { internalBytesError: '0x08c379a0' };
    const read = await recordOf(record({ stage: 'start', success: false, note }));
    for (const expected of ['0x08C379', { internalBytesError: '0x08C379A0' }]) {
      expect(read).toBeRejected({ note: expected });
      expect(() => expect(read).not.toBeRejected({ note: expected })).toThrow('.not.toBeRejected');
    }
  });
});

describe('toBeIncluded', () => {
  it('judges the record without a request', async () => {
    const { deployment, observer } = await observed([included, collected]);
    const client = createClient(deployment);
    expect(await client.inclusion(id)).toBeIncluded();
    expect(await client.inclusion(id)).not.toBeIncluded();
    await expect(client.inclusion(id)).resolves.not.toBeIncluded();
    expect(observer.polls).toHaveLength(3);
  });

  it('shows the record', async () => {
    const pending = await recordOf(collected);
    const done = await recordOf(included);
    expect(() => expect(pending, 'swap').toBeIncluded()).toThrowErrorMatchingInlineSnapshot(`
      [Error: swap: expect(record).toBeIncluded(): the record is pending: collectedInBETA, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   included
      Received:   pending: collectedInBETA, success=true
      Trace ID:   TRACE]
    `);
    expect(() => expect(done).not.toBeIncluded()).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).not.toBeIncluded(): the record is included: includedInBETAConsensus, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   not included
      Received:   included: includedInBETAConsensus, success=true
      Trace ID:   TRACE]
    `);
  });
});

describe('toBeRejected', () => {
  it('judges the record without a request, and its note when given one', async () => {
    const record = await recordOf(failed);
    expect(record).toBeRejected();
    expect(record).toBeRejected({ note: 'ran out' });
    expect(record).toBeRejected({ note: /notenoughgas/i });
    expect(record).toBeRejected({ note: { errorName: 'NotEnoughGas' } });
    expect(record).toBeRejected({ note: { content: expect.stringContaining('gas') } });
    expect(record).not.toBeRejected({ note: 'ran in' });
    expect(record).not.toBeRejected({ note: /^gas/ });
    expect(record).not.toBeRejected({ note: { errorName: 'TokenNotExist' } });
    expect(await recordOf(collected)).not.toBeRejected();
  });

  it('shows the record without secrets', async () => {
    const record = await recordOf(failed, withSecret);
    expect(() =>
      expect(record).toBeRejected({ note: { errorName: 'TokenNotExist' } }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).toBeRejected({ note }): the record is rejected: start, success=false, note "NotEnoughGas: the call of [redacted] ran out of gas"

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   rejected, with a note of { errorName: "TokenNotExist" }
      Received:   rejected: start, success=false, note "NotEnoughGas: the call of [redacted] ran out of gas"
      Trace ID:   TRACE]
    `);
    expect(() => expect(record).not.toBeRejected()).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).not.toBeRejected(): the record is rejected: start, success=false, note "NotEnoughGas: the call of [redacted] ran out of gas"

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   not rejected
      Received:   rejected: start, success=false, note "NotEnoughGas: the call of [redacted] ran out of gas"
      Trace ID:   TRACE]
    `);
    expect(() => expect(record).not.toBeRejected({ note: /gas/ })).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).not.toBeRejected({ note }): the record is rejected: start, success=false, note "NotEnoughGas: the call of [redacted] ran out of gas"

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   not rejected, with a note of /gas/
      Received:   rejected: start, success=false, note "NotEnoughGas: the call of [redacted] ran out of gas"
      Trace ID:   TRACE]
    `);
  });

  it('rejects unknown and invalid options', async () => {
    const record = await recordOf(rejected);
    expect(() =>
      expect(record).toBeRejected({ nota: 7, note: 5 } as never),
    ).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toBeRejected has invalid options

      note must be a text, a regular expression, an asymmetric matcher, or an object with the members to look for, got 5 (number)
      nota is not an option; did you mean note?]
    `);
    for (const assertion of [expect(record), expect(record).not]) {
      expect(() => assertion.toBeRejected({ note: undefined as never })).toThrow(
        /note is missing or undefined, and every rejection would pass/,
      );
      expect(() => assertion.toBeRejected(/gas/ as never)).toThrow(/options must be a plain object, got /);
    }
    for (const note of [{}, [], new Map(), record, null, 7]) {
      for (const assertion of [expect(record), expect(record).not]) {
        expect(() => assertion.toBeRejected({ note } as never)).toThrow(/note must be a text, .*, got /);
      }
    }
  });

  it('compares an asymmetric matcher with each text of the note and with the whole note', async () => {
    const record = await recordOf(failed);
    for (const note of [
      expect.stringContaining('Gas'),
      expect.stringMatching(/ran out/),
      expect.objectContaining({ errorName: 'NotEnoughGas' }),
      expect.not.stringContaining('TokenNotExist'),
      expect.not.objectContaining({ errorName: 'TokenNotExist' }),
    ]) {
      expect(record).toBeRejected({ note });
    }
    for (const note of [
      expect.stringContaining('TokenNotExist'),
      expect.objectContaining({ errorName: 'TokenNotExist' }),
      expect.not.stringContaining('Gas'),
      expect.not.objectContaining({ errorName: 'NotEnoughGas' }),
    ]) {
      expect(record).not.toBeRejected({ note });
    }
  });

  it('is inconclusive in both polarities when the note is empty', async () => {
    for (const note of [undefined, null, {}, { content: '', errorName: '' }]) {
      const silent = await recordOf(record({ stage: 'start', success: false, note }), {
        conventions: { isRejected: () => true },
      });
      expect(silent).toBeRejected();
      for (const wanted of ['gas', /gas/, { errorName: 'NotEnoughGas' }, expect.stringContaining('gas')]) {
        for (const assertion of [expect(silent), expect(silent).not]) {
          expect(() => assertion.toBeRejected({ note: wanted })).toThrow(InconclusiveError);
        }
      }
    }
    const pending = await recordOf(record({ stage: 'start', success: true, note: null }));
    expect(pending).not.toBeRejected({ note: 'gas' });
  });

  it('is inconclusive in both polarities when an included operation failed at a later stage', async () => {
    const note = { errorName: 'NotEnoughGas' };
    const failed = await recordOf(record({ stage: 'executedInBETA', success: false, note }));
    expect(failed).toBeIncluded();
    for (const options of [undefined, { note }]) {
      for (const assertion of [expect(failed), expect(failed).not]) {
        expect(() => assertion.toBeRejected(options)).toThrow(
          /^The record is included, and says that a later stage failed: .+\n/,
        );
      }
    }
  });

  it('says that the note is missing', async () => {
    const silent = await recordOf(record({ stage: 'start', success: false, note: null }), {
      conventions: { isRejected: () => true },
    });
    expect(() => expect(silent).toBeRejected({ note: 'gas' })).toThrowErrorMatchingInlineSnapshot(`
      [InconclusiveError: The record is rejected and does not say why: start, success=false

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   rejected, with a note of "gas"
      Received:   rejected: start, success=false
      Trace ID:   TRACE]
    `);
  });
});

describe('the error name that toBeRejected expects', () => {
  const misspelt = { note: { errorName: 'NotEnoughGass' } };

  it('must be one of the deployment, so that a misspelt one passes in neither polarity', async () => {
    for (const answer of [failed, included]) {
      const read = await recordOf(answer);
      expect(() => expect(read).toBeRejected(misspelt)).toThrow(UsageError);
      expect(() => expect(read).not.toBeRejected(misspelt)).toThrow(UsageError);
    }
    const read = await recordOf(failed, { name: 'staging' });
    expect(() => expect(read).not.toBeRejected(misspelt)).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: "NotEnoughGass" is not an errorName of staging; did you mean NotEnoughGas?

      Its names:  ProxyCallError, NotEnoughGas, InvalidMerkleProof, MessageAlreadyProcessed, TokenNotExist
      What to do: name one of them, or add it to conventions.errorNames if the deployment has it]
    `);
  });

  it('may be any if the conventions name none, or the record has it', async () => {
    const open = await recordOf(failed, { conventions: { errorNames: [] } });
    expect(open).not.toBeRejected(misspelt);
    const own = record({ stage: 'start', success: false, note: { errorName: 'SlippageExceeded' } });
    expect(await recordOf(own)).toBeRejected({ note: { errorName: 'SlippageExceeded' } });
    expect(await recordOf(failed)).not.toBeRejected({ note: { errorName: '' } });
    expect(await recordOf(failed)).not.toBeRejected({ note: { errorName: expect.stringMatching(/^x/) } });
  });
});

describe('toHaveInclusionTransaction', () => {
  it('finds a transaction that matches the pattern', async () => {
    const listed = await recordOf(executed);
    expect(listed).toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
    expect(listed).toHaveInclusionTransaction({ hash: expect.stringMatching(/^0xb2/) });
    expect(listed).not.toHaveInclusionTransaction({ blockchainType: 'ALPHA', hash: transactions[1]?.hash });
    const none = await recordOf(record({ stage: 'start', success: true, transactions: null }));
    expect(none).not.toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
  });

  it("accepts the neutral names of the deployment's chain types", async () => {
    const answer = record({ stage: 'start', transactions: [{ blockchainType: 'EVM', hash: '0x12' }] });
    const translated = await recordOf(answer, { chains: { alpha: 'evm', beta: 'tvm' } });
    expect(translated).toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
  });

  it('shows the listed transactions', async () => {
    const record_ = await recordOf(executed);
    const nothing = await recordOf(record({ stage: 'start', transactions: null }));
    const wanted = { blockchainType: 'BETA', hash: `0x${'12'.repeat(32)}` };
    expect(() => expect(record_).toHaveInclusionTransaction(wanted)).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).toHaveInclusionTransaction(pattern): none of 2 matches; transactions[1].hash is "0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2", expected "0x1212121212121212121212121212121212121212121212121212121212121212"

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   a transaction like { blockchainType: "BETA", hash: "0x1212121212121212121212121212121212121212121212121212121212121212" }
      Received:   included: executedInBETA, success=true
      Trace ID:   TRACE
      Listed:     2
      Closest:    transactions[1]
      - hash
          expected: "0x1212121212121212121212121212121212121212121212121212121212121212"
          received: "0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2"]
    `);
    expect(() => expect(nothing).toHaveInclusionTransaction(wanted)).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).toHaveInclusionTransaction(pattern): transactions has no items

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   a transaction like { blockchainType: "BETA", hash: "0x1212121212121212121212121212121212121212121212121212121212121212" }
      Received:   pending: start, success=absent
      Trace ID:   TRACE
      Listed:     null]
    `);
    expect(() =>
      expect(record_).not.toHaveInclusionTransaction({ blockchainType: 'BETA' }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [Error: expect(record).not.toHaveInclusionTransaction(pattern): transactions[1] matches

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007
      Expected:   no transaction like { blockchainType: "BETA" }
      Received:   included: executedInBETA, success=true
      Trace ID:   TRACE
      Listed:     2
      Fits:       transactions[1]]
    `);
  });

  it('rejects a pattern that everything matches', async () => {
    const record = await recordOf(executed);
    expect(() => expect(record).toHaveInclusionTransaction({})).toThrow(UsageError);
  });
});

it('a success that names an error is neither rejected nor not', async () => {
  const note = { errorName: 'NotEnoughGas' };
  const contradiction = await recordOf(record({ stage: 'start', success: true, note }));
  for (const assertion of [expect(contradiction), expect(contradiction).not])
    expect(() => assertion.toBeRejected({ note })).toThrow(
      /^The record does not say whether it is rejected: start, success=true, note "NotEnoughGas"\n/,
    );
});

it('the matchers of records say that an await is missing', () => {
  expect(() => expect(Promise.resolve(7) as unknown).toBeIncluded()).toThrow(
    'Received:   a promise; write await before it',
  );
});

/** Arguments of each matcher of records. The compiler finds one that is missing here. */
const args: Record<MatcherOf<'record'>, unknown[]> = {
  toBeIncluded: [],
  toBeRejected: [],
  toHaveInclusionTransaction: [{ hash: '0x' }],
};

it.each([
  ['an operation id', id],
  ['a promise', Promise.resolve(7)],
  ['the member response', { stage: 'start', success: true }],
  ['null', null],
])('the matchers of records reject %s in both polarities', (_, subject) => {
  for (const assertion of [expect(subject), expect(subject).not]) {
    const calls = assertion as unknown as Record<string, (...args: unknown[]) => void>;
    for (const [matcher, given] of Object.entries(args))
      expect(() => calls[matcher]?.(...given)).toThrow(`.${matcher}() takes a record of client.inclusion`);
  }
});
