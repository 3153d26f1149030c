/** @import { AppliedFault } from '../../faults/fault-rule.js' */
import { element, elementById, updateContent } from './element.js';
import { counted, shortHash } from './texts.js';

/**
 * Shows the faults that are set.
 *
 * @param {{ seed: number, faults: readonly AppliedFault[] }} answer
 */
export function showFaults({ seed, faults }) {
  updateContent(elementById('faults'), [
    element('summary', {}, countOfFaults(faults)),
    element(
      'div',
      { id: 'fault-list' },
      element('p', { class: 'quiet' }, `Drawn from seed ${seed}.`),
      element('ul', {}, ...faults.map((fault) => element('li', {}, textOfFault(fault)))),
    ),
  ]);
}

/**
 * Counts the faults that can still trigger, and those that are over.
 *
 * @param {readonly AppliedFault[]} faults
 */
export function countOfFaults(faults) {
  const over = faults.filter(isOver).length;
  const left = faults.length - over;
  const set = left === 0 ? 'no faults' : `${counted(left, 'fault')} set`;
  return over === 0 ? set : `${set}, ${over} over`;
}

/** @param {AppliedFault} fault */
export function textOfFault(fault) {
  const { fault: kind, name, endpoint, operationId, probability, times, ms, triggered } = fault;
  const rule = [
    name === undefined ? kind : `${kind} ${name}`,
    endpoint,
    operationId && shortHash(operationId),
    probability !== undefined && `probability ${probability}`,
    times !== undefined && counted(times, 'time'),
    ms !== undefined && `${ms} ms`,
  ].filter(Boolean);
  return `${rule.join(', ')}: triggered ${counted(triggered, 'time')}${isOver(fault) ? ', over' : ''}`;
}

/** @param {AppliedFault} fault */
function isOver({ times, triggered }) {
  return times !== undefined && triggered >= times;
}
