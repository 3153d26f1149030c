import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'vitest@4', node: '20.19.0', packageManager: 'npm' });
