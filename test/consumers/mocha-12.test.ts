import { describeRunner } from './describe-runner.js';

describeRunner('mocha', '12', {
  node: '22',
  packageManager: 'npm',
  packages: ['mocha@12', 'chai@6', '@types/chai@5'],
});
