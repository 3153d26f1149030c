import fc, { type Arbitrary } from 'fast-check';
import type { BetaAsset } from '../../request/request-constraints.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { deliverableAssets, modestAsset } from './local-assets.js';
import type { CallableDeployment, LocalCall } from './local-call.js';
import { localCase } from './local-case.js';
import { methodSpelling } from './method-spelling.js';

/** Gives calls that send none, one or many assets back, with a payload. */
export function bounces(local: CallableDeployment): Arbitrary<LocalCall> {
  const target = local.contracts.targets.bounce;
  return localCase<[methodName: string, payload: string, assets: BetaAsset[]]>(local, {
    parts: fc.tuple(methodSpelling('bounce'), hexBytes({ maxLength: 64 }), deliverableAssets(local.tokens)),
    write: ([methodName, payload, assets]) => ({ call: { target, arguments: payload, methodName }, assets }),
    read: ({ arguments: payload = '', methodName = '' }, assets) => [methodName, payload, [...assets]],
  });
}

/** Gives calls without a method, which only deliver the assets, to whatever address. */
export function deliveries(local: CallableDeployment): Arbitrary<LocalCall> {
  const { targets } = local.contracts;
  const receivers = fc.oneof(fc.constantFrom(...Object.values(targets)), alphaAddress());
  return localCase<[target: string, methodName: '' | undefined, assets: BetaAsset[]]>(local, {
    parts: fc.tuple(
      receivers,
      fc.constantFrom<'' | undefined>(undefined, ''),
      // What is delivered to the pool stays there, and much of it would change the rate of all further swaps.
      fc.array(modestAsset(local.tokens), { maxLength: 4 }),
    ),
    write: ([target, methodName, assets]) => ({
      call: methodName === undefined ? { target } : { target, arguments: '0x', methodName },
      assets,
    }),
    read: ({ target = '', methodName }, assets) => [target, methodName as '' | undefined, [...assets]],
  });
}
