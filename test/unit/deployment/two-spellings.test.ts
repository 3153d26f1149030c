import { defineDeployment, deploymentFromEnv } from 'crosscheck';
import { describe, expect, it } from 'vitest';

const urls = { simulatorUrl: 'http://127.0.0.1:1', observerUrl: 'http://127.0.0.1:1' };
const env = { CROSSCHECK_SIMULATOR_URL: urls.simulatorUrl };

describe('two spellings of one setting', () => {
  it('are refused of a header', async () => {
    const headers = { Authorization: 'Bearer one', authorization: 'Bearer two' };
    const says = 'has Authorization and authorization, which are one header: names have no case';
    expect(() => defineDeployment({ ...urls, headers })).toThrow(`headers ${says}`);
    const { headers: give } = defineDeployment({ ...urls, headers: async () => headers });
    await expect(give()).rejects.toThrow(says);
  });

  it('are refused of an environment variable', () => {
    expect(() => deploymentFromEnv({ ...env, crosscheck_observer_url: 'http://127.0.0.1:2' })).toThrow(
      'crosscheck_observer_url; did you mean CROSSCHECK_OBSERVER_URL?',
    );
    expect(() => deploymentFromEnv({ ...env, Crosscheck_Retries: '0' })).toThrow(
      'did you mean CROSSCHECK_RETRIES?',
    );
  });

  it.each(['Authorization', 'authorization'])('are refused between two variables: %s', (name) => {
    const both = { CROSSCHECK_HEADERS: JSON.stringify({ [name]: 'old' }), CROSSCHECK_AUTHORIZATION: 'new' };
    expect(() => deploymentFromEnv({ ...env, ...both })).toThrow(
      `CROSSCHECK_AUTHORIZATION and CROSSCHECK_HEADERS both give the header ${name}; set one of them`,
    );
  });

  it('are refused within a variable', () => {
    const CROSSCHECK_HEADERS = '{"x-key":"one-of-two","x-\\u006bey":"two-of-two"}';
    expect(() => deploymentFromEnv({ ...env, CROSSCHECK_HEADERS })).toThrow(
      'CROSSCHECK_HEADERS has x-key more than once',
    );
  });

  it('are refused of a member of a request, neutral and with the name of the chain', () => {
    const { dialect } = defineDeployment({ ...urls, chains: { alpha: 'evm' } });
    const both = { alphaCallParams: {}, evmCallParams: {} };
    expect(() => dialect.toWireRequest(both)).toThrow(
      'alphaCallParams and evmCallParams are two names of one member',
    );
    expect(() => dialect.fromWireRequest(both)).toThrow('are two names of one member');
  });
});
