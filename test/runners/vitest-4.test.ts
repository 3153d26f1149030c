import { inject } from 'vitest';
import { describeVitest } from './vitest-outcomes.js';

describeVitest({ name: 'vitest 4', directory: inject('scratchProject'), node: process.execPath }, true);
