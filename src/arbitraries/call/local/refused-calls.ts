import fc, { type Arbitrary } from 'fast-check';
import type { BetaAsset, CallParams } from '../../request/request-constraints.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { methodName } from '../../values/method-name.js';
import { deliverableAssets } from './local-assets.js';
import type { CallableDeployment, LocalCall } from './local-call.js';
import { localCase } from './local-case.js';
import { bareName, methodSpelling } from './method-spelling.js';

type CallTuple = [target: string, methodName: string, text: string, assets: BetaAsset[]];

const anyArguments = hexBytes({ maxLength: 64 });
const someMethod = methodName().filter((name) => name !== '');

/** The methods of each target. */
function methodsOf({ contracts }: CallableDeployment): ReadonlyMap<string, readonly string[]> {
  const { swap, bounce, failing, gasBurner } = contracts.targets;
  return new Map([
    [bounce, ['bounce']],
    [swap, ['swap']],
    [failing, ['failWithReason', 'failWithCustomError', 'failWithPanic', 'failWithoutData', 'failWithData']],
    [gasBurner, ['burnGas', 'burnAndRefund']],
  ]);
}

/** Gives calls of methods that their target does not have. */
export function unknownMethods(local: CallableDeployment): Arbitrary<LocalCall> {
  const methods = methodsOf(local);
  const ofOthers = fc.constantFrom(...[...methods.values()].flat());
  return localCase<CallTuple>(local, {
    parts: fc
      .tuple(
        fc.constantFrom(...methods.keys()),
        fc.oneof(someMethod, ofOthers),
        anyArguments,
        deliverableAssets(local.tokens),
      )
      .filter(([target, name]) => methods.get(target)?.includes(bareName(name)) === false),
    write: ([target, name, text, assets]) => ({
      call: { target, arguments: text, methodName: name },
      assets,
      failure: {
        reason: `the target has no method ${bareName(name)}(bytes,bytes)`,
        explanation: 'the target does not have the method',
      },
    }),
    read: readCall,
  });
}

/** Gives calls of methods that decode their arguments, with fewer bytes than these take. */
export function cutArguments(local: CallableDeployment): Arbitrary<LocalCall> {
  const names = ['burnGas', 'burnAndRefund', 'swap', 'failWithReason', 'failWithCustomError'];
  const methods = [...methodsOf(local)];
  const targetOf = (name: string): string =>
    methods.find(([, ofTarget]) => ofTarget.includes(bareName(name)))?.[0] ?? '';
  return localCase<[methodName: string, text: string, assets: BetaAsset[]]>(local, {
    parts: fc.tuple(methodSpelling(...names), hexBytes({ maxLength: 31 }), deliverableAssets(local.tokens)),
    write: ([name, text, assets]) => ({
      call: { target: targetOf(name), arguments: text, methodName: name },
      assets,
      failure: {
        reason: 'execution reverted without data',
        explanation: 'the arguments are shorter than one word, so the method cannot decode them',
      },
    }),
    read: (call, assets) => {
      const [, name, text, list] = readCall(call, assets);
      return [name, text, list];
    },
  });
}

/** Gives calls of targets that are no contracts. */
export function targetsWithoutCode(local: CallableDeployment): Arbitrary<LocalCall> {
  const { layer, targets } = local.contracts;
  const contracts = [layer, ...Object.values(targets), ...local.tokens.map(({ alpha }) => alpha)];
  const taken = new Set(contracts.map((address) => address.toLowerCase()));
  return localCase<CallTuple>(local, {
    parts: fc.tuple(
      alphaAddress().filter((address) => !taken.has(address.toLowerCase())),
      fc.oneof(methodSpelling('bounce', 'swap'), someMethod),
      anyArguments,
      deliverableAssets(local.tokens),
    ),
    write: ([target, name, text, assets]) => ({
      call: { target, arguments: text, methodName: name },
      assets,
      failure: {
        reason: { errorName: 'TargetHasNoCode', args: [target] },
        explanation: 'there is no contract at the target',
      },
    }),
    read: readCall,
  });
}

function readCall(call: CallParams, assets: readonly BetaAsset[]): CallTuple {
  const { target = '', arguments: text = '', methodName: name = '' } = call;
  return [target, name, text, [...assets]];
}
