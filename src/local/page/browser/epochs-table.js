/**
 * @import { EpochRoot } from '../../local-control.js'
 * @import { PageDeployment } from './page-deployment.js'
 */
import { element, elementById } from './element.js';
import { createTableRows } from './table-rows.js';
import { shortHash, timeOfDay } from './texts.js';

/** @type {Record<string, string>} */
const marks = { collected: '→', set: '✓', missed: '✕', withdrawn: '↩' };
/** @type {Record<string, string>} */
const styles = { collected: 'under-way', set: 'done', missed: 'failed', withdrawn: 'rolled-back' };

/** @param {Pick<EpochRoot, 'direction' | 'epoch'>} root */
export function epochKey({ direction, epoch }) {
  return `${direction}/${epoch}`;
}

/**
 * Creates the table of epochs.
 *
 * @param {() => PageDeployment} deployment
 * @param {(root: EpochRoot) => void} onChoose
 */
export function createEpochsTable(deployment, onChoose) {
  return createTableRows(elementById('epochs'), {
    keyOf: epochKey,
    buttonOf: ({ direction, epoch }) => ({ name: String(epoch), label: `Epoch ${epoch} ${direction}` }),
    cellsOf({ direction, messages, state, root, endedAtMs }) {
      const { alpha, beta } = deployment().chains;
      return [
        element('td', {}, (direction === 'outbound' ? alpha : beta).toUpperCase()),
        element('td', { class: 'number' }, String(messages)),
        element('td', {}, element('span', { class: `mark ${styles[state]}` }, `${marks[state]} ${state}`)),
        element('td', { class: 'wide' }, element('code', {}, shortHash(root))),
        element('td', { class: 'wide' }, timeOfDay(endedAtMs)),
      ];
    },
    onChoose,
  });
}
