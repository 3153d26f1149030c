import { type CrosscheckConfig, defaultConventions } from 'crosscheck';
import { configuredDeployment, type DeploymentSurroundings, type LoadedConfig } from 'crosscheck/config';
import { describe, expect, test, vi } from 'vitest';

const stagingUrl = 'https://staging.example.org';
const elsewhere = 'https://elsewhere.example.org';

type Headers = Readonly<Record<string, string>>;

const operationIds = [`0x${'01'.repeat(32)}`];
const request = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'00'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'00'.repeat(32)}`,
};

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
      request,
      operationIds,
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
  return expect.unreachable('a deployment was found');
}

test('what is known of a deployment is valid by its conventions', () => {
  const staging = {
    simulatorUrl: stagingUrl,
    request: { ...request, betaCaller: 'me' },
    operationIds: [...operationIds, '0x01'],
  };
  expect(messageOf({}, { deployments: { staging } })).toMatchInlineSnapshot(`
    "The configuration has options that staging does not accept

    deployments.staging.request.betaCaller must be a source-chain address: 48 characters of url-safe base64 with a valid checksum, or workchain:64 hex, got "me"
    deployments.staging.operationIds[1] must be 0x and 64 hex digits, got "0x01""
  `);
  const conventions = { requestValidation: 'off' } as const;
  expect(found({}, { deployments: { staging: { ...staging, conventions } } })).toMatchObject({
    operationIds: staging.operationIds,
  });
  const env = { CROSSCHECK_REQUEST_VALIDATION: 'off' };
  expect(found({ env }, { deployments: { staging } })).toMatchObject({ request: staging.request });
  const { shardsKey, ...incomplete } = request;
  expect(
    messageOf({}, { deployments: { staging: { simulatorUrl: stagingUrl, request: incomplete } } }),
  ).toContain('deployments.staging.request.shardsKey is missing');
});

describe('a configured request', () => {
  const evm = { simulatorUrl: stagingUrl, chains: { alpha: 'evm', beta: 'tvm' } };
  const { shardsKey, alphaCallParams, betaAssets, betaCaller } = request;
  const wire = { shardsKey, evmCallParams: alphaCallParams, tvmAssets: betaAssets, tvmCaller: betaCaller };

  test.each<[string, object]>([
    ['the names of the deployment', wire],
    ['neutral names', request],
    ['names of both kinds', { shardsKey, evmCallParams: alphaCallParams, betaAssets, betaCaller }],
  ])('can have %s, and is returned with neutral ones', (_, written) => {
    const entry = { ...evm, request: written };
    expect(found({}, { deployments: { entry } })?.request).toEqual(request);
    const variables = { CROSSCHECK_CHAINS: 'evm,tvm' };
    const { chains, ...withoutChains } = entry;
    expect(found({ env: variables }, { deployments: { withoutChains } })?.request).toEqual(request);
  });

  test('is reported in the names that it has', () => {
    const written = { ...wire, tvmCaller: 'me', evmCallParms: {} };
    expect(messageOf({}, { deployments: { entry: { ...evm, request: written } } })).toMatchInlineSnapshot(`
      "The configuration has options that entry does not accept

      deployments.entry.request.tvmCaller must be a source-chain address: 48 characters of url-safe base64 with a valid checksum, or workchain:64 hex, got "me"
      deployments.entry.request.evmCallParms is not an option; the options are shardsKey, alphaCallParams, betaAssets, betaCaller, executorAddress, extraData, feeAssetAddress"
    `);
    const both = { ...wire, betaCaller };
    expect(messageOf({}, { deployments: { entry: { ...evm, request: both } } })).toMatchInlineSnapshot(
      `"The configuration has options that entry does not accept: deployments.entry.request has betaCaller and tvmCaller, which are the same; use only one"`,
    );
  });
});

describe('configuredDeployment', () => {
  test('returns the deployment that the configuration chooses', () => {
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
      request,
      operationIds,
      endpoints: [],
    });
  });

  test('returns the only deployment of a configuration that chooses none', () => {
    expect(found({}, { deployments: { one: { simulatorUrl: elsewhere } } })?.name).toBe('one');
    expect(found({}, { deployments: { mine: 'local' } })).toMatchObject({ name: 'mine', isLocal: true });
  });

  test('prefers the option deployment to CROSSCHECK_DEPLOYMENT, and knows local without an entry', () => {
    const env = { CROSSCHECK_DEPLOYMENT: 'local' };
    expect(found({ env })).toMatchObject({ name: 'local', isLocal: true, deployment: undefined });
    expect(found({ env, deployment: 'staging' })?.name).toBe('staging');
    expect(configuredDeployment(undefined, { env })).toMatchObject({ name: 'local', isLocal: true });
  });

  test('returns undefined if nothing names a deployment', () => {
    expect(configuredDeployment(undefined, { env: {} })).toBeUndefined();
    expect(found({}, { wait: { attemptTimeoutMs: 1 } })).toBeUndefined();
  });

  test('uses a base URL alone, without the options of a configured deployment', () => {
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

  test.each<[string, DeploymentSurroundings, string]>([
    [
      'an option and the URL of another simulator',
      { deployment: 'staging', env: { CROSSCHECK_SIMULATOR_URL: elsewhere } },
      `The option deployment is staging, which conflicts with CROSSCHECK_SIMULATOR_URL; nothing was sent

