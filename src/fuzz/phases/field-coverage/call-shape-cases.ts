import fc, { type Arbitrary } from 'fast-check';
import type { CasePlan } from '../../../checks/case/case-plan.js';
import {
  type BetaAsset,
  type LooseSimulationRequest,
  requestFields,
} from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import type { FuzzedCall } from '../../campaign-options.js';
import { simulateRequest, simulationOracle } from '../simulate-call.js';
import { singleRequestCase } from '../single-request-case.js';

/** So many calls show the targets, methods and tokens of a campaign. */
const draws = 50;
const mostTargets = 6;

const { methodName } = requestFields.alphaCallParams.members;

/** Arguments of several lengths and kinds: none, bytes that fill no word, words, and many bytes. */
const argumentTexts = [
  '0x',
  '0x00',
  `0x${'ff'.repeat(31)}`,
  `0x${'1'.padStart(64, '0')}`,
  `0x${'80'.padEnd(64, '0')}5a`,
  `0x${'40'.padStart(64, '0')}${'7'.padStart(64, '0')}`,
  `0x${Buffer.from('Grüße, 世界! '.repeat(7)).toString('hex')}`,
  `0x${Array.from({ length: 257 }, (_, at) => ((at * 73 + 41) % 256).toString(16).padStart(2, '0')).join('')}`,
];

/**
 * Lists calls of each target that generated calls have in common: its methods, bare and with their parameters, with
 * arguments of each kind and two to four assets. Nothing is known of their results.
 */
export function callShapeCases(calls: Arbitrary<FuzzedCall>, deployment: Deployment): CasePlan[] {
  if (deployment.conventions.requestValidation === 'off') return [];
  const oracle = simulationOracle(deployment);
  const generated = fc.sample(calls, { numRuns: draws, seed: 1 });
  const tokens = tokensOf(generated);
  return targetsOf(generated).flatMap((ofTarget) => {
    const [first] = ofTarget;
    const methods = [...new Set(ofTarget.flatMap(({ alphaCallParams: call }) => call?.methodName || []))];
    const spellings = [...new Set(methods.map(bare))].flatMap((name) => methodName.format.spellings(name));
    return argumentTexts.map((text, row) => {
      const request: LooseSimulationRequest = {
        ...first,
        alphaCallParams: {
          target: first?.alphaCallParams?.target,
          arguments: text,
          methodName: spellings[row % spellings.length] ?? '',
        },
        betaAssets: Array.from(
          { length: 2 + (row % 3) },
          (_, at) => tokens[(row + at) % tokens.length] as BetaAsset,
        ),
      };
      return singleRequestCase(
        'coverage',
        'call-shape',
        simulateRequest(request, oracle(request, 'given'), deployment),
      );
    });
  });
}

/** The calls of each target, the most frequent first. An address that is called once, or a boundary of addresses, is no target. */
function targetsOf(calls: readonly FuzzedCall[]): LooseSimulationRequest[][] {
  const byTarget = new Map<string, LooseSimulationRequest[]>();
  for (const { request } of calls) {
    const { target, methodName: method } = request.alphaCallParams ?? {};
    if (!target || !method || new Set(target.slice(2)).size === 1) continue;
    byTarget.set(target.toLowerCase(), [...(byTarget.get(target.toLowerCase()) ?? []), request]);
  }
  return [...byTarget.values()]
    .filter(({ length }) => length > 1)
    .sort((one, other) => other.length - one.length)
    .slice(0, mostTargets);
}

/** An asset of each token. Of calls that are known to fail, the asset may be why. */
function tokensOf(calls: readonly FuzzedCall[]): BetaAsset[] {
  const assets = calls.flatMap(({ request, succeeds }) =>
    succeeds === false ? [] : (request.betaAssets ?? []),
  );
  const byToken = new Map(assets.map((asset) => [asset.tokenAddress ?? '', asset]));
  return byToken.size > 0 ? [...byToken.values()] : [{ amount: '1' }];
}

function bare(name: string): string {
  return name.replace(/\(.*$/s, '');
}
