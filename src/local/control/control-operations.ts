import { z } from 'zod';
import { latestDateMs } from '../../internal/clock.js';
import { faultRuleSchema } from '../faults/fault-rule.js';
import { interceptorSchema } from '../faults/interceptor.js';
import type { ServedDeployment } from '../server/read-request.js';
import { operationIdSchema } from '../shapes/operation-id-schema.js';
import { chainSettingsSchema } from '../source-chain/chain-settings.js';
import { controlOperation } from './control-operation.js';
import {
  appliedFaultSchema,
  clockSchema,
  directionSchema,
  epochRootSchema,
  executionFailureSchema,
  integerText,
  knownFaultSchema,
  proofSchema,
  wireSchemas,
} from './control-schemas.js';
import { descriptionSchema } from './description-schema.js';

const operationId = { operationId: operationIdSchema };
const unknownOperation = { 404: 'There is no such operation.' };
const nothing = z.strictObject({});
const noMilliseconds = `must be a number from 0 to ${latestDateMs}`;
const milliseconds = z.strictObject({
  ms: z.number(noMilliseconds).min(0, noMilliseconds).max(latestDateMs, noMilliseconds),
});

/** The first operation to call, because it has the same names in every deployment. */
export const descriptionOperation = controlOperation({
  method: 'GET',
  path: '/deployment',
  summary: 'Tells what there is in the deployment: URLs, names, contracts, tokens, accounts.',
  answer: descriptionSchema,
});

