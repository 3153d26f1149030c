import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { SimulationRequest } from '../../../contract/simulation-request.js';
import { constantsOr } from '../../drawing/constants-or.js';
import { members } from '../../drawing/members.js';
import type { BetaAsset, CallParams } from '../../request/request-constraints.js';
import { betaAddress } from '../../values/beta-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { shardsKey } from '../../values/shards-key.js';
import type { CallableDeployment, LocalCall, LocalCallFailure } from './local-call.js';

/** The fields of a request that no target looks at. */
export type Envelope = Omit<SimulationRequest, 'alphaCallParams' | 'betaAssets'>;

/** What the parts of a case make. */
export interface CaseContent {
  readonly call: CallParams;
  readonly assets: BetaAsset[];
  readonly failure?: LocalCallFailure | undefined;
}

/** A kind of call of which the outcome is known. */
export interface LocalCase<Parts> {
  readonly parts: Arbitrary<Parts>;
  readonly write: (parts: Parts, envelope: Envelope) => CaseContent;
  /** The parts that would write such a call. It may guess: what they write is held against the call. */
  readonly read: (call: CallParams, assets: readonly BetaAsset[]) => Parts;
  /** Default: {@link envelopeOf}. */
  readonly envelope?: Arbitrary<Envelope>;
}

/** Gives the calls of a case. */
export function localCase<Parts>(local: CallableDeployment, theCase: LocalCase<Parts>): Arbitrary<LocalCall> {
  const { parts, write: writeContent, read: readParts, envelope = envelopeOf(local) } = theCase;
  const write = ([around, inside]: [Envelope, Parts]): LocalCall => {
    const { call, assets, failure } = writeContent(inside, around);
    const { shardsKey: key, ...others } = around;
    return { request: { shardsKey: key, alphaCallParams: call, betaAssets: assets, ...others }, failure };
  };
  const read = (value: unknown): [Envelope, Parts] => {
    const { request, failure } = value as LocalCall;
    const { alphaCallParams = {}, betaAssets = [], ...around } = request;
    const read: [Envelope, Parts] = [around, readParts(alphaCallParams, betaAssets)];
    if (!isDeepStrictEqual(write(read), { request, failure })) throw new TypeError('not a call of this case');
    return read;
  };
  return fc.tuple(envelope, parts).map(write, read);
}

/** Gives the fields around a call: any shards key, sample callers and others, and an executor who may deliver. */
export function envelopeOf(
  { callers, executors, tokens }: CallableDeployment,
  executorAddress: Arbitrary<string | undefined> = fc.constantFrom(undefined, '', ...executors),
): Arbitrary<Envelope> {
  return members<Envelope>({
    shardsKey: shardsKey(),
    betaCaller: constantsOr(callers, betaAddress(), 1),
    executorAddress,
    extraData: constantsOr([undefined], hexBytes({ maxLength: 64 }), 1),
    feeAssetAddress: fc.constantFrom(undefined, '', ...tokens.map(({ beta }) => beta)),
  });
}
