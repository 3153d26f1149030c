import { describeConsumer } from './describe-consumer.js';

describeConsumer({ runner: 'jest@30', node: '20.19.0', packageManager: 'npm' });
