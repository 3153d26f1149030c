import { expect, it } from 'vitest';
import { formatPattern } from '../../../src/matchers/pattern.js';
import { simulated } from './simulator.js';

const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0';

it('a secret is masked before the text is cut, because half a secret is not recognised', async () => {
  const { exchange } = await simulated({});
  const text = `${'x'.repeat(20)}${secret}${'y'.repeat(20)}`;
  for (let length = 1; length < 60; length++) {
    const printed = formatPattern(text, exchange, length);
    expect(printed).not.toContain(secret.slice(0, 4));
  }
  expect(formatPattern(text, exchange, 32)).toContain('[redacted]');
});
