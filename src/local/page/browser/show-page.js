/** @import { EpochRoot } from '../../local-control.js' */
import { showAddresses } from './addresses-list.js';
import { elementById } from './element.js';
import { createEpochsTable, epochKey } from './epochs-table.js';
import { showFaults } from './faults-list.js';
import { followState } from './live-state.js';
import { createOperationsTable } from './operations-table.js';
import { createPageState, maxShown } from './page-state.js';
import { createShownOperation } from './shown-operation.js';
import { createShownTree } from './shown-tree.js';
import { counted, moment } from './texts.js';

const state = createPageState();
const tree = createShownTree();
/** @type {string | undefined} The epoch that was chosen by hand; else that of the operation, else the newest. */
let chosenEpoch;
let isDue = false;

const connections = {
  connecting: { text: 'connecting', style: '' },
  live: { text: 'live', style: 'done' },
  lost: { text: 'connection lost, retrying', style: 'failed' },
  refused: { text: 'too many pages listen: read once a second', style: 'failed' },
};

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

/** @param {Pick<EpochRoot, 'direction' | 'epoch'>} root */
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
  const { clock, operations, roots, chosen, deployment } = state;
  showConnection();
  if (!state.isKnown) return;
  const own = chosen?.epochs.at(-1);
  const root =
    roots.find((other) => epochKey(other) === chosenEpoch) ??
    roots.find((other) => own && epochKey(other) === epochKey(own)) ??
    roots[0];
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

function showConnection() {
  const badge = elementById('connection');
  const { text, style } = connections[state.connection];
  if (badge.textContent !== text) badge.textContent = text;
  badge.className = `badge ${style}`;
}

/**
 * @param {number} count
 * @param {string} what
 */
function countOf(count, what) {
  if (count === 0) return `No ${what}s yet.`;
  return count < maxShown ? `${counted(count, what)}.` : `The newest ${count} ${what}s.`;
}

followState(state, redraw);