What to do: unset CROSSCHECK_SIMULATOR_URL, change the configuration, or name no deployment: then the URLs of the environment define one`,
    ],
    [
      'an option and the URLs of another simulator and observer',
      {
        deployment: 'staging',
        env: { CROSSCHECK_SIMULATOR_URL: elsewhere, CROSSCHECK_OBSERVER_URL: elsewhere },
      },
      'The option deployment is staging, which conflicts with CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL; nothing was sent',
    ],
    [
      'an option and the URL of another observer, where one URL is configured',
      { deployment: 'secured', env: { CROSSCHECK_OBSERVER_URL: elsewhere } },
      'The option deployment is secured, which conflicts with CROSSCHECK_OBSERVER_URL',
    ],
    [
      'a variable and a URL with another path',
      {
        env: { CROSSCHECK_DEPLOYMENT: 'staging', CROSSCHECK_OBSERVER_URL: 'https://observer.example.org/v2' },
      },
      'CROSSCHECK_DEPLOYMENT is staging, which conflicts with CROSSCHECK_OBSERVER_URL',
    ],
    [
      'the local deployment and any URL',
      { env: { CROSSCHECK_DEPLOYMENT: 'local', CROSSCHECK_SIMULATOR_URL: elsewhere } },
      'CROSSCHECK_DEPLOYMENT is local, which conflicts with CROSSCHECK_SIMULATOR_URL',
    ],
    [
      'one server by a flag, and the other by a variable',
      {
        deployment: 'staging',
        flags: { simulatorUrl: stagingUrl },
        env: { CROSSCHECK_OBSERVER_URL: elsewhere },
      },
      'The option deployment is staging, which conflicts with CROSSCHECK_OBSERVER_URL',
    ],
    [
      'the name of another deployment',
      { deployment: 'staging', env: { CROSSCHECK_NAME: 'secured' } },
      'CROSSCHECK_NAME is secured, which is another deployment of the configuration; nothing was sent',
    ],
    [
      'the name of a configured deployment for another URL',
      { env: { CROSSCHECK_NAME: 'secured', CROSSCHECK_SIMULATOR_URL: elsewhere } },
      'CROSSCHECK_NAME is secured, which is another deployment of the configuration; nothing was sent',
    ],
    [
      'other chain names and conventions',
      {
        deployment: 'staging',
        env: {
          CROSSCHECK_CHAINS: 'alpha,beta',
          CROSSCHECK_TIMESTAMP_UNIT: 's',
          CROSSCHECK_BLOCKCHAIN_TYPES: 'EVM,TVM',
        },
      },
      'which conflicts with CROSSCHECK_CHAINS and CROSSCHECK_BLOCKCHAIN_TYPES and CROSSCHECK_TIMESTAMP_UNIT;',
    ],
    [
      'chain names, where the configuration leaves the neutral ones',
      { deployment: 'bare', env: { CROSSCHECK_CHAINS: 'evm,tvm' } },
      'The option deployment is bare, which conflicts with CROSSCHECK_CHAINS',
    ],
    [
      'the local deployment and other chain names',
      { env: { CROSSCHECK_DEPLOYMENT: 'local', CROSSCHECK_CHAINS: 'evm,tvm' } },
      'CROSSCHECK_DEPLOYMENT is local, which conflicts with CROSSCHECK_CHAINS',
    ],
    [
      'other headers',
      { deployment: 'staging', env: { CROSSCHECK_HEADERS: '{"x-tenant":"two","x-more":"1"}' } },
      'The option deployment is staging, which conflicts with CROSSCHECK_HEADERS',
    ],
    [
      'other credentials than in the headers of the configuration',
      { deployment: 'staging', env: { CROSSCHECK_AUTHORIZATION: 'Bearer of-another' } },
      'The option deployment is staging, which conflicts with CROSSCHECK_AUTHORIZATION',
    ],
    [
      'credentials, where those of the configuration are not set',
      { deployment: 'secured', env: { CROSSCHECK_AUTHORIZATION: 'Bearer of-another' } },
      'The option deployment is secured, which conflicts with CROSSCHECK_AUTHORIZATION',
    ],
  ])('rejects a name that contradicts the environment: %s', (_, surroundings, expected) => {
    expect(messageOf(surroundings)).toContain(expected);
  });

  test.each<[string, DeploymentSurroundings, string, string]>([
    [
      'a variable has the configured URL',
      { deployment: 'staging', env: { CROSSCHECK_OBSERVER_URL: 'https://observer.example.org/v1' } },
      'staging',
      stagingUrl,
    ],
    [
      'a variable gives a URL that the configuration leaves out',
      { deployment: 'bare', env: { CROSSCHECK_SIMULATOR_URL: elsewhere } },
      'bare',
      elsewhere,
    ],
    [
      'a flag takes precedence over the variable',
      {
        deployment: 'staging',
        flags: { simulatorUrl: stagingUrl },
        env: { CROSSCHECK_SIMULATOR_URL: elsewhere },
      },
      'staging',
      stagingUrl,
    ],
    [
      'a flag names another server, which the deployment is then called after',
      {
        env: { CROSSCHECK_DEPLOYMENT: 'staging' },
        flags: { simulatorUrl: elsewhere, observerUrl: elsewhere },
      },
      'elsewhere.example.org',
      elsewhere,
    ],
  ])('takes a name with URLs if %s', (_, surroundings, name, simulatorUrl) => {
    expect(found(surroundings)?.deployment).toMatchObject({ name, simulatorUrl });
  });

  test('takes a name with variables that say what the configuration says or leaves open, or how to call it', () => {
    const env = {
      CROSSCHECK_CHAINS: 'evm,tvm',
      CROSSCHECK_TIMESTAMP_UNIT: 'ms',
      CROSSCHECK_STAGES: defaultConventions.stages.join(),
      CROSSCHECK_HEADERS: '{"X-TENANT":"one","x-more":"1"}',
      CROSSCHECK_TIMEOUT_MS: '1',
      CROSSCHECK_MAX_RESPONSE_BYTES: '2',
    };
    const { deployment } = found({ deployment: 'staging', env }) ?? {};
    expect(deployment).toMatchObject({ timeoutMs: 1, maxResponseBytes: 2 });
    expect(deployment?.headers()).toMatchObject({ 'x-tenant': 'one', 'x-more': '1' });
    const CROSSCHECK_AUTHORIZATION = 'Bearer own';
    const bare = {
      deployment: 'bare',
      flags: { simulatorUrl: elsewhere },
      env: { CROSSCHECK_AUTHORIZATION },
    };
    expect(found(bare)?.deployment?.headers()).toEqual({ authorization: 'Bearer own' });
  });

  test('takes variables before the configuration if it chooses the deployment itself', () => {
    const env = { CROSSCHECK_CHAINS: 'alpha,beta', CROSSCHECK_AUTHORIZATION: 'Bearer own' };
    const { deployment } = found({ env }, { ...config, deployment: 'staging' }) ?? {};
    expect(deployment).toMatchObject({ name: 'staging', chains: { alpha: 'alpha' } });
    expect(deployment?.headers()).toMatchObject({ authorization: 'Bearer own' });
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
    [
      'several deployments without a choice',
      {},
      'several deployments',
      { deployments: { one: {}, two: {} } },
    ],
    ['a name from the prototype', { deployment: 'constructor' }, 'must be one of'],
  ])('rejects %s', (_, surroundings, expected, given) => {
    expect(messageOf(surroundings, given)).toContain(expected);
  });

  test('rejects a name if there is no configuration', () => {
    const env = { CROSSCHECK_DEPLOYMENT: 'staging' };
    expect(() => configuredDeployment(undefined, { env })).toThrow(
      'must be the name of a configured deployment',
    );
  });
});

describe('the options of a deployment', () => {
  test('come from flags, else variables, else the configuration, else defaults, each by itself', () => {
    const { deployment, sources } =
      found({
        deployment: 'staging',
        env: {
          CROSSCHECK_NAME: 'of the variable',
          CROSSCHECK_ATTEMPT_TIMEOUT_MS: '2000',
          CROSSCHECK_RETRIES: '3',
          CROSSCHECK_OPERATION_ID_PARAMETER: 'id',
        },
        flags: { name: 'of the flag', simulatorUrl: elsewhere },
      }) ?? {};
    expect(deployment).toMatchObject({
      name: 'of the flag',
      simulatorUrl: elsewhere,
      observerUrl: 'https://observer.example.org/v1',
      attemptTimeoutMs: 2000,
      retries: { limit: 3, minIntervalMs: 5 },
      conventions: { timestampUnit: 'ms', operationIdParameter: 'id' },
    });
    expect(sources).toMatchObject({
      name: '--name',
      simulatorUrl: '--simulator-url',
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
      request: 'crosscheck.config.ts',
      endpoints: 'default',
    });
  });

  test.each([
    [{ simulatorUrl: elsewhere }, {}, {}],
    [{ observerUrl: elsewhere }, {}, {}],
    [{ simulatorUrl: stagingUrl }, {}, { 'x-tenant': 'one', authorization: 'Basic b25lOnR3bw==' }],
    [
      { simulatorUrl: elsewhere },
      { CROSSCHECK_AUTHORIZATION: 'Bearer of-elsewhere' },
      { authorization: 'Bearer of-elsewhere' },
    ],
  ])(
    'have no configured headers for a server that the configuration does not name: %j, %j',
    async (flags, env, headers) => {
      expect(await found({ deployment: 'staging', flags, env })?.deployment?.headers()).toEqual(headers);
    },
  );

  test.each<[string, (headers: Headers) => Headers | (() => Promise<Headers>)]>([
    ['an object', (headers) => headers],
    ['a function', (headers) => async () => headers],
  ])('keep public headers only for a server that the configuration does not name: %s', async (_, given) => {
    const headers = given({
      'X-Signature': 'a7f0',
      'x-passphrase': 'correct horse',
      'x-pin': '1234',
      'User-Agent': 'shop',
      'accept-language': 'en',
    });
    const one = { simulatorUrl: stagingUrl, headers };
    const flags = { simulatorUrl: elsewhere };
    const other = found({ deployment: 'one', flags }, { deployments: { one } });
    expect(await other?.deployment?.headers()).toEqual({ 'user-agent': 'shop', 'accept-language': 'en' });
    expect(Object.keys(other?.sources ?? {})).not.toContain('headers.x-signature');
    const same = found({ deployment: 'one' }, { deployments: { one } });
    expect(await same?.deployment?.headers()).toMatchObject({ 'x-signature': 'a7f0', 'x-pin': '1234' });
  });

  test('have the header of a variable instead of a configured one with the same name in any case', () => {
    const env = { CROSSCHECK_AUTHORIZATION: 'Bearer of-the-variable', CROSSCHECK_HEADERS: '{"X-More":"1"}' };
    const { deployment, sources } = found({ env }) ?? {};
    expect(deployment?.headers()).toEqual({
      authorization: 'Bearer of-the-variable',
      'x-tenant': 'one',
      'x-more': '1',
    });
    expect(sources).toMatchObject({
      'headers.x-tenant': 'crosscheck.config.ts',
      'headers.authorization': 'CROSSCHECK_AUTHORIZATION',
      'headers.x-more': 'CROSSCHECK_HEADERS',
    });
  });

  test('call a headers function each time, and add the headers of variables', async () => {
    const headers = vi.fn(async () => ({ 'X-Tenant': 'one', Authorization: 'old' }));
    const given = { deployments: { one: { simulatorUrl: stagingUrl, headers, authorizationEnv: 'TOKEN' } } };
    const { deployment } = found({ env: { TOKEN: 'Bearer new' } }, given) ?? {};
    await deployment?.headers();
    expect(await deployment?.headers()).toEqual({ 'x-tenant': 'one', authorization: 'Bearer new' });
    expect(headers).toHaveBeenCalledTimes(2);
  });

  test('reject bad headers of a function', async () => {
    const given = { deployments: { one: { simulatorUrl: stagingUrl, headers: () => null as never } } };
    const { deployment } = found({ env: { CROSSCHECK_AUTHORIZATION: 'a' } }, given) ?? {};
    await expect(deployment?.headers()).rejects.toThrow('must be an object of header names and texts');
  });
});

describe('credentials', () => {
  test('come from the variable that authorizationEnv names, or from CROSSCHECK_AUTHORIZATION', () => {
    const named = found({ deployment: 'secured', env: { STAGING_TOKEN: 'Bearer named' } });
    expect(named?.deployment?.headers()).toEqual({ authorization: 'Bearer named' });
    const env = { CROSSCHECK_AUTHORIZATION: 'Bearer own' };
    const own = found({ env }, { ...config, deployment: 'secured' });
    expect(own?.deployment?.headers()).toEqual({ authorization: 'Bearer own' });
  });

  test.each([
    { CROSSCHECK_AUTHORIZATION: 'Bearer of-another' },
    { CROSSCHECK_HEADERS: '{"Authorization":"Bearer of-another"}' },
  ])('are rejected if two variables have different ones: %j', (env) => {
    const STAGING_TOKEN = 'Bearer named';
    expect(messageOf({ deployment: 'secured', env: { STAGING_TOKEN, ...env } })).toBe(
      `STAGING_TOKEN and ${Object.keys(env)} set different Authorization headers; nothing was sent

