import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'vitest@4', node: '22', packageManager: 'pnpm' });
