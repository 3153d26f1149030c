import { isBetaAddress } from '../../contract/addresses.js';
import { isPlainObject } from '../../internal/objects.js';
import { changedValues } from './changed-values.js';
import type { LeakFault } from './fault-kind.js';
import type { RetainedSimulations } from './retained-simulations.js';

const simulator = ['simulate'] as const;

const specialNames = ['__proto__', 'constructor'];

/** Faults of a simulator in which one request leaks into others. */
export const leakFaults = {
  'state-leak': {
    family: 'leak',
    summary: 'Simulates a call for the caller of the previous request.',
    endpoints: simulator,
    leave: leaveCaller,
    tamperRequest: (request, { caller }) =>
      caller !== undefined && ![undefined, caller].includes(callerOf(request))
        ? { ...(request as object), betaCaller: caller }
        : undefined,
    tamperSimulation: () => undefined,
  },
  'parallel-leak': {
    family: 'leak',
    summary: 'Names the caller of the newest request as the recipient, even for calls that began earlier.',
    endpoints: simulator,
    leave: leaveCaller,
    tamperRequest: () => undefined,
    tamperSimulation: (simulation, { caller }) => {
      const { outMessages } = simulation;
      return outMessages?.some(({ targetAddress }) => targetAddress !== caller)
        ? {
            ...simulation,
            outMessages: outMessages.map((message) => ({ ...message, targetAddress: caller })),
          }
        : undefined;
    },
  },
  'proto-pollution': {
    family: 'leak',
    summary: 'Shows the prototype or constructor members of a request in every later response.',
    endpoints: simulator,
    leave: (request, left) => {
      const inherited = specialMembers(request).find(isPlainObject);
      return inherited === undefined ? left : { inherited };
    },
    tamperRequest: (request) =>
      specialMembers(request).length === 0 ? undefined : (changedValues(request, withoutSpecial) as object),
    tamperSimulation: (simulation, { inherited }) => inherited && { ...inherited, ...simulation },
  },
} satisfies Record<string, LeakFault>;

function leaveCaller(request: unknown, left: RetainedSimulations): RetainedSimulations {
  return { caller: callerOf(request) ?? left.caller };
}

/** Returns its caller, unless the request is rejected because of it. */
function callerOf(request: unknown): string | undefined {
  const caller = isPlainObject(request) ? request.betaCaller : undefined;
  return typeof caller === 'string' && isBetaAddress(caller) ? caller : undefined;
}

/** Returns the values of the special names, at any depth. */
function specialMembers(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(specialNames.includes(name) ? [member] : []),
    ...specialMembers(member),
  ]);
}

function withoutSpecial(value: unknown): unknown {
  if (!isPlainObject(value) || !specialNames.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !specialNames.includes(name)));
}
