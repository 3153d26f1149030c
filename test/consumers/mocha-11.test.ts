import { describeRunner } from './describe-runner.js';

describeRunner('mocha', '11', {
  node: '24',
  packageManager: 'pnpm',
  packages: ['mocha@11', 'chai@4', '@types/chai@4'],
});
