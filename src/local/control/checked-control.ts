import { z } from 'zod';
import { neutralChains } from '../../contract/chains.js';
import { type Conventions, practice } from '../../contract/conventions.js';
import { refuseFaults } from '../../errors/refuse-faults.js';
import { UsageError } from '../../errors/usage-error.js';
import { latestDateMs } from '../../internal/clock.js';
import { numberFrom, type OptionFault, optionFaults } from '../../internal/options.js';
import { shapeFaults } from '../../internal/shape-faults.js';
import { faultRuleFaults } from '../faults/fault-rule-faults.js';
import type { LocalControl } from '../local-control.js';
import { createRequestCheck } from '../server/request-check.js';
import { integerWithin } from '../shapes/number-shapes.js';
import { operationIdSchema } from '../shapes/operation-id-schema.js';
import { chainSettingsRules } from '../source-chain/chain-settings.js';
import { executionFailureSchema, legSchema } from './control-schemas.js';

const leg = z.strictObject({ leg: legSchema.optional() });
const query = z.strictObject({
  stage: z.enum(practice.stages).optional(),
  limit: integerWithin(1, 1000).optional(),
  before: operationIdSchema.optional(),
});
/** What the deployment named, and so nothing that means something in a path. */
const givenName = z.string().regex(/^\w[\w-]*$/, 'must be a name that the deployment gave');

/** Adds to a control that what it is given is looked at first, so that each misuse is told in one way everywhere. */
export function checkedControl(control: LocalControl, conventions: Conventions): LocalControl {
  const requests = createRequestCheck(neutralChains, conventions);
  const withId =
    <Rest extends unknown[], Result>(
      what: string,
      call: (operationId: string, ...rest: Rest) => Promise<Result>,
      restFaults: (...rest: Rest) => OptionFault[] = () => [],
    ) =>
    async (operationId: string, ...rest: Rest): Promise<Result> => {
      const faults = [...shapeFaults(operationIdSchema, operationId, 'operationId'), ...restFaults(...rest)];
      refuseFaults(`${what} is asked for badly`, faults);
      return call(operationId, ...rest);
    };

  return {
    ...control,
    async submit(request) {
      const faults = requests.faultsOf(request, 'the request');
      if (faults.length > 0) throw new UsageError('The request is not valid; nothing was submitted', faults);
      return control.submit(request);
    },
    async advance(ms) {
      refuseFaults('advance takes milliseconds', optionFaults({ ms }, { ms: numberFrom(0, latestDateMs) }));
      await control.advance(ms);
    },
    async configure(settings) {
      refuseFaults('The settings are not good', optionFaults(settings, chainSettingsRules));
      return control.configure(settings);
    },
    failExecution: withId('A failure', control.failExecution, (failure) =>
      shapeFaults(executionFailureSchema.optional(), failure, 'failure'),
    ),
    rollBack: withId('A rollback', control.rollBack),
    reorganise: withId('A reorganisation', control.reorganise),
    proof: withId('A proof', control.proof, (of) => shapeFaults(leg, { leg: of })),
    operation: withId('An operation', control.operation),
    async operations(asked = {}) {
      refuseFaults('The operations are asked for badly', shapeFaults(query, asked, 'query'));
      return control.operations(asked);
    },
    async restore(snapshot) {
      refuseFaults('A snapshot is asked for badly', shapeFaults(givenName, snapshot, 'snapshot'));
      await control.restore(snapshot);
    },
    async setFault(rule) {
      refuseFaults('The fault cannot be set', faultRuleFaults(rule));
      return control.setFault(rule);
    },
    async clearFaults(faultId) {
      refuseFaults('A fault is named badly', shapeFaults(givenName.optional(), faultId, 'faultId'));
      await control.clearFaults(faultId);
    },
  };
}
