import type { CrosscheckConfig } from 'crosscheck';

export default {
  deployment: 'local',
  deployments: {
    local: 'local',
    staging: {
      simulatorUrl: 'https://simulator.staging.example.org',
      observerUrl: 'https://observer.staging.example.org',
      authorizationFrom: 'STAGING_TOKEN',
    },
  },
  smoke: { ratePerSecond: 2, minCertificateDays: 21 },
} satisfies CrosscheckConfig;
