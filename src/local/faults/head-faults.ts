import { mediaTypeIssue } from '../server/read-body.js';
import type { HeadFault } from './fault-kind.js';

/** Faults of how the head of a request is read. */
export const headFaults = {
  'content-type-ignored': {
    family: 'head',
    summary: 'Reads every body as JSON, whatever its content-type.',
    endpoints: ['simulate'],
    tamperHead: (headers) =>
      mediaTypeIssue(headers) === undefined ? undefined : { ...headers, 'content-type': 'application/json' },
  },
} satisfies Record<string, HeadFault>;
