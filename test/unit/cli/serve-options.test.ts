import { Command } from 'commander';
import { expect, test } from 'vitest';
import { configureServe } from '../../../src/cli/commands/serve.js';
import { serveFlags } from '../../../src/cli/serve/serve-flags.js';
import { serveOptions } from '../../../src/cli/serve/serve-options.js';
import { realClock } from '../../../src/internal/clock.js';
import type { LocalDeploymentOptions } from '../../../src/local/local-options.js';
import { cliRun } from './cli-run.js';

/** The options that a command line asks for. */
function optionsOf(...args: string[]): LocalDeploymentOptions {
  const serve = new Command('serve');
  configureServe(serve, {} as never);
  serve.parseOptions(args);
  return serveOptions(serve);
}

test('without flags every option has its default', () => {
  expect(optionsOf()).toEqual({});
});

test('each flag gives its option', () => {
  const given = optionsOf(
    ...'--chains evm,tvm --host ::1 --simulator-port 1 --observer-port 2 --control-port 3'.split(' '),
    ...'--profile peak --epoch-duration 2s --consensus-duration 0 --execution-duration 10 --roll-back-after 5m'.split(
      ' ',
    ),
    ...'--quorum 4 --clock manual --rpc http://node:1 --layer 0x01 --fork http://node:2'.split(' '),
    ...'--fork-block 7 --chain-id 5 --anvil /opt/anvil --seed 9 --operation-id-parameter id'.split(' '),
    ...'--timestamp-unit ms --stages a,b --included-stage b --blockchain-types A,B'.split(' '),
    ...'--required-request-fields shardsKey,betaAssets --request-validation off'.split(' '),
    ...'--max-body-bytes 10 --max-json-depth 11 --max-header-bytes 12 --max-connections 13'.split(' '),
    ...'--request-timeout 14 --keep-alive-timeout 15'.split(' '),
    ...'--deploy A=a.json --token T=0:01 --fund 0x02=3 --account 0:04 --fault html'.split(' '),
  );
  expect(given).toEqual({
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions: {
      operationIdParameter: 'id',
      timestampUnit: 'ms',
      stages: ['a', 'b'],
      includedStage: 'b',
      blockchainTypes: ['A', 'B'],
      requiredRequestFields: ['shardsKey', 'betaAssets'],
      requestValidation: 'off',
    },
    host: '::1',
    simulatorPort: 1,
    observerPort: 2,
    controlPort: 3,
    profile: 'peak',
    epochMs: 2000,
    consensusMs: 0,
    executionMs: 10,
    rollBackAfterMs: 300_000,
    quorum: 4,
    clock: 'manual',
    rpcUrl: 'http://node:1',
    layer: '0x01',
    forkUrl: 'http://node:2',
    forkBlock: 7,
    chainId: 5,
    anvilBinary: '/opt/anvil',
    seed: 9,
    maxBodyBytes: 10,
    maxJsonDepth: 11,
    maxHeaderBytes: 12,
    maxConnections: 13,
    requestTimeoutMs: 14,
    keepAliveTimeoutMs: 15,
    deploy: [{ name: 'A', artifact: 'a.json' }],
    tokens: [{ name: 'T', beta: '0:01' }],
    fund: [{ address: '0x02', amount: 3n }],
    accounts: [{ address: '0:04' }],
    faults: [{ fault: 'html' }],
  });
  const paths = Object.keys(serveFlags).map((path) => path.split('.')[0]);
  expect(Object.keys(given).sort()).toEqual([...new Set(paths)].sort());
});

test('one port is for both listeners, unless one has its own', () => {
  expect(optionsOf('--port', '80')).toEqual({ simulatorPort: 80, observerPort: 80 });
  expect(optionsOf('--observer-port', '81', '--port', '80')).toEqual({ simulatorPort: 80, observerPort: 81 });
});

test('the clock may be the real one', () => {
  expect(optionsOf('--clock', 'real')).toEqual({ clock: realClock });
});

test('contracts have arguments in parentheses, also when the path has some', () => {
  expect(
    optionsOf('--deploy', 'A=out (1)/A.json({"layer":true}, "0x5", [1, ")"])', '--deploy', 'B=b.json()')
      .deploy,
  ).toEqual([
    { name: 'A', artifact: 'out (1)/A.json', args: [{ layer: true }, '0x5', [1, ')']] },
    { name: 'B', artifact: 'b.json', args: [] },
  ]);
});

