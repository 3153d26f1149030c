import { expect, it } from 'vitest';
import { runSettings } from '../../../src/smoke/run-smoke.js';
import { deploymentAt } from './service.js';

it.each([
  ['http://127.0.0.1:8080', Number.POSITIVE_INFINITY],
  ['http://127.8.0.1', Number.POSITIVE_INFINITY],
  ['http://[::1]:8080', Number.POSITIVE_INFINITY],
  ['http://localhost:8080', Number.POSITIVE_INFINITY],
  ['http://127.example.org', 5],
  ['https://staging.example.org', 5],
])('%s is asked %d times a second at most', (url, expected) => {
  expect(runSettings({ deployment: deploymentAt(url) }).ratePerSecond).toBe(expected);
});

it('a rate that is given counts also on loopback', () => {
  const deployment = deploymentAt('http://localhost');
  expect(runSettings({ deployment, ratePerSecond: 2 }).ratePerSecond).toBe(2);
});

it('one address that is elsewhere is asked at a rate', () => {
  const deployment = deploymentAt('http://localhost', { observerUrl: 'https://observer.example.org' });
  expect(runSettings({ deployment }).ratePerSecond).toBe(5);
});
