/**
 * @import { WireOperation } from './page-state.js'
 * @import { PageDeployment } from './page-deployment.js'
 */
import { element, elementById } from './element.js';
import { callOf } from './page-deployment.js';
import { stageStrip } from './stage-strip.js';
import { stageStyle, standingOf } from './standing.js';
import { createTableRows } from './table-rows.js';
import { shortHash, timeOfDay } from './texts.js';

/**
 * Creates the table of operations.
 *
 * @param {() => PageDeployment} deployment
 * @param {(operation: WireOperation) => void} onChoose
 */
export function createOperationsTable(deployment, onChoose) {
  return createTableRows(elementById('operations'), {
    keyOf: ({ operationId }) => operationId,
    buttonOf: ({ operationId }) => ({
      name: shortHash(operationId),
      label: `Operation ${shortHash(operationId)}`,
    }),
    cellsOf(operation) {
      const { stages } = deployment();
      const { name, mark, style } = standingOf(operation, stages);
      return [
        element('td', { class: 'widest call' }, callOf(operation.request, deployment())),
        element('td', { class: `stage ${stageStyle(operation.stage, stages)}` }, operation.stage),
        element(
          'td',
          {},
          element('span', { class: `mark ${style}` }, mark, element('span', { class: 'word' }, ` ${name}`)),
        ),
        element('td', { class: 'over-time' }, stageStrip(operation, stages)),
        element('td', { class: 'widest' }, timeOfDay(operation.history[0]?.atMs ?? 0)),
      ];
    },
    onChoose,
  });
}
