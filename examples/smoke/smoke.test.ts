import { currentDeployment } from 'crosscheck';
import { defineSmokeSuite } from 'crosscheck/vitest';

// One test for each check, against the deployment that the run is for.
defineSmokeSuite(currentDeployment, {
  name: 'the deployment works',
  samples: 5,
  budgets: { simulateP50Ms: 3_000, simulateP95Ms: 6_000, inclusionP50Ms: 2_000, inclusionP95Ms: 4_000 },
});
