/**
 * @import { EpochRoot } from '../../local-control.js'
 * @import { PageDeployment } from './page-deployment.js'
 * @import { WireOperation } from './page-state.js'
 */
import { element } from './element.js';
import { assetsOf, callOf } from './page-deployment.js';
import { standingOf } from './standing.js';
import { brief } from './texts.js';

/**
 * Tells all about an operation, apart from its times.
 *
 * @param {WireOperation} operation
 * @param {PageDeployment} deployment
 * @param {(epoch: Pick<EpochRoot, 'direction' | 'epoch'>) => void} onChooseEpoch
 */
export function operationFacts(operation, deployment, onChooseEpoch) {
  const { operationId, request, stage, note, transactions, epochs } = operation;
  const { name, mark, style } = standingOf(operation, deployment.stages);
  const buttons = epochs.map(({ direction, epoch }) => {
    const button = element(
      'button',
      { type: 'button', id: `go-${direction}-${epoch}` },
      `${direction} ${epoch}`,
    );
    button.addEventListener('click', () => onChooseEpoch({ direction, epoch }));
    return button;
  });
  return element(
    'dl',
    {},
    ...fact('Id', element('code', {}, operationId)),
    ...fact('Stands', `${stage} `, element('span', { class: `mark ${style}` }, `${mark} ${name}`)),
    ...(note ? fact('Note', ...noteOf(note)) : []),
    ...fact('Call', callOf(request, deployment)),
    ...fact('Assets', assetsOf(request, deployment)),
    ...fact('Caller', element('code', {}, brief(request[`${deployment.chains.beta}Caller`]))),
    ...fact('Epochs', ...(buttons.length ? buttons : ['none yet'])),
    ...fact(
      'Transactions',
      ...transactions.map(({ blockchainType, hash }) =>
        element('div', {}, `${blockchainType} `, element('code', {}, String(hash))),
      ),
    ),
  );
}

/** @param {NonNullable<WireOperation['note']>} note */
function noteOf(note) {
  return ['errorName', 'content', 'internalMsg', 'internalBytesError']
    .map((member) => note[/** @type {keyof typeof note} */ (member)])
    .filter(Boolean)
    .map((text) => element('div', { class: 'note' }, brief(text)));
}

/**
 * @param {string} name
 * @param {(Node | string)[]} content
 */
function fact(name, ...content) {
  return [element('dt', {}, name), element('dd', {}, ...content)];
}
