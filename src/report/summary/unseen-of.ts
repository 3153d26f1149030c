import { overloadStatuses } from '../../checks/case/is-unseen.js';
import type { Tick } from '../../fuzz/campaign-event.js';
import { totalOf } from './add-counts.js';

/**
 * How many requests nothing can be said of: no whole answer came, or the last one was of a service that is overloaded.
 * Such answers may be several for one request, which was tried again; of all others there is one.
 */
export function unseenOf({ requests, statuses }: Pick<Tick, 'requests' | 'statuses'>): number {
  const overloaded = overloadStatuses.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  return Math.max(0, requests - (totalOf(statuses) - overloaded));
}
