import { z } from 'zod';
import { defaultConventions } from '../../contract/conventions.js';
import { neutralRequest } from '../../contract/dialect.js';
import type { Deployment } from '../../deployment/deployment.js';
import { refreshLocal } from '../../deployment/local-state.js';
import { UsageError } from '../../errors.js';
import { latestDateMs } from '../../internal/clock.js';
import {
  assertNoIssues,
  number,
  type OptionIssue,
  optionIssues,
  parseOptions,
} from '../../internal/options.js';
import { type FaultRule, faultRuleIssues } from '../faults/fault-rule.js';
import { interceptorIssues } from '../faults/interceptor.js';
import type { BareControl, LocalControl, LocalFault } from '../local-control.js';
import { createRequestCheck } from '../server/request-check.js';
import { integerWithin } from '../shapes/number-shapes.js';
import { operationIdSchema } from '../shapes/operation-id-schema.js';
import { chainSettingsSchema } from '../source-chain/chain-settings.js';
import { createWireNames } from '../wire-names.js';
import { directionSchema, executionFailureSchema } from './control-schemas.js';
import { renameFields } from './rename-fields.js';

const advance = z.strictObject({ ms: number(0, latestDateMs) });
const direction = z.strictObject({ direction: directionSchema.optional() });
/** What operations may be asked for: stages by their neutral names, and by those of the deployment. */
const queryOf = (stages: readonly string[]) =>
  z.strictObject({
    stage: z.enum(stages).optional(),
    limit: integerWithin(1, 1000).optional(),
    before: operationIdSchema.optional(),
  });
/** What the deployment named, and so nothing that means something in a path. */
const givenName = z.string().regex(/^\w[\w-]*$/, 'must be a name that the deployment returned');

/** Completes a control, and adds validation to it, so that each misuse has the same message everywhere. */
export function checkedControl(control: BareControl, deployment: Deployment): LocalControl {
  const { chains, conventions, dialect } = deployment;
  const requests = createRequestCheck(chains, conventions);
  const names = createWireNames(deployment);
  const query = queryOf([...new Set([...names.stages, ...defaultConventions.stages])]);
  const fixtures = new Map<unknown, { readonly snapshot: string; readonly value: unknown }>();
  const changeFaults = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change;
    await refreshLocal(deployment);
    return result;
  };
  const restore = (snapshot: string): Promise<void> => changeFaults(control.restore(snapshot));
  const clearable = async (setting: Promise<string>): Promise<LocalFault> => {
    const faultId = await changeFaults(setting);
    const clear = async (): Promise<void> => {
      const set = await control.faults();
      if (set.some((fault) => fault.faultId === faultId)) await changeFaults(control.clearFaults(faultId));
    };
    return { faultId, clear, [Symbol.asyncDispose]: clear };
  };
  const setFault = async (rule: FaultRule): Promise<LocalFault> => {
    assertNoIssues('The fault cannot be set', faultRuleIssues(rule));
    return clearable(control.setFault(rule));
  };
  const withId =
    <Rest extends unknown[], Result>(
      what: string,
      call: (operationId: string, ...rest: Rest) => Promise<Result>,
      restFaults: (...rest: Rest) => OptionIssue[] = () => [],
    ) =>
    async (operationId: string, ...rest: Rest): Promise<Result> => {
      const faults = [...optionIssues(operationIdSchema, operationId, 'operationId'), ...restFaults(...rest)];
      assertNoIssues(`${what} has invalid arguments`, faults);
      return call(operationId, ...rest);
    };

  return {
    ...control,
    async submit(request) {
      const isObject = typeof request === 'object' && request !== null && !Array.isArray(request);
      const neutral = isObject ? neutralRequest(request, chains) : request;
      const faults = requests.faultsOf(isObject ? dialect.toWireRequest(neutral) : request, 'the request');
      if (faults.length > 0) throw new UsageError('The request is not valid; nothing was submitted', faults);
      try {
        return await control.submit(neutral);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        throw new UsageError(renameFields(error.message, chains), [], error);
      }
    },
    async advance(ms) {
      parseOptions('advance has an invalid argument', advance, { ms });
      await control.advance(ms);
    },
    async configure(settings) {
      parseOptions('configure has invalid settings', chainSettingsSchema.partial(), settings);
      return control.configure(settings);
    },
    failExecution: withId('failExecution', control.failExecution, (failure) =>
      optionIssues(executionFailureSchema.optional(), failure, 'failure'),
    ),
    rollBack: withId('rollBack', control.rollBack),
    reorganise: withId('reorganise', control.reorganise),
    proof: withId('proof', control.proof, (of) => optionIssues(direction, { direction: of })),
    operation: withId('operation', control.operation),
    async operations(asked = {}) {
      assertNoIssues('operations has an invalid query', optionIssues(query, asked, 'query'));
      const stage = names.stageOf(asked.stage ?? '');
      return control.operations(stage === undefined ? asked : { ...asked, stage });
    },
    async restore(snapshot) {
      assertNoIssues('restore has an invalid argument', optionIssues(givenName, snapshot, 'snapshot'));
      await restore(snapshot);
    },
    async loadFixture<Result>(fixture: () => Promise<Result> | Result): Promise<Result> {
      // A function that is written in the call is another one each time.
      if (typeof fixture !== 'function' || fixture.name === '')
        throw new UsageError('loadFixture takes a named function, which is the same for each test');
      const loaded = fixtures.get(fixture);
      if (loaded !== undefined) {
        await restore(loaded.snapshot);
        return loaded.value as Result;
      }
      const value = await fixture();
      fixtures.set(fixture, { snapshot: await control.snapshot(), value });
      return value;
    },
    setFault,
    async intercept(interceptor) {
      assertNoIssues('The interceptor cannot be set', interceptorIssues(interceptor));
      return clearable(control.intercept(interceptor));
    },
    async withFault(rule, run) {
      const fault = await setFault(rule);
      try {
        return await run();
      } finally {
        await fault.clear();
      }
    },
    async clearFaults(faultId) {
      assertNoIssues(
        'clearFaults has an invalid argument',
        optionIssues(givenName.optional(), faultId, 'faultId'),
      );
      await changeFaults(control.clearFaults(faultId));
    },
  };
}
