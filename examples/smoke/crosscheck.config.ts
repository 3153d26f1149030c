import type { CrosscheckConfig } from 'crosscheck';

export default {
  deployment: 'local',
  deployments: {
    local: 'local',
    staging: {
      simulatorUrl: 'https://simulator.staging.example.org',
      observerUrl: 'https://observer.staging.example.org',
      authorizationEnv: 'STAGING_TOKEN',
    },
  },
  smoke: {
    samples: 5,
    budgets: { simulateP50Ms: 3_000, simulateP95Ms: 6_000, inclusionP50Ms: 2_000, inclusionP95Ms: 4_000 },
    minCertificateDays: 21,
  },
} satisfies CrosscheckConfig;
