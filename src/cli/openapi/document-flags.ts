import type { Flag } from '../flag.js';
import { oneOf } from '../values/one-of.js';

/** The flags of `crosscheck openapi` for the format of the document. */
export const documentFlags = {
  purpose: {
    usage: '--purpose <purpose>',
    about:
      'generate: every request that fits the schema is valid; validate: every valid request fits the schema (default: generate)',
    read: oneOf('generate', 'validate'),
  },
} satisfies Record<string, Flag>;
