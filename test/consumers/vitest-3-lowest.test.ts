import { describeConsumer } from './describe-consumer.js';

// The lowest of everything that package.json allows.
describeConsumer({ runner: 'vitest@3.2.0', node: '20.19.0', packageManager: 'npm', fastCheck: '4.0.0' });
