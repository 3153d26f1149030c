/**
 * @import { AppliedFault } from '../../faults/fault-rule.js'
 * @import { EpochRoot, LocalOperation } from '../../local-control.js'
 * @typedef {ReturnType<typeof createPageState>} PageState
 * @typedef {Omit<LocalOperation, 'stage' | 'history' | 'request'> & {
 *   stage: string,
 *   request: Record<string, any>,
 *   history: readonly { stage: string, success: boolean, atMs: number }[],
 * }} WireOperation An operation with the deployment's own names.
 */
import { noDeployment } from './page-deployment.js';

/** How many operations and epochs the page keeps; a deployment may have a hundred thousand. */
export const maxShown = 100;

const rootStates = ['collected', 'set', 'missed', 'withdrawn'];

/** Creates what the page knows: the newest operations and roots, newest first. */
export function createPageState() {
  return {
    /** @type {'connecting' | 'live' | 'lost' | 'refused'} */
    connection: 'connecting',
    /** Whether the rest has been read once. */
    isKnown: false,
    deployment: noDeployment,
    clock: { now: 0, isFrozen: false },
    faults: { seed: 0, faults: /** @type {AppliedFault[]} */ ([]) },
    /** @type {WireOperation | undefined} */
    chosen: undefined,
    /** @type {WireOperation[]} */
    operations: [],
    /** @type {EpochRoot[]} */
    roots: [],
    /** Takes an operation as it is now. @param {WireOperation} operation */
    takeOperation(operation) {
      const isSame = (/** @type {WireOperation} */ other) => other.operationId === operation.operationId;
      const isLater = (/** @type {WireOperation} */ other) =>
        operation.history.length >= other.history.length;
      if (this.chosen && isSame(this.chosen) && isLater(this.chosen)) this.chosen = operation;
      put(this.operations, operation, {
        isSame,
        isLater,
        isNew: operation.history.length === 1,
        timeOf: ({ history }) => history[0]?.atMs ?? 0,
      });
    },
    /** Takes a root as it is now. @param {EpochRoot} root */
    takeRoot(root) {
      put(this.roots, root, {
        isSame: (other) => other.direction === root.direction && other.epoch === root.epoch,
        isLater: (other) => rootStates.indexOf(root.state) >= rootStates.indexOf(other.state),
        isNew: root.state === 'collected',
        timeOf: ({ endedAtMs }) => endedAtMs,
      });
    },
  };
}

/**
 * Puts an item in its place in a list. What was read and what was told may cross, so an older state never replaces a
 * later one; and an item that is not new does not come back to a list that it was too old for.
 *
 * @template T
 * @param {T[]} list
 * @param {T} item
 * @param {object} by
 * @param {(other: T) => boolean} by.isSame
 * @param {(other: T) => boolean} by.isLater whether the item is a later state than the one that is there
 * @param {boolean} by.isNew
 * @param {(item: T) => number} by.timeOf
 */
function put(list, item, { isSame, isLater, isNew, timeOf }) {
  const at = list.findIndex(isSame);
  const there = list[at];
  if (there !== undefined) {
    if (isLater(there)) list[at] = item;
    return;
  }
  const oldest = list[maxShown - 1];
  if (oldest !== undefined && !isNew && timeOf(item) <= timeOf(oldest)) return;
  const place = list.findIndex((other) => timeOf(other) <= timeOf(item));
  list.splice(place === -1 ? list.length : place, 0, item);
  list.length = Math.min(list.length, maxShown);
}
