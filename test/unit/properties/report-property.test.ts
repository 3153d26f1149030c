import { InconclusiveError } from 'crosscheck';
import { reportProperty } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** What `fc.assert` throws of a property whose runs throw this. */
async function thrownBy(error: Error, parameters: fc.Parameters<[number]> = {}): Promise<Error> {
  const property = fc.asyncProperty(fc.nat(), async (_: number): Promise<void> => {
    throw error;
  });
  return await fc.assert(property, { seed: 1, reporter: reportProperty, ...parameters }).then(
    () => expect.fail('nothing was thrown'),
    (thrown) => thrown,
  );
}

test('an outage is reported in the first line as not a counterexample', async () => {
  const outage = new InconclusiveError({ summary: 'nobody answered' });
  for (const parameters of [{}, { endOnFailure: true }]) {
    const error = await thrownBy(outage, parameters);
    expect(error).toMatchObject({ code: 'INCONCLUSIVE', cause: outage });
    expect(String(error)).toMatch(
      /^InconclusiveError: Property inconclusive, not a counterexample: nobody answered\n/,
    );
    expect(error.message).toMatch(/use checkProperty[\s\S]*fast-check: {2}Property failed after 1 tests/);
  }
});

test('a property that is interrupted in its first run is reported as not checked', async () => {
  const error = await thrownBy(new Error('wrong'), { interruptAfterTimeLimit: 0 });
  expect(error.message).toMatch(/^Property inconclusive, not a counterexample: nothing was checked/);
});

test('a counterexample is reported, and nothing for a property that holds', async () => {
  const error = await thrownBy(new Error('wrong'));
  expect(error).toMatchObject({ code: 'PROPERTY_FAILED', cause: { message: 'wrong' } });
  expect(error.message).toMatch(/^Property failed after 1 tests: [^\n]+\n[\s\S]*Counterexample: \[0\]/);
  fc.assert(
    fc.property(fc.nat(), (n) => n >= 0),
    { reporter: reportProperty },
  );
});
