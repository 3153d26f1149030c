import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'jest@29', node: '20.19.0', packageManager: 'npm', isCommonJs: true });
