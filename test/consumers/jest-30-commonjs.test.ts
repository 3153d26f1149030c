import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'jest@30', node: '22', packageManager: 'npm', isCommonJs: true });
