import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CrosscheckConfig, LoadedConfig } from '../../../src/deployment/config.js';
import { configuredDeployment, type DeploymentSurroundings } from '../../../src/deployment/resolve.js';
import { registerTestRunner } from '../../../src/internal/test-context.js';

const stagingUrl = 'https://staging.example.org';
const elsewhere = 'https://elsewhere.example.org';

const config: CrosscheckConfig = {
  deployment: 'staging',
  deployments: {
    local: 'local',
    staging: {
      simulatorUrl: stagingUrl,
      observerUrl: 'https://observer.example.org/v1/',
      chains: { alpha: 'evm', beta: 'tvm' },
      headers: { 'X-Tenant': 'one', Authorization: 'Basic b25lOnR3bw==' },
      attemptTimeoutMs: 1000,
      retries: { limit: 7, minIntervalMs: 5 },
      conventions: { timestampUnit: 'ms', operationIdParameter: 'id' },
      request: { shardsKey: '1' },
      operationIds: ['0x01'],
    },
    secured: { observerUrl: stagingUrl, authorizationEnv: 'STAGING_TOKEN' },
    bare: {},
  },
};

function loaded(given: CrosscheckConfig): LoadedConfig {
  return { file: '/project/crosscheck.config.ts', config: given };
}

function found(surroundings: DeploymentSurroundings = {}, given: CrosscheckConfig = config) {
  return configuredDeployment(loaded(given), { env: {}, ...surroundings });
}

function messageOf(surroundings: DeploymentSurroundings, given?: CrosscheckConfig): string {
  try {
    found(surroundings, given);
  } catch (error) {
    expect(error).toMatchObject({ code: 'USAGE' });
    return (error as Error).message;
  }
  return expect.unreachable('it was found');
}

describe('which deployment is meant', () => {
  test('the one that the configuration chooses', () => {
    expect(found()).toMatchObject({
      name: 'staging',
      isLocal: false,
      deployment: {
        name: 'staging',
        simulatorUrl: stagingUrl,
        observerUrl: 'https://observer.example.org/v1',
        chains: { alpha: 'evm', beta: 'tvm' },
        attemptTimeoutMs: 1000,
        retries: { limit: 7, minIntervalMs: 5, maxIntervalMs: 5000 },
        conventions: { timestampUnit: 'ms', operationIdParameter: 'id', requestValidation: 'strict' },
      },
      request: { shardsKey: '1' },
      operationIds: ['0x01'],
      endpoints: [],
    });
  });

  test('its only one, where it chooses none', () => {
    expect(found({}, { deployments: { one: { simulatorUrl: elsewhere } } })?.name).toBe('one');
    expect(found({}, { deployments: { mine: 'local' } })).toMatchObject({ name: 'mine', isLocal: true });
  });

  test('the one that is named, by a flag before the variable; local needs no entry', () => {
    const env = { CROSSCHECK_DEPLOYMENT: 'local' };
    expect(found({ env })).toMatchObject({ name: 'local', isLocal: true, deployment: undefined });
    expect(found({ env, deployment: 'staging' })?.name).toBe('staging');
    expect(configuredDeployment(undefined, { env })).toMatchObject({ name: 'local', isLocal: true });
  });

  test('none, where nobody names one', () => {
    expect(configuredDeployment(undefined, { env: {} })).toBeUndefined();
    expect(found({}, { wait: { attemptTimeoutMs: 1 } })).toBeUndefined();
  });

  test('the base URL alone, with nothing of what the configuration says of others', () => {
    const env = { CROSSCHECK_SIMULATOR_URL: elsewhere };
    const alone = found({ env });
    expect(alone).toMatchObject({
      name: 'elsewhere.example.org',
      deployment: {
        simulatorUrl: elsewhere,
        observerUrl: elsewhere,
        chains: { alpha: 'alpha' },
        attemptTimeoutMs: 10_000,
      },
      request: undefined,
      operationIds: [],
    });
    expect(alone?.deployment?.headers()).toEqual({});
    expect(JSON.stringify(configuredDeployment(undefined, { env }))).toBe(JSON.stringify(alone));
  });

  test('a local one that runs already is where the variables say', () => {
    const env = { CROSSCHECK_SIMULATOR_URL: elsewhere, CROSSCHECK_DEPLOYMENT: 'local' };
    expect(found({ env })).toMatchObject({
      name: 'local',
      isLocal: false,
      deployment: { name: 'local', simulatorUrl: elsewhere },
    });
  });

  test.each<[string, DeploymentSurroundings, string, CrosscheckConfig?]>([
    [
      'a misspelt flag',
      { deployment: 'stagin' },
      'The option deployment must be one of local, staging, secured, bare, got "stagin"; did you mean staging?',
    ],
    [
      'a misspelt variable',
      { env: { CROSSCHECK_DEPLOYMENT: 'Local' } },
      'CROSSCHECK_DEPLOYMENT must be one of local, staging, secured, bare, got "Local"; did you mean local?',
    ],
    [
      'a name with a blank',
      { env: { CROSSCHECK_DEPLOYMENT: ' local' } },
      'CROSSCHECK_DEPLOYMENT must be one of local, staging, secured, bare, got " local"; did you mean local?',
    ],
    ['several and no choice', {}, 'several deployments', { deployments: { one: {}, two: {} } }],
    ['a name from the prototype', { deployment: 'constructor' }, 'must be one of'],
  ])('says so of %s', (_, surroundings, expected, given) => {
    expect(messageOf(surroundings, given)).toContain(expected);
  });

  test('says so where there is no configuration that could know a name', () => {
    const env = { CROSSCHECK_DEPLOYMENT: 'staging' };
    expect(() => configuredDeployment(undefined, { env })).toThrow('no configuration knows');
  });
});

