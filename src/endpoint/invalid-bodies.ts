/**
 * What makes a request invalid for every endpoint with a JSON body, by the name of the mutation: why, as a sentence, and what is
 * sent instead. Smoke runs, campaigns and `rawBody` share it.
 */
export const invalidBodies = {
  empty: { reason: 'The body is empty.', body: '' },
  'cut-off-in-object': { reason: 'The body ends before its object is closed.', body: '{"shardsKey":' },
  'other-content-type': {
    reason: 'Its content type is not application/json.',
    headers: { 'content-type': 'text/plain' },
  },
} as const;
