import { describeRunner } from './describe-runner.js';

describeRunner('node:test', '20.19', { node: '20.19.0' });
