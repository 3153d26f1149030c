/** @import { PageState } from './page-state.js' */
import { followEvents } from './live-connection.js';
import { pageDeployment } from './page-deployment.js';
import { maxShown } from './page-state.js';
import { read } from './read.js';

const tickMs = 1000;
const everything = ['deployment', 'operations', 'roots', 'clock', 'faults'];

/**
 * Keeps the state in step with the deployment: reads all of it when a connection is there, then takes what is told.
 * Without a connection it reads all again and again.
 *
 * @param {PageState} state
 * @param {() => void} onChange
 */
export function followState(state, onChange) {
  let isReading = false;
  let isStale = true;
  /** @type {[string, any][]} What is told while all is read. */
  let told = [];

  async function readAll() {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      told = [];
      const answers = await Promise.all(everything.map(read)).catch(() => undefined);
      if (answers) await takeAll(answers);
      else {
        isStale = true;
        break;
      }
    }
    isReading = false;
    onChange();
  }

  /** @param {any[]} answers */
  async function takeAll([description, { operations }, { roots }, clock, faults]) {
    const before = state.chosen;
    const again = await chosenAgain(operations);
    const chosen = state.chosen === before ? again : state.chosen;
    const deployment = pageDeployment(description);
    const known = { deployment, operations, clock, faults, chosen, roots: roots.slice(0, maxShown) };
    Object.assign(state, known, { isKnown: true });
    for (const [kind, data] of told) take(kind, data);
  }

  /** @param {any[]} operations */
  async function chosenAgain(operations) {
    const id = state.chosen?.operationId;
    if (id === undefined) return undefined;
    const listed = operations.find(({ operationId }) => operationId === id);
    // A list that is not full has all there are.
    if (listed || operations.length < maxShown) return listed;
    return read(`operations/${id}`).catch(() => undefined);
  }

  /**
   * @param {string} kind
   * @param {any} data
   */
  function take(kind, data) {
    if (kind === 'operation') state.takeOperation(data);
    if (kind === 'root') state.takeRoot(data);
    if (kind === 'clock') state.clock = data;
  }

  followEvents({
    onOpen() {
      state.connection = 'live';
      void readAll();
    },
    onLost(isRejected) {
      state.connection = isRejected ? 'refused' : 'lost';
      onChange();
    },
    onEvent(kind, data) {
      if (kind === 'restored') void readAll();
      else if (isReading) told.push([kind, data]);
      else take(kind, data);
      onChange();
    },
  });
  void readAll();

  setInterval(async () => {
    if (document.hidden || isReading) return;
    if (isStale || state.connection !== 'live') return readAll();
    try {
      [state.clock, state.faults] = await Promise.all([read('clock'), read('faults')]);
      onChange();
    } catch {
      // The connection's own error tells of it.
    }
  }, tickMs);
}
