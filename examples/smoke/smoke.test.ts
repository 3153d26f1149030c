import { currentDeployment } from 'crosscheck';
import { defineSmokeSuite } from 'crosscheck/vitest';

// One test for each check, against the deployment that the run is for, as crosscheck.config.ts says.
defineSmokeSuite(currentDeployment, { name: 'the deployment works' });