test('tokens have a kind and a place', () => {
  expect(optionsOf('--token', 'A=0:01,reserve', '--token', 'B=0:02,bridged,0x03').tokens).toEqual([
    { name: 'A', beta: '0:01', kind: 'reserve' },
    { name: 'B', beta: '0:02', kind: 'bridged', alpha: '0x03' },
  ]);
});

test('amounts to fund are of the native coin or of a token', () => {
  expect(optionsOf('--fund', '0x01=1e18', '--fund', '0x01=5,RED').fund).toEqual([
    { address: '0x01', amount: 10n ** 18n },
    { address: '0x01', amount: 5n, token: 'RED' },
  ]);
});

test('accounts have balances of several tokens, in one flag or in several', () => {
  expect(
    optionsOf('--account', '0:01=7,5,0:a1', '--account', '0:02', '--account', '0:01=9,0:b2').accounts,
  ).toEqual([{ address: '0:01', balances: { '': 7n, '0:a1': 5n, '0:b2': 9n } }, { address: '0:02' }]);
});

test('tokens of accounts have names, as those of accounts have', () => {
  const flags = ['--account', '0:01=7,COIN,5,RED,2,GOLD,1,0:b2', '--token', 'GOLD=0:60'];
  expect(optionsOf(...flags).accounts).toEqual([
    {
      address: '0:01',
      balances: { '': 7n, [`0:${'a1'.repeat(32)}`]: 5n, '0:60': 2n, '0:b2': 1n },
    },
  ]);
  expect(() => optionsOf('--account', '0:01=7,5,COIN')).toThrow('--account must name the token COIN once');
});

test('faults have members, or are JSON', () => {
  const inText = 'delay,ms=500,probability=0.5,endpoint=simulate,operation-id=0x12,times=3';
  const rule = {
    fault: 'delay',
    ms: 500,
    probability: 0.5,
    endpoint: 'simulate',
    operationId: '0x12',
    times: 3,
  };
  expect(optionsOf('--fault', inText, '--fault', JSON.stringify(rule)).faults).toEqual([rule, rule]);
});

test('the time that a fault takes may have a unit', () => {
  expect(
    optionsOf('--fault', 'delay,ms=1.5s', '--fault', 'jitter,ms=250ms', '--fault', 'delay,ms=0').faults,
  ).toEqual([
    { fault: 'delay', ms: 1500 },
    { fault: 'jitter', ms: 250 },
    { fault: 'delay', ms: 0 },
  ]);
});

test.each([
  ['--deploy', 'A', 'must be NAME=ARTIFACT.json'],
  ['--deploy', 'A=a.json(1,)', 'must be JSON'],
  ['--deploy', 'A=a.json(10000000000000000001)', 'beyond 2^53'],
  ['--token', 'A=0:01,frozen', 'must be NAME=BETA'],
  ['--fund', '0x01', 'must be ADDRESS=AMOUNT'],
  ['--fund', '0x01=-1', 'must be an amount in base units'],
  ['--account', '=5', 'must be ADDRESS'],
  ['--account', '0:01=5,6', 'must name a token once, not the native coin twice'],
  ['--fault', 'dely', 'did you mean delay?'],
  ['--fault', 'nothing-like-it', 'must be a known name (--list-faults lists them), got'],
  ['--fault', 'delay,500', 'must be NAME,MEMBER=VALUE'],
  ['--fault', '{"ms":5}', 'must have a member fault with the name of a fault'],
  ['--fault', '{"fault":', 'must be JSON'],
  ['--fault', 'html,times=3,times=4', 'must have times once'],
  ['--fault', 'html,fault=delay', 'must have fault once'],
  ['--fault', 'html,operation-id=0x1,operationId=0x2', 'must have operationId once'],
  ['--fault', 'delay,ms=1d', 'has a member ms that must be a duration from 0 to'],
  ['--fault', '{"fault":"html","fault":"delay"}', 'must have fault once'],
  ['--deploy', 'A=a.json({"a":1,"a":2})', 'a once'],
])('%s %s is rejected: %s', async (flag, text, message) => {
  const { exitCode, stdout, stderr } = await cliRun(['serve', flag, text]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(`error: ${flag} `);
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
