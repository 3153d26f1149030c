/** @import { PageState } from './page-state.js' */
import { followEvents } from './live-connection.js';
import { pageDeployment } from './page-deployment.js';
import { mostShown } from './page-state.js';
import { read } from './read.js';

const tickMs = 1000;
const everything = ['deployment', 'operations', 'roots', 'clock', 'faults'];

/**
 * Keeps the state in step with the deployment: reads all of it when a connection is there, then takes what is told.
 *
 * @param {PageState} state
 * @param {() => void} onChange
 */
export function followState(state, onChange) {
  let isReading = false;
  let isStale = false;
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
      // The connection's own error tells of it; an answer that failed by itself is asked for again.
      else if (state.isLive) setTimeout(readAll, tickMs);
    }
    isReading = false;
    onChange();
  }

  /** @param {any[]} answers */
  async function takeAll([description, { operations }, { roots }, clock, faults]) {
    const chosen = await chosenAgain(operations);
    const deployment = pageDeployment(description);
    Object.assign(state, { deployment, operations, clock, faults, chosen, roots: roots.slice(0, mostShown) });
    for (const [kind, data] of told) take(kind, data);
  }

  /** @param {any[]} operations */
  async function chosenAgain(operations) {
    const id = state.chosen?.operationId;
    if (id === undefined) return undefined;
    const listed = operations.find(({ operationId }) => operationId === id);
    // A list that is not full has all there are.
    if (listed || operations.length < mostShown) return listed;
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
      state.isLive = true;
      void readAll();
    },
    onLost() {
      state.isLive = false;
      onChange();
    },
    onEvent(kind, data) {
      if (kind === 'restored') void readAll();
      else if (isReading) told.push([kind, data]);
      else take(kind, data);
      onChange();
    },
  });

  setInterval(async () => {
    if (!state.isLive || document.hidden) return;
    try {
      [state.clock, state.faults] = await Promise.all([read('clock'), read('faults')]);
      onChange();
    } catch {
      // The connection's own error tells of it.
    }
  }, tickMs);
}
