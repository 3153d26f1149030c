import { inspect } from 'node:util';
import { configure, type DeploymentOptions, defaultConventions, defineDeployment } from 'crosscheck';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const urls = {
  simulatorUrl: 'https://simulator.example.org',
  observerUrl: 'https://observer.example.org/v1/',
};

const errorOf = (options: object): Error => {
  try {
    defineDeployment({ ...urls, ...options } as DeploymentOptions);
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was accepted');
};

describe('defineDeployment', () => {
  it('fills in the defaults', () => {
    const { headers, dialect, ...deployment } = defineDeployment(urls);
    expect(deployment).toEqual({
      name: 'simulator.example.org',
      simulatorUrl: 'https://simulator.example.org',
      observerUrl: 'https://observer.example.org/v1',
      chains: { alpha: 'alpha', beta: 'beta' },
      attemptTimeoutMs: 10_000,
      timeoutMs: 30_000,
      retries: { limit: 2, minIntervalMs: 200, maxIntervalMs: 5000 },
      maxResponseBytes: 4 * 1024 * 1024,
      traceparent: true,
      dispatcher: undefined,
      conventions: defaultConventions,
    });
    expect(headers()).toEqual({});
    expect(dialect.toWireName('collectedInALPHA')).toBe('collectedInALPHA');
  });

  it('has a shorter time limit of calls in Jest, unless one is set', () => {
    vi.stubEnv('JEST_WORKER_ID', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(defineDeployment(urls).timeoutMs).toBe(3_500);
    expect(defineDeployment({ ...urls, timeoutMs: 30_000 }).timeoutMs).toBe(30_000);
  });

  it('accepts every option', () => {
    const dispatcher = new Agent();
    const options: DeploymentOptions = {
      name: 'staging',
      simulatorUrl: new URL('http://localhost:8080/a'),
      observerUrl: 'http://localhost:8080/b',
      chains: { alpha: 'evm', beta: 'tvm' },
      headers: { 'X-Key': 'k' },
      attemptTimeoutMs: 1,
      timeoutMs: 2,
      retries: { limit: 0, minIntervalMs: 1, maxIntervalMs: 2 },
      maxResponseBytes: 3,
      traceparent: false,
      dispatcher,
      conventions: { ...defaultConventions, timestampUnit: 'ms', transactionsShared: true },
    };
    const { headers, dialect, ...deployment } = defineDeployment(options);
    const { headers: _, ...others } = options;
    expect(deployment).toEqual({ ...others, simulatorUrl: 'http://localhost:8080/a' });
    expect(headers()).toEqual({ 'x-key': 'k' });
    expect(dialect.toWireName('collectedInALPHA')).toBe('collectedInEVM');
  });

  it('accepts a number of retries, and treats undefined as absent', () => {
    expect(defineDeployment({ ...urls, retries: 5 }).retries).toEqual({
      limit: 5,
      minIntervalMs: 200,
      maxIntervalMs: 5000,
    });
    const { chains, conventions, attemptTimeoutMs } = defineDeployment({
      ...urls,
      chains: { alpha: undefined, beta: 'tvm' } as never,
      conventions: { stages: undefined } as never,
      attemptTimeoutMs: undefined,
    });
    expect(chains).toEqual({ alpha: 'alpha', beta: 'tvm' });
    expect(conventions.stages).toEqual(defaultConventions.stages);
    expect(attemptTimeoutMs).toBe(10_000);
  });

  it('returns a frozen deployment', () => {
    const deployment = defineDeployment(urls);
    for (const part of [deployment, deployment.chains, deployment.retries, deployment.conventions]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it.each<[string, object]>([
    ['simulatorUrl is missing', { simulatorUrl: undefined }],
    ['observerUrl is missing', { observerUrl: undefined }],
    ['simulatorUrl must be a URL', { simulatorUrl: 8080 }],
    [
      'simulatorUrl must be an absolute URL, such as https://staging.example.org/api',
      { simulatorUrl: 'localhost' },
    ],
    ['simulatorUrl must be an http or https URL', { simulatorUrl: 'localhost:8080' }],
    ['simulatorUrl must be an http or https URL', { simulatorUrl: 'ftp://host' }],
    [
      'observerUrl must not have a user or password: pass them in headers; without them it is https://host/a',
      { observerUrl: 'https://user:hunter2@host/a' },
    ],
    [
      'observerUrl must not have a query or fragment: pass credentials in headers',
      { observerUrl: 'https://host/?key=hunter2' },
    ],
    ['name must be a non-empty string, got ""', { name: '' }],
    ['chains must be an object, got "evm"', { chains: 'evm' }],
    ['chains.alpha must be a lower-case name of letters and digits, got "EVM"', { chains: { alpha: 'EVM' } }],
    ['chains.gamma is not an option; the options are alpha, beta', { chains: { gamma: 'x' } }],
    ['chains must be two names, got beta twice', { chains: { alpha: 'beta' } }],
    ['headers must be an object of header names and texts', { headers: 'authorization: hunter2' }],
    ['headers must be an object of header names and texts', { headers: new Headers({ 'x-key': 'hunter2' }) }],
    ['headers must be an object of header names and texts', { headers: [['x-key', 'hunter2']] }],
    [
      'headers has authorization, which must be a text, got undefined',
      { headers: { authorization: undefined } },
    ],
    ['headers has x-key, which must be a text, got number', { headers: { 'x-key': 12 } }],
    [
      'headers has x-key, whose text has characters that a header cannot carry',
      { headers: { 'x-key': 'hunter2\nX: y' } },
    ],
    [
      'headers has x-key, whose text has characters that a header cannot carry',
      { headers: { 'x-key': 'hunter2€' } },
    ],
    ['headers has "x key", which is not a header name', { headers: { 'x key': 'hunter2' } }],
    ['headers has Content-Length, which only the HTTP client sets', { headers: { 'Content-Length': '1' } }],
    ['attemptTimeoutMs must be an integer from 1 to 2147483647, got "10s"', { attemptTimeoutMs: '10s' }],
    ['attemptTimeoutMs must be an integer from 1 to 2147483647, got 0', { attemptTimeoutMs: 0 }],
    [
      'timeoutMs must be an integer from 1 to 2147483647, got Infinity',
      { timeoutMs: Number.POSITIVE_INFINITY },
    ],
    ['retries must be an integer from 0 to 100, got -1', { retries: -1 }],
    ['retries must be an integer from 0 to 100, got null', { retries: null }],
    ['retries.limit must be an integer from 0 to 100, got 1.5', { retries: { limit: 1.5 } }],
    ['retries.minInterval is not an option; did you mean minIntervalMs?', { retries: { minInterval: 1 } }],
    ['maxResponseBytes must be an integer of at least 1, got 0', { maxResponseBytes: 0 }],
    ['dispatcher must be an undici dispatcher', { dispatcher: {} }],
    [
      'retries.minIntervalMs must not be longer than maxIntervalMs',
      { retries: { minIntervalMs: 10, maxIntervalMs: 5 } },
    ],
    ['dispatcher must be an undici dispatcher', { dispatcher: 'http://user:hunter2@proxy' }],
    ['conventions must be an object, got null', { conventions: null }],
    ['conventions must be an object, got []', { conventions: [] }],
    [
      'conventions.requiredRequestFields[1] must be one of shardsKey',
      { conventions: { requiredRequestFields: ['shardsKey', 'shardKey'] } },
    ],
    [
      'conventions.requestValidation must be one of strict, off, got "loose"',
      { conventions: { requestValidation: 'loose' } },
    ],
    [
      'conventions.operationIdParameter must be a non-empty string, got " "',
      { conventions: { operationIdParameter: ' ' } },
    ],
    ['conventions.stages must be a list, got "start"', { conventions: { stages: 'start' } }],
    [
      'conventions.includedStage must be one of the stages, which done is not',
      { conventions: { includedStage: 'done' } },
    ],
    [
      'conventions.includedStage must be a stage at which an operation can be included, which start is not: a, b',
      { conventions: { stages: ['start', 'a', 'b'], includedStage: 'start' } },
    ],
    [
      'which start is not: collectedInEVM, includedInEVMConsensus',
      { chains: { alpha: 'evm' }, conventions: { includedStage: 'start' } },
    ],
    [
      'conventions.includedStage must be a stage at which an operation can be included, which start is not: any other name',
      { conventions: { stages: [], includedStage: 'start' } },
    ],
    [
      'conventions.blockchainTypes must name each type once, got "ALPHA" twice',
      { conventions: { blockchainTypes: ['ALPHA', 'ALPHA'] } },
    ],
    [
      'conventions.blockchainTypes must name each type once, got "EVM" twice',
      { chains: { alpha: 'evm' }, conventions: { blockchainTypes: ['ALPHA', 'EVM'] } },
    ],
    [
      'conventions.stages must name each stage once, got "doneInEVM" twice',
      {
        chains: { alpha: 'evm' },
        conventions: { stages: ['start', 'doneInALPHA', 'doneInEVM'], includedStage: 'doneInEVM' },
      },
    ],
    ['conventions.blockchainTypes[0] must be a non-empty string', { conventions: { blockchainTypes: [''] } }],
    ['conventions.timestampUnit must be one of s, ms, got "us"', { conventions: { timestampUnit: 'us' } }],
    ['conventions.isIncluded must be a function, got true', { conventions: { isIncluded: true } }],
    ['conventions.isRejected must be a function, got true', { conventions: { isRejected: true } }],
    ['conventions.endsOnAlpha must be a function, got true', { conventions: { endsOnAlpha: true } }],
    [
      'conventions.notFoundMeans must be one of pending, rejected, error, got "maybe"',
      { conventions: { notFoundMeans: 'maybe' } },
    ],
    [
      'conventions.transactionsShared must be true or false, got "yes"',
      { conventions: { transactionsShared: 'yes' } },
    ],
    ['conventions.toString is not an option', { conventions: { toString: 1 } }],
    ['timeout is not an option; did you mean timeoutMs?', { timeout: 12_345 }],
    ['simulatorURL is not an option; did you mean simulatorUrl?', { simulatorURL: 'hunter2' }],
  ])('rejects invalid options: %s', (message, options) => {
    const error = errorOf(options);
    expect(error).toMatchObject({ code: 'USAGE' });
    expect(error.message).toContain(message);
    expect(inspect(error)).not.toContain('hunter2');
  });

  it('reports all issues at once', () => {
    const options = {
      simulatorUrl: 'localhost',
      timeoutMS: 5,
      chains: { alpha: 'EVM' },
      conventions: { stage: [] },
    };
    expect(errorOf(options).message).toMatchInlineSnapshot(`
      "The deployment has invalid options

      simulatorUrl must be an absolute URL, such as https://staging.example.org/api
      chains.alpha must be a lower-case name of letters and digits, got "EVM"
      conventions.stage is not an option; did you mean stages?
      timeoutMS is not an option; did you mean timeoutMs?"
    `);
  });

  it.each([undefined, null, 'https://host'])('rejects %o instead of options', (options) => {
    expect(() => defineDeployment(options as never)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  it('returns a deployment that prints no credentials', () => {
    const deployment = defineDeployment({ ...urls, headers: { authorization: 'Bearer hunter2' } });
    expect(inspect(deployment, { depth: 10, showHidden: true }) + JSON.stringify(deployment)).not.toContain(
      'hunter2',
    );
  });

  it('rejects two spellings of one header', async () => {
    const headers = { Authorization: 'Bearer one', authorization: 'Bearer two' };
    const message = 'has Authorization and authorization, which are one header: names have no case';
    expect(errorOf({ headers }).message).toContain(`headers ${message}`);
    const deployment = defineDeployment({ ...urls, headers: async () => headers });
    await expect(deployment.headers()).rejects.toThrow(message);
  });

  it('returns a dialect that rejects two names of the same member', () => {
    const { dialect } = defineDeployment({ ...urls, chains: { alpha: 'evm' } });
    const both = { alphaCallParams: {}, evmCallParams: {} };
    expect(() => dialect.toWireRequest(both)).toThrow(
      'alphaCallParams and evmCallParams are names of the same member',
    );
    expect(() => dialect.fromWireRequest(both)).toThrow('are names of the same member');
  });
});

it('configure rejects a bad deployment without printing it', () => {
  const deployment = { ...urls, headers: { authorization: 'hunter2' } } as never;
  const configuring = () => configure({ deployment });
  expect(configuring).toThrow('deployment must be');
  expect(configuring).not.toThrow('hunter2');
});
