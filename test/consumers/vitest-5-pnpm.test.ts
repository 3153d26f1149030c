import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'vitest@5', node: '24', packageManager: 'pnpm' });
