import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'jest@29', node: '24', packageManager: 'pnpm', isCommonJs: true });