describe('what counts', () => {
  test('flags before variables before the configuration before defaults, each option by itself', () => {
    const { deployment, sources } =
      found({
        deployment: 'staging',
        env: {
          CROSSCHECK_SIMULATOR_URL: elsewhere,
          CROSSCHECK_NAME: 'of the variable',
          CROSSCHECK_ATTEMPT_TIMEOUT_MS: '2000',
          CROSSCHECK_RETRIES: '3',
          CROSSCHECK_OPERATION_ID_PARAMETER: 'operation',
        },
        flags: { name: 'of the flag' },
      }) ?? {};
    expect(deployment).toMatchObject({
      name: 'of the flag',
      simulatorUrl: elsewhere,
      observerUrl: 'https://observer.example.org/v1',
      attemptTimeoutMs: 2000,
      retries: { limit: 3, minIntervalMs: 5 },
      conventions: { timestampUnit: 'ms', operationIdParameter: 'operation' },
    });
    expect(sources).toMatchObject({
      name: '--name',
      simulatorUrl: 'CROSSCHECK_SIMULATOR_URL',
      observerUrl: 'crosscheck.config.ts',
      'chains.alpha': 'crosscheck.config.ts',
      attemptTimeoutMs: 'CROSSCHECK_ATTEMPT_TIMEOUT_MS',
      timeoutMs: 'default',
      'retries.limit': 'CROSSCHECK_RETRIES',
      'retries.minIntervalMs': 'crosscheck.config.ts',
      'retries.maxIntervalMs': 'default',
      'conventions.timestampUnit': 'crosscheck.config.ts',
      'conventions.operationIdParameter': 'CROSSCHECK_OPERATION_ID_PARAMETER',
      'conventions.stages': 'default',
      'headers.x-tenant': 'crosscheck.config.ts',
      request: 'crosscheck.config.ts',
      endpoints: 'default',
    });
  });

  test.each([
    [{ CROSSCHECK_SIMULATOR_URL: elsewhere }, { 'x-tenant': 'one' }],
    [{ CROSSCHECK_SIMULATOR_URL: stagingUrl }, { 'x-tenant': 'one', authorization: 'Basic b25lOnR3bw==' }],
    [
      { CROSSCHECK_SIMULATOR_URL: elsewhere, CROSSCHECK_AUTHORIZATION: 'Bearer of-elsewhere' },
      { 'x-tenant': 'one', authorization: 'Bearer of-elsewhere' },
    ],
  ])(
    'credentials are not sent to a server that the configuration does not name: %j',
    async (env, headers) => {
      expect(await found({ deployment: 'staging', env })?.deployment?.headers()).toEqual(headers);
    },
  );

  test('a header of a variable before one of the same name in any case', () => {
    const env = { CROSSCHECK_AUTHORIZATION: 'Bearer of-the-variable', CROSSCHECK_HEADERS: '{"X-More":"1"}' };
    const { deployment, sources } = found({ env }) ?? {};
    expect(deployment?.headers()).toEqual({
      authorization: 'Bearer of-the-variable',
      'x-tenant': 'one',
      'x-more': '1',
    });
    expect(sources).toMatchObject({
      'headers.authorization': 'CROSSCHECK_AUTHORIZATION',
      'headers.x-more': 'CROSSCHECK_HEADERS',
    });
  });

  test('headers that a function gives are asked for each time, and those of variables added', async () => {
    const headers = vi.fn(async () => ({ 'X-Tenant': 'one', Authorization: 'old' }));
    const given = { deployments: { one: { simulatorUrl: stagingUrl, headers, authorizationEnv: 'TOKEN' } } };
    const { deployment } = found({ env: { TOKEN: 'Bearer new' } }, given) ?? {};
    await deployment?.headers();
    expect(await deployment?.headers()).toEqual({ 'x-tenant': 'one', authorization: 'Bearer new' });
    expect(headers).toHaveBeenCalledTimes(2);
  });

  test('what a function of headers gives wrong is still refused', async () => {
    const given = { deployments: { one: { simulatorUrl: stagingUrl, headers: () => null as never } } };
    const { deployment } = found({ env: { CROSSCHECK_AUTHORIZATION: 'a' } }, given) ?? {};
    await expect(deployment?.headers()).rejects.toThrow('must be an object of header names and texts');
  });
});

