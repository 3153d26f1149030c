import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { cliRun } from './cli-run.js';

test.each([
  [['--help']],
  [['serve', '--help']],
  [['fuzz', '--help']],
  [['replay', '--help']],
  [['report', '--help']],
  [['checks', '--help']],
  [['simulate', '--help']],
  [['wait', '--help']],
  [['openapi', '--help']],
  [['contract', '--help']],
  [['completion', '--help']],
])('%j prints help and ends well', async (args) => {
  const { exitCode, stdout, stderr } = await cliRun(args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatchSnapshot();
});

test('prints the same help of a command in both ways', async () => {
  expect(await cliRun(['help', 'serve'])).toEqual(await cliRun(['serve', '--help']));
});

test('prints the version of the package', async () => {
  expect(await cliRun(['--version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('lists the commands without a command, which is a usage error', async () => {
  const { exitCode, stdout, stderr } = await cliRun([]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe((await cliRun(['--help'])).stdout);
});

test.each([
  [['serv'], "error: unknown command 'serv'\n(Did you mean serve?)"],
  [['serve', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)"],
  [
    ['serve', '--epoch-durations', '5'],
    "error: unknown option '--epoch-durations'\n(Did you mean --epoch-duration?)",
  ],
  [['serve', 'now'], "error: too many arguments for 'serve'. Expected 0 arguments but got 1."],
  [['serve', '--host'], "error: option '--host <address>' argument missing"],
  [['serve', '--host', '--json'], 'error: --host needs a value, got the flag "--json"'],
  [['serve', '--host', ''], 'error: --host must be a non-empty string, got ""'],
  [
    ['serve', '--control-port', '65536'],
    'error: --control-port must be an integer from 0 to 65535, got 65536',
  ],
  [['serve', '--seed', '1e3'], 'error: --seed must be an integer of at least 0, got "1e3"'],
  [
    ['serve', '--epoch-duration', '5 min'],
    'error: --epoch-duration must be a duration from 1 to 2147483647 ms, such as 500, 30s or 2m, got "5 min"',
  ],
  [
    ['serve', '--chains', 'evm'],
    'error: --chains must be two lower-case names of letters and digits, such as evm,tvm, got "evm"',
  ],
  [
    ['fuzz', '--phase', 'valid=-1'],
    'error: --phase must be the name of a phase, alone or with a number of cases, got "valid=-1"',
  ],
  [
    ['serve', '--profile', 'pek'],
    'error: --profile must be one of quick, realistic, peak, got "pek"; did you mean peak?',
  ],
  [['serve', '--timestamp-unit', 'minutes'], 'error: --timestamp-unit must be one of s, ms, got "minutes"'],
])('%j is rejected in one sentence', async (args, message) => {
  expect(await cliRun(args)).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n` });
});

test('a value of a flag that may hold credentials is not printed when it is bad', async () => {
  const { exitCode, stderr } = await cliRun(['serve', '--rpc', 'wss://user:pass-word@node.example.org']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'error: --rpc must be an http or https URL\n',
  });
});

test('masks credentials of the environment in errors', async () => {
  const env = {
    CROSSCHECK_LOCAL_RPC_URL: 'http://me:pass-word@node.example.org',
    OTHER: 'https://node/chains',
  };
  const { stderr } = await cliRun(['serve', '--chains', 'pass-word'], { env });
  expect(stderr).toContain('got "[redacted]"');
  expect(stderr).toContain('--chains');
});

test('a control character of an argument does not reach the terminal', async () => {
  const { stderr } = await cliRun(['serve', '--chains', '\u001b[31m']);
  expect(stderr).not.toContain('\u001b');
});
