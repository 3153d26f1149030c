import { Command } from 'commander';
import { defineDeployment } from 'crosscheck';
import { expect, test } from 'vitest';
import { addFlags } from '../../../src/cli/flags.js';
import { deploymentFlags, targetFlags } from '../../../src/cli/target.js';

const deployment = defineDeployment({
  simulatorUrl: 'https://simulator.example.org/api',
  observerUrl: 'https://observer.example.org',
  chains: { alpha: 'evm', beta: 'tvm' },
  headers: { authorization: 'Bearer secret' },
});
function flagsOf(...args: readonly string[]): string {
  const command = new Command();
  addFlags(command, targetFlags);
  return deploymentFlags(command.parse(args, { from: 'user' }), { deployment });
}

const urls = '--simulator-url https://simulator.example.org/api --observer-url https://observer.example.org';

test.each([
  [[], ''],
  [['--name', 'x'], ''],
  [['--control-url', 'http://me:secret@127.0.0.1:8082/?key=secret'], '--control-url http://127.0.0.1:8082'],
  [['--simulator-url', 'https://simulator.example.org/api'], urls],
  [['--observer-url', 'https://observer.example.org', '--chains', 'evm,tvm'], `${urls} --chains evm,tvm`],
  [['--deployment', "it's", '--config-file', 'a.json'], "--deployment 'it'\\''s' --config-file a.json"],
])('%j names the deployment by %s', (args, flags) => {
  expect(flagsOf(...args)).toBe(flags);
});
