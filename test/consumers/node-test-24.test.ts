import { describeRunner } from './describe-runner.js';

describeRunner('node:test', '24', { node: '24' });
