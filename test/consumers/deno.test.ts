import { describe } from 'vitest';
import { describeRunner } from './describe-runner.js';

// The package deno copies the binary when it is installed; this one is what it copies.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on Linux', () => {
  describeRunner('Deno', '2', { packages: ['@deno/linux-x64-glibc@2'] });
});
