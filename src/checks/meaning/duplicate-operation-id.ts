import { printText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { firstRepeated } from '../first-repeated.js';
import { judgeSimulations } from './judge-meaning.js';

/** Each outgoing message has an operation id of its own. */
export const duplicateOperationId: Check = {
  name: 'duplicate-operation-id',
  family: 'meaning',
  severity: 'critical',
  about: 'Two outgoing messages of a simulation must not have the same operation id.',
  source: 'section 2.2; that an id is of one message: assumption',
  judge: judgeSimulations(({ outMessages }) => {
    const repeated = firstRepeated(outMessages, ({ operationId }) => operationId);
    if (repeated === undefined) return undefined;
    return {
      path: 'response.outMessages[].operationId',
      class: 'repeated',
      message: `expected an operation id of its own for each outgoing message, got ${printText(repeated)} twice`,
    };
  }),
};
