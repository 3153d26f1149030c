import { sharedByCopies } from '../internal/shared-by-copies.js';

/** Objects and arrays that clients read from responses. */
const responses = sharedByCopies('responses', () => new WeakSet<object>());

/** Marks a value, and everything nested in it, as read from a response. Changes none of them: a transform may share one. */
export function markAsResponse<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !responses.has(value)) {
    responses.add(value);
    for (const member of Object.values(value)) markAsResponse(member);
  }
  return value;
}

/** Returns whether an object or array was read from a response by a client. */
export function isFromResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && responses.has(value);
}
