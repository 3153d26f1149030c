import { describeRunner } from './describe-runner.js';

describeRunner('node:test', '22', { node: '22' });
