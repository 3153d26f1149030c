import { describeConsumer } from './describe-consumer.js';

// The lowest version that package.json allows, in a CommonJS project.
describeConsumer({ runner: 'playwright@1.50.0', node: '20.19.0', packageManager: 'npm', isCommonJs: true });
