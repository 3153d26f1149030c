import { expect, onTestFinished, test } from 'vitest';
import { record, startScriptedObserver } from '../../support/scripted-observer.js';
import { cliRun } from './cli-run.js';

test.each([
  ['500', '500 ms'],
  ['250ms', '250 ms'],
  ['1.5s', '1.5 s'],
  ['10m', '10 min'],
  ['1h', '60 min'],
])('%s is a duration of %s', async (text, shown) => {
  const observer = await startScriptedObserver([record({ stage: 'includedInBETAConsensus', success: true })]);
  onTestFinished(() => observer[Symbol.asyncDispose]());
  const args = ['wait', `0x${'ab'.repeat(32)}`, '--observer-url', observer.url, '--timeout', text];
  expect((await cliRun(args)).stdout).toContain(` of ${shown}, 1 poll`);
});

test.each([
  ['--chain-id', ['', ' 1', '1.5', '0x1', '1e1', '0', '-1', '٣', '9007199254740993'], 'an integer'],
  ['--epoch-duration', ['', '0', '-5', '1d', '5 s', '.5s', '25d', '600h', 'Infinity', '0.4'], 'a duration'],
  ['--chains', ['', 'evm', 'evm,tvm,x', 'EVM,tvm', 'a b,c'], 'two lower-case names of letters and digits'],
  ['--clock', ['', 'fast', 'Manual'], 'real or manual'],
  ['--rpc', ['', 'localhost:8545', 'ws://127.0.0.1', 'http://', '/x'], 'an http or https URL'],
])('%s is rejected with %j', async (flag, texts, expected) => {
  for (const text of texts)
    expect(await cliRun(['serve', flag, text]), text).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`error: ${flag} must be ${expected}`),
    });
});

test.each([['evm,evm'], ['EVM,tvm'], ['evm tvm'], ['1a,b']])('--chains %s is rejected', async (text) => {
  const { exitCode, stderr } = await cliRun(['serve', '--chains', text]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: --chains/);
});