What to do: unset one of them`,
    );
    const same = { STAGING_TOKEN, CROSSCHECK_AUTHORIZATION: STAGING_TOKEN };
    expect(found({ deployment: 'secured', env: same })?.deployment?.headers()).toEqual({
      authorization: STAGING_TOKEN,
    });
  });

  test.each([{}, { STAGING_TOKEN: '' }, { STAGING_TOKEN: ' ' }, { STAGING_TOKEN: '\n' }])(
    'are required if authorizationEnv names their variable: %j',
    (env) => {
      expect(messageOf({ deployment: 'secured', env })).toBe(
        'secured needs credentials and got none: set STAGING_TOKEN to the whole Authorization header',
      );
    },
  );

  test('are not required for a recording', () => {
    expect(found({ deployment: 'secured', isReplayed: true })?.deployment?.headers()).toEqual({});
    // A variable alone does not keep anything from being sent.
    expect(() =>
      found({ deployment: 'secured', isReplayed: false, env: { CROSSCHECK_REPLAY: 'a' } }),
    ).toThrow('set STAGING_TOKEN');
  });

  test('are not printed if a header cannot carry them', () => {
    const text = messageOf({ deployment: 'secured', env: { STAGING_TOKEN: 'hunter2\n' } });
    expect(text).toContain(
      'STAGING_TOKEN has authorization, whose value ends with a line break, as secrets from a file do',
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
    'an included stage that is not a stage',
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
    'a URL of both servers, once',
    { flags: { simulatorUrl: 'https://u:p@h/' }, deployment: undefined },
    `The flags and the environment do not define a valid deployment: --simulator-url must not have a user or password: pass them in headers; without them it is https://h/`,
  ],
  ['an unknown variable', { env: { CROSSCHECK_DEPLOYMNT: 'a' } }, 'did you mean CROSSCHECK_DEPLOYMENT?'],
])('names the source of a bad option: %s', (_, surroundings, expected) => {
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
  [{ isReplayed: 'yes' }, 'isReplayed must be true or false, got "yes"'],
])('rejects the options %j', (options, message) => {
  expect(() => configuredDeployment(loaded(config), options as never)).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      message: `configuredDeployment has invalid options: ${message}`,
    }),
  );
});

test('rejects a header that CROSSCHECK_HEADERS has in two letter cases', () => {
  const CROSSCHECK_HEADERS = '{"x-key":"one","X-Key":"two"}';
  expect(() => configuredDeployment(loaded(config), { env: { CROSSCHECK_HEADERS } })).toThrow(
    'CROSSCHECK_HEADERS has x-key and X-Key, which are one header: names have no case',
  );
});
