import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import type { PlannedRequest } from './request.js';

/*
 * W3C Trace Context, version 00: the header `traceparent` has the id of a trace, which all attempts of a call share, and that of
 * a span, which each attempt has of its own. A server that logs the trace id lets a reader find the lines of a request.
 */

/** Returns a new trace id: 32 hex digits, never all zero. */
export function newTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

/**
 * Returns a request with the header `traceparent` of its next attempt. A request that has one, from the headers of the
 * deployment or its own, keeps it. None is added if the deployment turns it off, or in a replay.
 */
export function withTraceparent(
  planned: PlannedRequest,
  given: Headers,
  { traceparent, exchanges }: Pick<Deployment, 'traceparent' | 'exchanges'>,
): PlannedRequest {
  if (!traceparent || exchanges === 'replayed' || ownTraceparent(planned, given) !== undefined)
    return planned;
  const { traceId = newTraceId() } = planned;
  // Sampled, so that servers record their part of the trace.
  return { ...planned, traceparent: `00-${traceId}-${newTraceId().slice(0, 16)}-01` };
}

/** Returns the trace id that a request was sent with; undefined if it has none, or its header is not valid. */
export function traceIdOf(planned: PlannedRequest, given: Headers): string | undefined {
  return traceIdIn(planned.traceparent ?? ownTraceparent(planned, given));
}

/** Returns the trace id in a header; undefined if it is not valid. */
export function traceIdIn(traceparent: string | undefined): string | undefined {
  const [, traceId] = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/.exec(traceparent ?? '') ?? [];
  return traceId === undefined || /^0+$/.test(traceId) ? undefined : traceId;
}

function ownTraceparent({ headers }: PlannedRequest, given: Headers): string | undefined {
  return headers?.traceparent ?? given.traceparent;
}
