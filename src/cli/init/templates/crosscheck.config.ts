import { defineConfig } from 'crosscheck';

export default defineConfig({
  // The default, unless CROSSCHECK_DEPLOYMENT or --deployment names another one.
  deployment: 'local',
  deployments: {
    // Tests start it by themselves, on a real EVM. For commands, start it with `crosscheck serve`.
    local: 'local',
    // Add your own, for example:
    //   staging: {
    //     simulatorUrl: 'https://simulator.staging.example.org',
    //     observerUrl: 'https://observer.staging.example.org',
    //     chains: { alpha: 'evm', beta: 'tvm' },
    //     authorizationEnv: 'STAGING_AUTHORIZATION', // the environment variable with the whole header
    //     request: { … }, // a valid call
    //     operationIds: ['0x…'], // included operations
    //   },
  },
});
