import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'playwright@1', node: '22', packageManager: 'pnpm' });