describe('credentials', () => {
  test('that are wanted come from the variable that is named, or from that of crosscheck', () => {
    const named = found({ deployment: 'secured', env: { STAGING_TOKEN: 'Bearer named' } });
    expect(named?.deployment?.headers()).toEqual({ authorization: 'Bearer named' });
    const own = found({ deployment: 'secured', env: { CROSSCHECK_AUTHORIZATION: 'Bearer own' } });
    expect(own?.deployment?.headers()).toEqual({ authorization: 'Bearer own' });
    const both = { STAGING_TOKEN: 'Bearer named', CROSSCHECK_AUTHORIZATION: 'Bearer own' };
    const { deployment, sources } = found({ deployment: 'secured', env: both }) ?? {};
    expect(deployment?.headers()).toEqual({ authorization: 'Bearer own' });
    expect(sources?.['headers.authorization']).toBe('CROSSCHECK_AUTHORIZATION');
  });

  test.each([{}, { STAGING_TOKEN: '' }, { STAGING_TOKEN: ' ' }, { STAGING_TOKEN: '\n' }])(
    'that are wanted and not there are named: %j',
    (env) => {
      expect(messageOf({ deployment: 'secured', env })).toBe(
        'secured needs credentials and got none: set STAGING_TOKEN to the whole Authorization header',
      );
    },
  );

  test('are not wanted where nothing is sent', () => {
    expect(found({ deployment: 'secured', isReplayed: true })?.deployment?.headers()).toEqual({});
    registerTestRunner({ isReplayed: true });
    onTestFinished(() => registerTestRunner({}));
    expect(found({ deployment: 'secured' })?.deployment?.headers()).toEqual({});
    // A variable alone does not keep anything from being sent.
    expect(() =>
      found({ deployment: 'secured', isReplayed: false, env: { CROSSCHECK_REPLAY: 'a' } }),
    ).toThrow('set STAGING_TOKEN');
  });

  test('that no header can carry are not printed', () => {
    const text = messageOf({ deployment: 'secured', env: { STAGING_TOKEN: 'hunter2\n' } });
    expect(text).toContain(
      'STAGING_TOKEN has authorization, whose text ends with a line break, as secrets from a file do',
    );
    expect(text).not.toContain('hunter2');
  });
});

test.each<[string, DeploymentSurroundings, string]>([
  [
    'a variable',
    { env: { CROSSCHECK_ATTEMPT_TIMEOUT_MS: 'soon' } },
    'CROSSCHECK_ATTEMPT_TIMEOUT_MS must be an integer from 1 to 2147483647, got "soon"',
  ],
  ['a count of retries', { env: { CROSSCHECK_RETRIES: 'few' } }, 'CROSSCHECK_RETRIES'],
  [
    'a stage that is none',
    { env: { CROSSCHECK_STAGES: 'a,b' } },
    'conventions.includedStage must be one of the stages',
  ],
  [
    'the first stage of every operation as the included one',
    { env: { CROSSCHECK_INCLUDED_STAGE: 'start' } },
    'CROSSCHECK_INCLUDED_STAGE must be a stage at which an operation can be included, which start is not: collectedIn',
  ],
  ['a flag', { flags: { chains: { alpha: 'a', beta: 'a' } } }, '--chains must be two names'],
  ['no URL at all', { deployment: 'bare' }, 'deployments.bare.simulatorUrl is missing'],
  [
    'a URL that stands for both, once',
    { flags: { simulatorUrl: 'https://u:p@h/' }, deployment: undefined },
    `The flags and the environment do not define a deployment well\n\n--simulator-url must have no user or password: give them in headers; without them it is https://h/`,
  ],
  ['an unknown variable', { env: { CROSSCHECK_DEPLOYMNT: 'a' } }, 'did you mean CROSSCHECK_DEPLOYMENT?'],
])('names what gave a bad option: %s', (_, surroundings, expected) => {
  const message = messageOf(surroundings);
  expect(message).toContain(expected);
  const lines = message.split('\n');
  expect(lines).toEqual([...new Set(lines)]);
});

test.each([
  [{ deploymnt: 'local' }, 'deploymnt is not an option; did you mean deployment?'],
  [null, 'options must be an object, got null'],
  [{ deployment: 3 }, 'deployment must be a text, got 3'],
  [{ env: 'TOKEN=secret' }, 'env must be an object'],
  [
    { flags: { simulatorURL: stagingUrl } },
    'flags.simulatorURL is not an option; did you mean simulatorUrl?',
  ],
  [{ isReplayed: 'yes' }, 'isReplayed must be a boolean, got "yes"'],
])('rejects the options %j', (options, message) => {
  expect(() => configuredDeployment(loaded(config), options as never)).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      message: `configuredDeployment has bad options\n\n${message}`,
    }),
  );
});
