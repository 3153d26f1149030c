import { z } from 'zod';
import { type Conventions, defaultConventions, type RequestFieldPath } from './conventions.js';
import { requestFields } from './formats.js';

/** The conventions that a request is held against. */
export type RequestSchemaConventions = Pick<Conventions, 'requiredRequestFields' | 'requestValidation'> & {
  readonly additionalRequestMembers?: Conventions['additionalRequestMembers'] | undefined;
};

/**
 * Builds the schema of a simulation request (section 2.1) for one deployment's conventions: which fields are
 * required and which form their strings have. Unknown members are refused, so that a misspelt field is not ignored,
 * unless the convention `additionalRequestMembers` allows them.
 */
export function simulationRequestSchema(conventions: RequestSchemaConventions = defaultConventions) {
  const field = optionalUnless(conventions.requiredRequestFields);
  const fields = requestFields(conventions.requestValidation);

  const alphaCallParams = requestObject(conventions, {
    /** Target address of the call: `0x` and 40 hex digits in practice. Section 2.1, `alphaCallParams.target`. */
    target: field('alphaCallParams.target', fields.alphaAddress),
    /** Encoded call arguments: hex bytes in practice. Section 2.1, `alphaCallParams.arguments`. */
    arguments: field('alphaCallParams.arguments', fields.hexBytes),
    /** Name of the method: bare or with `(bytes,bytes)` in practice. Section 2.1, `alphaCallParams.methodName`. */
    methodName: field('alphaCallParams.methodName', fields.methodName),
  });
  const betaAsset = requestObject(conventions, {
    /** Amount of the asset: a decimal string of base units in practice. Section 2.1, `betaAssets[].amount`. */
    amount: field('betaAssets[].amount', fields.amount),
    /** Address of the token; absent or empty is the native coin in practice. Section 2.1, `betaAssets[].tokenAddress`. */
    tokenAddress: field('betaAssets[].tokenAddress', fields.betaToken),
  });

  return requestObject(conventions, {
    /** Shards key of the call: a uint64 as decimal string in practice. Section 2.1, `shardsKey`. */
    shardsKey: field('shardsKey', fields.shardsKey),
    /** Call to simulate on the destination chain. Section 2.1, `alphaCallParams`. */
    alphaCallParams: field(
      'alphaCallParams',
      conventions.requestValidation === 'strict'
        ? alphaCallParams.refine(namesItsMethod, {
            path: ['methodName'],
            message: 'must be given with arguments',
          })
        : alphaCallParams,
    ),
    /** Assets sent from the source chain with the call. Section 2.1, `betaAssets`. */
    betaAssets: field('betaAssets', z.array(betaAsset)),
    /** Caller address on the source chain. Section 2.1, `betaCaller`. */
    betaCaller: field('betaCaller', fields.betaAddress),
    /** Executor address; absent or empty lets the deployment choose in practice. Section 2.1, `executorAddress`. */
    executorAddress: field('executorAddress', fields.optionalAlphaAddress),
    /** Additional data: hex bytes in practice. Section 2.1, `extraData`. */
    extraData: field('extraData', fields.hexBytes),
    /** Asset in which the fee is paid; empty is the native coin in practice. Section 2.1, `feeAssetAddress`. */
    feeAssetAddress: field('feeAssetAddress', fields.betaToken),
  });
}

/**
 * A simulation request with neutral chain names (section 2.1). Which fields are required is not shown: the type
 * requires none, the deployment's `requiredRequestFields` decides when the request is sent.
 */
export type SimulationRequest = z.input<ReturnType<typeof simulationRequestSchema>>;

/** An object of a request; the types name no members beside its own, whatever the convention allows. */
export function requestObject<Shape extends z.ZodRawShape>(
  { additionalRequestMembers = 'reject' }: Pick<RequestSchemaConventions, 'additionalRequestMembers'>,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return additionalRequestMembers === 'allow'
    ? (z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strict>)
    : z.strictObject(shape);
}

/** What a field is required for is known when a deployment is defined, so the types say "optional" of every field. */
function optionalUnless(required: readonly RequestFieldPath[]) {
  return <T extends z.ZodType>(path: RequestFieldPath, type: T): z.ZodOptional<T> =>
    required.includes(path) ? (type as unknown as z.ZodOptional<T>) : type.optional();
}

/** Tells whether a call names a method where it has arguments for one. Assumption. */
export function namesItsMethod(call: {
  arguments?: string | undefined;
  methodName?: string | undefined;
}): boolean {
  return !call.arguments || call.arguments === '0x' || !!call.methodName;
}
