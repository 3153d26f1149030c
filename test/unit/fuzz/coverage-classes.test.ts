import type { SimulationRequest } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allCoverageClasses, coverageClassesOf } from '../../../src/fuzz/coverage-classes.js';
import { fieldsOf, requestFields } from '../../support/request-fields.js';

const beta = `0:${'11'.repeat(32)}`;

it('returns a class for each field of a request', () => {
  const request: SimulationRequest = {
    shardsKey: '0',
    alphaCallParams: { target: `0x${'00'.repeat(20)}`, arguments: '0x', methodName: '' },
    betaAssets: [
      { amount: String(2n ** 53n - 1n) },
      { amount: String(2n ** 53n), tokenAddress: beta },
      { amount: String(2n ** 256n - 1n), tokenAddress: '' },
    ],
    betaCaller: beta,
    extraData: `0x${'00'.repeat(32)}`,
  };
  const absent = requestFields.filter((path) => !/[.[]/.test(path) && !Object.hasOwn(request, path));
  expect(coverageClassesOf(request).sort()).toEqual(
    [
      'alphaCallParams.arguments: 0x',
      'alphaCallParams.methodName: empty',
      'alphaCallParams.target: zero',
      'betaAssets: 2-4',
      'betaAssets[].amount: 1..2^53',
      'betaAssets[].amount: 2^255..2^256',
      'betaAssets[].amount: 2^53..2^64',
      'betaAssets[].tokenAddress: absent',
      'betaAssets[].tokenAddress: empty',
      'betaAssets[].tokenAddress: raw',
      'betaCaller: raw',
      'extraData: 32 bytes',
      'shardsKey: 0',
      'tokens of betaAssets: one twice',
      ...absent.map((name) => `${name}: absent`),
    ].sort(),
  );
});

it.each([
  ['0', '0'],
  ['1', '1..2^53'],
  [String(2n ** 53n - 1n), '1..2^53'],
  [String(2n ** 53n), '2^53..2^63'],
  [String(2n ** 63n), '2^63..2^64'],
  [String(2n ** 64n - 1n), '2^63..2^64'],
  [String(2n ** 64n), 'other'],
  ['007', 'other'],
  ['-1', 'other'],
])('sorts the shards key %s among %s', (shardsKey, name) => {
  expect(coverageClassesOf({ shardsKey })).toContain(`shardsKey: ${name}`);
});

it.each([
  ['0x', '0x'],
  ['0x00', '1-31 bytes'],
  [`0x${'00'.repeat(31)}`, '1-31 bytes'],
  [`0x${'00'.repeat(33)}`, '33-1024 bytes'],
  [`0x${'00'.repeat(1024)}`, '33-1024 bytes'],
  [`0x${'00'.repeat(1025)}`, 'over 1024 bytes'],
])('sorts extra data by its length', (extraData, name) => {
  expect(coverageClassesOf({ extraData })).toContain(`extraData: ${name}`);
});

it('lists the classes of valid requests, of which generated requests have nearly all', () => {
  const listed = new Set(allCoverageClasses());
  expect(listed.size).toBe(allCoverageClasses().length);
  const had = new Set(fc.sample(simulationRequest(), { numRuns: 1000, seed: 1 }).flatMap(coverageClassesOf));
  expect([...had].filter((coverageClass) => !listed.has(coverageClass))).toEqual([]);
  expect([...listed].filter((coverageClass) => !had.has(coverageClass))).toEqual(
    // Arbitraries draw shorter ones, and fewer.
    fieldsOf('hex').map((path) => `${path}: over 1024 bytes`),
  );
});
