/** @import { AppliedFault } from '../../faults/fault-rule.js' */
import { element, elementById } from './element.js';
import { shortHash } from './texts.js';

/**
 * Shows the faults that are set.
 *
 * @param {{ seed: number, faults: readonly AppliedFault[] }} answer
 */
export function showFaults({ seed, faults }) {
  const list = elementById('faults');
  const count =
    faults.length === 0 ? 'no faults' : `${faults.length} fault${faults.length > 1 ? 's' : ''} set`;
  /** @type {HTMLElement} */ (list.querySelector('summary')).textContent = count;
  elementById('fault-list').replaceChildren(
    element('p', { class: 'quiet' }, `Drawn from seed ${seed}.`),
    element('ul', {}, ...faults.map((fault) => element('li', {}, textOf(fault)))),
  );
}

/** @param {AppliedFault} fault */
function textOf({ fault, endpoint, operationId, probability, times, ms, strikes }) {
  const rule = [
    endpoint,
    operationId && shortHash(operationId),
    probability !== undefined && `probability ${probability}`,
    times !== undefined && `${times} times`,
    ms !== undefined && `${ms} ms`,
  ].filter(Boolean);
  return `${[fault, ...rule].join(', ')}: struck ${strikes} times`;
}
