import { Refusal } from '../server/refusal.js';
import type { ServiceCall } from './service-answer.js';
import type { SetFaults } from './set-faults.js';

/**
 * Reads a simulation request as the faults that are set have it; gives the same one when none strikes.
 *
 * @param request - With neutral names, not checked yet.
 * @throws Refusal when one of them fails to read it.
 */
export function misreadRequest(faults: SetFaults, call: ServiceCall, request: unknown): unknown {
  const read = faults.strikeCall('reading', call, ({ misread }) => misread(request));
  if (read instanceof Refusal) throw read;
  return bled(faults, call, read ?? request);
}

function bled(faults: SetFaults, call: ServiceCall, request: unknown): unknown {
  const remembering = faults.activeOf('bleed', call);
  const read = faults.strikeCall('bleed', call, ({ misread }, { left }) => misread(request, left));
  for (const { kind, fault } of remembering) fault.left = kind.leave(request, fault.left);
  return read ?? request;
}
