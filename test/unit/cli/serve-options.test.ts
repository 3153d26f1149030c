import { join } from 'node:path';
import { connectLocalDeployment } from 'crosscheck/local';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from './cli-run.js';
import { whileServing } from './while-serving.js';

const beta = (byte: string): string => `0:${byte.repeat(32)}`;

// Its constructor stores nothing, and its code only stops.
const artifact = { abi: [], bytecode: '0x6001600c60003960016000f300' };

test('takes the options of a file, before which flags take precedence', async () => {
  const folder = await projectFolder({
    'Empty.json': artifact,
    'local.json': {},
  });
  const options = {
    chains: { alpha: 'evm', beta: 'tvm' },
    clock: 'manual',
    conventions: { operationIdParameter: 'operation', timestampUnit: 'ms' },
    deploy: [{ name: 'empty', artifact: join(folder, 'Empty.json') }],
    tokens: [{ name: 'GOLD', beta: beta('d4') }],
    accounts: [{ address: beta('e5'), balances: { '': '1000000000' } }],
    faults: [{ fault: 'delay', ms: 5, probability: 0.5 }],
    seed: 7,
  };
  const file = join(await projectFolder({ 'local.json': options }), 'local.json');
  const flags = ['--json', '--options', file, '--chains', 'one,two', '--timestamp-unit', 's'];
  await whileServing(flags, async (printed) => {
    const { chains, contracts, tokens, accounts, environment, controlUrl } = JSON.parse(printed);
    expect(chains).toEqual({ alpha: 'one', beta: 'two' });
    expect(Object.keys(contracts.deployed)).toEqual(['empty']);
    expect(tokens.map(({ name }: { name: string }) => name)).toContain('GOLD');
    expect(accounts).toEqual([beta('e5')]);
    expect(environment).toMatchObject({
      CROSSCHECK_OPERATION_ID_PARAMETER: 'operation',
      CROSSCHECK_TIMESTAMP_UNIT: 's',
    });
    const local = await connectLocalDeployment(controlUrl);
    expect(await local.faults()).toMatchObject([{ fault: 'delay', ms: 5, probability: 0.5 }]);
    expect(await local.clock()).toMatchObject({ isFrozen: true });
  });
});

test('faults are names, or rules as JSON', async () => {
  const rule = { fault: 'delay', ms: 5, times: 3 };
  const flags = ['--json', '--fault', 'html', '--fault', JSON.stringify(rule)];
  await whileServing(flags, async (printed) => {
    const local = await connectLocalDeployment(JSON.parse(printed).controlUrl);
    expect(await local.faults()).toMatchObject([{ fault: 'html' }, rule]);
  });
});

test.each([
  [['--fault', 'dely'], '--fault must be the name of a fault; did you mean delay?'],
  [['--fault', '{"ms":5}'], '--fault.fault is missing'],
  [['--fault', '{"fault":'], '--fault must be JSON, got'],
  [['--fault', '{"fault":"html","fault":"delay"}'], '--fault must have fault once'],
  [['--fault', '{"fault":"html","times":0}'], '--fault.times must be an integer of at least 1, got 0'],
  [['--fault', '{"fault":"html","ms":5}'], 'invalid options: --fault: ms must be absent'],
])('%j is rejected', async (args, message) => {
  const { exitCode, stdout, stderr } = await cliRun(['serve', ...args]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['no file', undefined, 'there is no such file'],
  ['no JSON', '{', 'local.json:1: '],
  ['an unknown option', '{\n  "sede": 1\n}', 'local.json:2: sede is not an option; did you mean seed?'],
  [
    'an invalid fault',
    '{\n  "faults": [\n    { "fault": "delay", "ms": -1 }\n  ]\n}',
    'local.json:3: faults[0].ms must be a number from 0 to 2147483647, got -1',
  ],
  [
    'an amount that JSON rounds',
    '{ "fund": [{ "address": "0x1", "amount": 1.5 }] }',
    'local.json:1: fund[0].address must be',
  ],
  [
    'options that contradict each other',
    '{ "faults": [{ "fault": "html", "ms": 5 }] }',
    'The local deployment has invalid options: faults[0].ms must be absent',
  ],
])('a file with %s is rejected', async (_, text, message) => {
  const folder = await projectFolder(text === undefined ? {} : { 'local.json': text });
  const { exitCode, stdout, stderr } = await cliRun(['serve', '--options', join(folder, 'local.json')]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test.each([
  [
    { onFault: 'log' },
    'onFault is not available in a JSON file: leave it out, because crosscheck serve prints these errors',
  ],
  [
    { clock: 'real' },
    'clock must be "manual" in a JSON file; leave it out for the real clock, and pass any other clock',
  ],
])('says what to use instead of %j in a file', async (options, said) => {
  const file = join(await projectFolder({ 'local.json': options }), 'local.json');
  const { exitCode, stdout, stderr } = await cliRun(['serve', '--options', file]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(`: ${said}`);
  expect(stderr).not.toContain(', got ');
});
