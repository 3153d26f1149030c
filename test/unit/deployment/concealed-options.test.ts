import { configure, defineDeployment } from 'crosscheck';
import { expect, it } from 'vitest';

const secret = 'hunter2-hunter2';
const urls = { simulatorUrl: 'https://host', observerUrl: 'https://host' };

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was refused');
}

it.each([
  ['dispatcher', () => defineDeployment({ ...urls, dispatcher: `http://user:${secret}@proxy` as never })],
  ['deployment', () => configure({ deployment: { ...urls, headers: { authorization: secret } } as never })],
])('refuses a bad %s without printing it, because it may hold credentials', (option, act) => {
  const message = messageOf(act);
  expect(message).toContain(`${option} must be`);
  expect(message).not.toContain(secret);
});

it('refuses what fits together in no way', () => {
  const defining = (options: object) => () => defineDeployment({ ...urls, ...options });
  expect(messageOf(defining({ retries: { minIntervalMs: 10, maxIntervalMs: 5 } }))).toContain(
    'retries.minIntervalMs must not be longer than maxIntervalMs',
  );
  expect(messageOf(defining({ conventions: [] }))).toContain('conventions must be an object');
});
