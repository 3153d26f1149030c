import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'jest@30', node: '24', packageManager: 'pnpm' });
