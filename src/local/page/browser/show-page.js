/** @import { EpochRoot } from '../../local-control.js' */
import { showAddresses } from './addresses-list.js';
import { elementById } from './element.js';
import { createEpochsTable, epochKey } from './epochs-table.js';
import { showFaults } from './faults-list.js';
import { followState } from './live-state.js';
import { createOperationsTable } from './operations-table.js';
import { createPageState, mostShown } from './page-state.js';
import { createShownOperation } from './shown-operation.js';
import { createShownTree } from './shown-tree.js';
import { moment } from './texts.js';

const state = createPageState();
const tree = createShownTree();
/** @type {string | undefined} The epoch that was chosen by hand; else that of the operation, else the newest. */
let chosenEpoch;
let isDue = false;

const operationsTable = createOperationsTable(
  () => state.deployment,
  (operation) => {
    state.chosen = operation.operationId === state.chosen?.operationId ? undefined : operation;
    chosenEpoch = undefined;
    redraw();
  },
);
const epochsTable = createEpochsTable(() => state.deployment, chooseEpoch);
const shownOperation = createShownOperation(chooseEpoch);

/** @param {Pick<EpochRoot, 'leg' | 'epoch'>} root */
function chooseEpoch(root) {
  chosenEpoch = epochKey(root);
  redraw();
}

/** Draws once a frame, however much has happened. */
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(draw);
}

function draw() {
  isDue = false;
  const { isLive, clock, operations, roots, chosen, deployment } = state;
  const own = chosen?.epochs.at(-1);
  const root =
    roots.find((other) => epochKey(other) === chosenEpoch) ??
    roots.find((other) => own && epochKey(other) === epochKey(own)) ??
    roots[0];
  const connection = elementById('connection');
  const text = isLive ? 'live' : 'connection lost, retrying';
  if (connection.textContent !== text) connection.textContent = text;
  connection.className = `badge ${isLive ? 'done' : 'failed'}`;
  elementById('clock').textContent = `${moment(clock.now)}${clock.isFrozen ? ' · frozen' : ''}`;
  elementById('operations-shown').textContent = countOf(operations.length, 'operation');
  elementById('epochs-shown').textContent = countOf(roots.length, 'epoch');
  operationsTable.show(operations, chosen?.operationId);
  epochsTable.show(roots, root && epochKey(root));
  shownOperation.show(chosen, deployment, clock.now);
  showAddresses(deployment);
  showFaults(state.faults);
  void tree.show(root, chosen);
}

/**
 * @param {number} count
 * @param {string} what
 */
function countOf(count, what) {
  if (count === 0) return `No ${what}s yet.`;
  return count < mostShown ? `${count} ${what}${count > 1 ? 's' : ''}.` : `The newest ${count} ${what}s.`;
}

followState(state, redraw);
