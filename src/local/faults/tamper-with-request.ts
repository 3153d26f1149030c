import { Rejection } from '../server/rejection.js';
import type { ServiceCall } from './service-answer.js';
import type { SetFaults } from './set-faults.js';

/**
 * Returns a simulation request as the active faults change it, or the same one when none triggers.
 *
 * @param request - With neutral names, not checked yet.
 * @throws Rejection when one of them fails to read it.
 */
export function tamperWithRequest(faults: SetFaults, call: ServiceCall, request: unknown): unknown {
  const read = faults.triggerCall('reading', call, request, ({ tamperRequest }) => tamperRequest(request));
  if (read instanceof Rejection) throw read;
  return bled(faults, call, read ?? request);
}

function bled(faults: SetFaults, call: ServiceCall, request: unknown): unknown {
  const remembering = faults.activeOf('leak', call);
  const read = faults.triggerCall('leak', call, request, ({ tamperRequest }, { left }) =>
    tamperRequest(request, left),
  );
  for (const { kind, fault } of remembering) fault.left = kind.leave(request, fault.left);
  return read ?? request;
}