/** The operations of the control listener of a deployment, with its names of chains and stages. */
export function controlOperations(served: ServedDeployment) {
  const { request, stage, operation } = wireSchemas(served);
  return {
    description: descriptionOperation,
    submit: controlOperation({
      method: 'POST',
      path: '/operations',
      summary: 'Submits an operation on the source chain: a simulation request that is carried out.',
      body: request,
      answer: z.strictObject({ operationId: operationIdSchema }),
      rejections: { 409: 'The caller has less than it sends.' },
    }),
    operations: controlOperation({
      method: 'GET',
      path: '/operations',
      summary:
        'Lists operations, newest first: 100, or as many as `limit` says. It ends at 4 MiB of text and is not complete then; `before` goes on.',
      query: { stage, limit: integerText(1, 1000), before: operationIdSchema },
      answer: z.strictObject({ operations: z.array(operation), isComplete: z.boolean() }),
      rejections: { 404: 'There is no operation `before`.' },
    }),
    operation: controlOperation({
      method: 'GET',
      path: '/operations/{operationId}',
      summary: 'Tells all that an operation went through.',
      pathParameters: operationId,
      answer: operation,
      rejections: unknownOperation,
    }),
    proof: controlOperation({
      method: 'GET',
      path: '/operations/{operationId}/proof',
      summary: "Gives the Merkle proof of an operation's message, verified by the contract on the EVM.",
      pathParameters: operationId,
      query: { direction: directionSchema },
      answer: proofSchema,
      rejections: { ...unknownOperation, 409: 'Its message is in no tree yet.' },
    }),
    failExecution: controlOperation({
      method: 'POST',
      path: '/operations/{operationId}/fail-execution',
      summary: 'Makes the next execution of an operation on the destination chain fail.',
      pathParameters: operationId,
      body: executionFailureSchema.optional(),
      answer: operation,
      rejections: { ...unknownOperation, 409: 'It is executed already.' },
    }),
    rollBack: controlOperation({
      method: 'POST',
      path: '/operations/{operationId}/roll-back',
      summary: 'Sends the assets of a failed operation back over the return stages.',
      pathParameters: operationId,
      answer: operation,
      rejections: { ...unknownOperation, 409: 'There is nothing to roll back.' },
    }),
    reorganise: controlOperation({
      method: 'POST',
      path: '/operations/{operationId}/reorganise',
      summary: 'Withdraws the newest root that includes a message of an operation.',
      pathParameters: operationId,
      answer: operation,
      rejections: { ...unknownOperation, 409: 'There is no root to withdraw.' },
    }),
    clock: controlOperation({
      method: 'GET',
      path: '/clock',
      summary: 'Tells the time of the source chain.',
      answer: clockSchema,
    }),
    advance: controlOperation({
      method: 'POST',
      path: '/clock/advance',
      summary: 'Moves the time forward, and answers when everything due by then has happened.',
      body: milliseconds,
      answer: clockSchema,
      rejections: { 409: 'No date can be so late.' },
    }),
    freeze: controlOperation({
      method: 'POST',
      path: '/clock/freeze',
      summary: 'Makes the time stand still, apart from `advance`.',
      answer: clockSchema,
    }),
    resume: controlOperation({
      method: 'POST',
      path: '/clock/resume',
      summary: 'Lets time pass again, from where it stood.',
      answer: clockSchema,
      rejections: { 409: 'The clock is manual.' },
    }),
    settings: controlOperation({
      method: 'GET',
      path: '/settings',
      summary: 'Tells the length of epochs, of consensus and execution, and the quorum.',
      answer: chainSettingsSchema,
    }),
    configure: controlOperation({
      method: 'PATCH',
      path: '/settings',
      summary: 'Changes some of the settings. A new epochMs applies to the running epoch as well.',
      body: chainSettingsSchema.partial(),
      answer: chainSettingsSchema,
      rejections: { 409: 'The settings cannot be changed to this.' },
    }),
    snapshot: controlOperation({
      method: 'POST',
      path: '/snapshots',
      summary: 'Keeps the state of both chains and the faults.',
      answer: z.strictObject({ snapshot: z.string() }),
      rejections: { 409: 'The node cannot keep its state.' },
    }),
    restore: controlOperation({
      method: 'POST',
      path: '/snapshots/{snapshot}/restore',
      summary: 'Goes back to a snapshot, as often as it is asked.',
      pathParameters: { snapshot: z.string() },
      answer: clockSchema,
      rejections: {
        404: 'The snapshot does not exist, or not any more.',
        409: 'The node has dropped its state.',
      },
    }),
    roots: controlOperation({
      method: 'GET',
      path: '/roots',
      summary: 'Lists the roots of all epochs that had messages, newest first.',
      answer: z.strictObject({ roots: z.array(epochRootSchema) }),
    }),
    tree: controlOperation({
      method: 'GET',
      path: '/roots/{direction}/{epoch}/tree',
      summary: 'Gives the levels of a Merkle tree, leaves first; of a large one only those near the root.',
      pathParameters: { direction: directionSchema, epoch: integerText(0, Number.MAX_SAFE_INTEGER) },
      answer: z.strictObject({ levels: z.array(z.array(z.string())) }),
      rejections: { 404: 'The epoch has no tree.' },
    }),
    stateOverrides: controlOperation({
      method: 'GET',
      path: '/state-overrides',
      summary:
        "Gives what an `eth_call` at `evmRpcUrl` needs to see the deployment's contracts; null when nothing.",
      answer: z.strictObject({ stateOverrides: z.record(z.string(), z.unknown()).nullable() }),
    }),
    faults: controlOperation({
      method: 'GET',
      path: '/faults',
      summary:
        'Lists the faults and interceptors that are set, with how often each has triggered, and the faults that can be set.',
      answer: z.strictObject({
        seed: z.int(),
        faults: z.array(appliedFaultSchema),
        known: z.array(knownFaultSchema),
      }),
    }),
    setFault: controlOperation({
      method: 'POST',
      path: '/faults',
      summary: 'Sets a fault.',
      body: faultRuleSchema,
      answer: z.strictObject({ faultId: z.string() }),
      rejections: { 409: 'Too many are set.' },
    }),
    intercept: controlOperation({
      method: 'POST',
      path: '/interceptors',
      summary:
        'Sets an interceptor, which changes requests and answers. It is listed and taken back like a fault.',
      body: interceptorSchema,
      answer: z.strictObject({ faultId: z.string() }),
      rejections: { 409: 'Too many are set.' },
    }),
    clearFaults: controlOperation({
      method: 'DELETE',
      path: '/faults',
      summary: 'Takes all faults and interceptors back.',
      answer: nothing,
    }),
    clearFault: controlOperation({
      method: 'DELETE',
      path: '/faults/{faultId}',
      summary: 'Takes one fault or interceptor back.',
      pathParameters: { faultId: z.string() },
      answer: nothing,
      rejections: { 404: 'There is no such fault.' },
    }),
  };
}

/** All that the control listener does, by name. */
export type ControlOperations = ReturnType<typeof controlOperations>;
