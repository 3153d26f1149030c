import { describeRunner } from './describe-runner.js';

describeRunner('mocha', '10', {
  node: '20.19.0',
  packageManager: 'npm',
  packages: ['mocha@10', 'chai@5', '@types/chai@5'],
});
