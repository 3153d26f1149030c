import { defineConfig } from 'crosscheck';

export default defineConfig({
  // The one that is meant when neither CROSSCHECK_DEPLOYMENT nor --deployment names another.
  deployment: 'local',
  deployments: {
    // Started for the tests, on a real EVM; for a shell `crosscheck serve` starts it.
    local: 'local',
    // Yours stands beside it, such as
    //   staging: {
    //     simulatorUrl: 'https://simulator.staging.example.org',
    //     observerUrl: 'https://observer.staging.example.org',
    //     chains: { alpha: 'evm', beta: 'tvm' },
    //     authorizationEnv: 'STAGING_AUTHORIZATION', // the variable that holds the whole header
    //     request: { … }, // a call that is valid there
    //     operationIds: ['0x…'], // operations that are included there
    //   },
  },
});
