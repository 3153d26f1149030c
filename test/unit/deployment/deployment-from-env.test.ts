import { inspect } from 'node:util';
import {
  createClient,
  currentDeployment,
  defaultConventions,
  defineDeployment,
  deploymentFromEnv,
} from 'crosscheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';

const url = { CROSSCHECK_SIMULATOR_URL: 'https://host.example.org' };

const errorOf = (env: Record<string, string>): Error => {
  try {
    deploymentFromEnv(env);
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was accepted');
};

describe('deploymentFromEnv', () => {
  it('returns undefined if neither URL is set', () => {
    expect(deploymentFromEnv({})).toBeUndefined();
    expect(
      deploymentFromEnv({ CROSSCHECK_SIMULATOR_URL: '', CROSSCHECK_RETRIES: '1', HOME: '/' }),
    ).toBeUndefined();
  });

  it('ignores the variable of local deployments', () => {
    const local = { CROSSCHECK_LOCAL_RPC_URL: 'http://127.0.0.1:8545' };
    expect(deploymentFromEnv(local)).toBeUndefined();
    expect(deploymentFromEnv({ ...url, ...local })?.name).toBe('host.example.org');
  });

  it.each([
    [{ CROSSCHECK_SIMULATOR_URL: 'http://one' }, 'http://one', 'http://one'],
    [{ CROSSCHECK_OBSERVER_URL: 'http://two/' }, 'http://two', 'http://two'],
    [
      { CROSSCHECK_SIMULATOR_URL: 'http://one', CROSSCHECK_OBSERVER_URL: 'http://two' },
      'http://one',
      'http://two',
    ],
  ])('uses one URL for both servers, or two: %o', (env, simulatorUrl, observerUrl) => {
    expect(deploymentFromEnv(env)).toMatchObject({ simulatorUrl, observerUrl });
  });

  it('reads every variable', () => {
    const deployment = deploymentFromEnv({
      ...url,
      CROSSCHECK_NAME: 'staging',
      CROSSCHECK_CHAINS: 'evm, tvm',
      CROSSCHECK_HEADERS: '{"X-Key":"k"}',
      CROSSCHECK_AUTHORIZATION: 'Bearer token',
      CROSSCHECK_ATTEMPT_TIMEOUT_MS: '1000',
      CROSSCHECK_TIMEOUT_MS: '2000',
      CROSSCHECK_RETRIES: '0',
      CROSSCHECK_MAX_RESPONSE_BYTES: '3000',
      CROSSCHECK_OPERATION_ID_PARAMETER: 'id',
      CROSSCHECK_REQUIRED_REQUEST_FIELDS: 'shardsKey, betaAssets[].amount',
      CROSSCHECK_REQUEST_VALIDATION: 'off',
      CROSSCHECK_STAGES: 'start,done',
      CROSSCHECK_INCLUDED_STAGE: 'done',
      CROSSCHECK_BLOCKCHAIN_TYPES: 'ALPHA',
      CROSSCHECK_TIMESTAMP_UNIT: 'ms',
      CROSSCHECK_NOT_FOUND_MEANS: 'error',
    });
    expect(deployment).toMatchObject({
      name: 'staging',
      chains: { alpha: 'evm', beta: 'tvm' },
      attemptTimeoutMs: 1000,
      timeoutMs: 2000,
      retries: { limit: 0 },
      maxResponseBytes: 3000,
      conventions: {
        operationIdParameter: 'id',
        requiredRequestFields: ['shardsKey', 'betaAssets[].amount'],
        requestValidation: 'off',
        stages: ['start', 'done'],
        includedStage: 'done',
        blockchainTypes: ['ALPHA'],
        timestampUnit: 'ms',
        notFoundMeans: 'error',
      },
    });
    expect(deployment?.headers()).toEqual({ 'x-key': 'k', authorization: 'Bearer token' });
  });

  // As a workflow gives them whose repository has no such variable.
  it.each(['', ' ', '\n'])('uses the defaults if a variable is blank: %j', (blank) => {
    const blanks = Object.fromEntries(
      ['STAGES', 'CHAINS', 'TIMEOUT_MS', 'NAME', 'OBSERVER_URL', 'UNKNOWN'].map((name) => [
        `CROSSCHECK_${name}`,
        blank,
      ]),
    );
    expect(deploymentFromEnv({ ...url, ...blanks })).toMatchObject({
      name: 'host.example.org',
      observerUrl: 'https://host.example.org',
      timeoutMs: 30_000,
      conventions: defaultConventions,
      chains: { alpha: 'alpha', beta: 'beta' },
    });
    expect(deploymentFromEnv({ CROSSCHECK_SIMULATOR_URL: blank })).toBeUndefined();
  });

  it.each([
    ['CROSSCHECK_CHAINS must be two names, such as evm,tvm', { CROSSCHECK_CHAINS: 'evm' }],
    [
      'CROSSCHECK_CHAINS must be a lower-case name of letters and digits, got "EVM"',
      { CROSSCHECK_CHAINS: 'EVM,tvm' },
    ],
    [
      'CROSSCHECK_HEADERS must be a JSON object of header names and values',
      { CROSSCHECK_HEADERS: 'x-key: hunter2' },
    ],
    [
      'CROSSCHECK_HEADERS must be a JSON object of header names and values',
      { CROSSCHECK_HEADERS: '["hunter2"]' },
    ],
    [
      'CROSSCHECK_HEADERS has x-key, which must be a text, got number',
      { CROSSCHECK_HEADERS: '{"x-key":12}' },
    ],
    [
      'has authorization, whose value ends with a line break, as secrets from a file do: remove it',
      { CROSSCHECK_AUTHORIZATION: 'Bearer hunter2\n' },
    ],
    [
      'CROSSCHECK_ATTEMPT_TIMEOUT_MS must be an integer from 1 to 2147483647, got "10s"',
      { CROSSCHECK_ATTEMPT_TIMEOUT_MS: '10s' },
    ],
    [
      'CROSSCHECK_TIMEOUT_MS must be an integer from 1 to 2147483647, got "1e3"',
      { CROSSCHECK_TIMEOUT_MS: '1e3' },
    ],
    ['CROSSCHECK_RETRIES must be an integer from 0 to 100, got 101', { CROSSCHECK_RETRIES: '101' }],
    [
      'CROSSCHECK_MAX_RESPONSE_BYTES must be an integer of at least 1, got "-1"',
      { CROSSCHECK_MAX_RESPONSE_BYTES: '-1' },
    ],
    [
      'CROSSCHECK_TRANSACTIONS_SHARED must be true or false, got "1"',
      { CROSSCHECK_TRANSACTIONS_SHARED: '1' },
    ],
    [
      'CROSSCHECK_REQUIRED_REQUEST_FIELDS must be one of shardsKey, ',
      { CROSSCHECK_REQUIRED_REQUEST_FIELDS: ',shardsKey' },
    ],
    [
      'CROSSCHECK_INCLUDED_STAGE must be one of the stages, which gone is not',
      { CROSSCHECK_INCLUDED_STAGE: 'gone' },
    ],
    [
      'CROSSCHECK_INCLUDED_STAGE must be a stage at which an operation can be included, which start is not: b',
      { CROSSCHECK_INCLUDED_STAGE: 'start', CROSSCHECK_STAGES: 'start,b' },
    ],
    [
      'CROSSCHECK_BLOCKCHAIN_TYPES must name each type once, got "EVM" twice',
      { CROSSCHECK_CHAINS: 'evm,tvm', CROSSCHECK_BLOCKCHAIN_TYPES: 'ALPHA,EVM' },
    ],
    [
      'CROSSCHECK_SIMULATOR_URL must not have a user or password',
      { CROSSCHECK_SIMULATOR_URL: 'http://u:hunter2@host' },
    ],
  ])('rejects a bad value with the name of its variable: %s', (message, env) => {
    const error = errorOf({ ...url, ...env });
    expect(error).toMatchObject({ code: 'USAGE' });
    expect(error.message).toContain(message);
    expect(inspect(error)).not.toContain('hunter2');
  });

  it('rejects an unknown variable even if no URL is set', () => {
    const error = errorOf({
      CROSSCHECK_SIMULATR_URL: 'https://u:hunter2@host',
      CROSSCHECK_TIMEOUT: '5',
      CROSSCHECK_WEATHER: 'fair',
    });
    expect(error.message).toMatchInlineSnapshot(`
      "The environment has variables that crosscheck does not know

      CROSSCHECK_SIMULATR_URL; did you mean CROSSCHECK_SIMULATOR_URL?
      CROSSCHECK_TIMEOUT; did you mean CROSSCHECK_TIMEOUT_MS?
      CROSSCHECK_WEATHER"
    `);
  });

  it.each([
    ['crosscheck_observer_url', 'CROSSCHECK_OBSERVER_URL'],
    ['Crosscheck_Retries', 'CROSSCHECK_RETRIES'],
  ])('rejects another letter case of a variable: %s', (variable, right) => {
    expect(errorOf({ ...url, [variable]: '0' }).message).toContain(`${variable}; did you mean ${right}?`);
  });

  it.each(['Authorization', 'authorization'])('rejects a header of two variables: %s', (name) => {
    const CROSSCHECK_HEADERS = JSON.stringify({ [name]: 'old' });
    expect(errorOf({ ...url, CROSSCHECK_HEADERS, CROSSCHECK_AUTHORIZATION: 'new' }).message).toContain(
      `CROSSCHECK_AUTHORIZATION and CROSSCHECK_HEADERS both set the header ${name}; set only one of them`,
    );
  });

  it('rejects a header that a variable has twice', () => {
    const CROSSCHECK_HEADERS = '{"x-key":"one-of-two","x-\\u006bey":"two-of-two"}';
    expect(errorOf({ ...url, CROSSCHECK_HEADERS }).message).toContain(
      'CROSSCHECK_HEADERS has x-key more than once',
    );
  });
});

it.each([' ', '\n', ' \t'])('treats blank credentials as none: %j', (CROSSCHECK_AUTHORIZATION) => {
  expect(deploymentFromEnv({ ...url, CROSSCHECK_AUTHORIZATION })?.headers()).toEqual({});
});

it.each([
  ['authorization', ''],
  ['Authorization', ' \t'],
  ['authorization', 'Bearer '],
  ['x-api-key', ' '],
  ['x-passphrase', ''],
])('rejects a blank credential among the headers: %s %j', (name, value) => {
  const CROSSCHECK_HEADERS = JSON.stringify({ 'x-trace': '', [name]: value });
  expect(() => deploymentFromEnv({ ...url, CROSSCHECK_HEADERS })).toThrow(
    new RegExp(`^CROSSCHECK_HEADERS has ${name} without a credential`),
  );
});

it.each([' ', 'Bearer '])(
  'reports that the credentials of a service are blank: %j',
  async (authorization) => {
    const server = await startRawServer(answerOf(401, '{"error":"who are you?"}'));
    const urls = { simulatorUrl: server.origin, observerUrl: server.origin };
    const client = createClient(defineDeployment({ ...urls, headers: { authorization } }));
    await expect(client.inclusion(`0x${'7c'.repeat(32)}`)).rejects.toThrow(
      'no credentials are in authorization',
    );
  },
);

it('currentDeployment says how to join where nothing reads CROSSCHECK_CONTROL_URL', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(currentDeployment).not.toThrow(/CROSSCHECK_CONTROL_URL/);
  vi.stubEnv('CROSSCHECK_CONTROL_URL', 'http://127.0.0.1:8082');
  expect(currentDeployment).toThrow(
    [
      'No deployment is configured',
      '',
      'CROSSCHECK_CONTROL_URL is read by crosscheck/vitest in setupFiles, crosscheck/playwright and the commands;',
      'elsewhere, read it in a setup file, and pass it to connectLocalDeployment: docs/runners.md shows one.',
    ].join('\n'),
  );
});

it('currentDeployment rejects a name that nothing reads next to a URL', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('CROSSCHECK_SIMULATOR_URL', 'https://host.example.org');
  expect(currentDeployment().name).toBe('host.example.org');
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'production');
  expect(currentDeployment).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: CROSSCHECK_DEPLOYMENT is production, which conflicts with the URL variables of the environment; nothing was sent

    No configuration was read, so that the name means nothing here; in Vitest, crosscheck/vitest in setupFiles reads it.
    What to do: unset CROSSCHECK_DEPLOYMENT, or CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL]
  `);
});
