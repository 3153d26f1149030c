import { createRequire } from 'node:module';
import type { Arbitrary } from 'fast-check';
import {
  type CaseGrowth,
  type CasePlan,
  type FuzzedCall,
  type HttpCaseRequest,
  inclusionRequest,
  inSequence,
  unknownInclusionRequest,
} from '../../case/case-plan.js';
import { completedFor, stepsTo } from '../../contract/request-places.js';
import {
  type BetaAsset,
  extendedMembers,
  hasWhatItNeeds,
  type LooseSimulationRequest,
  manyAssets,
  type RequestFieldPath,
  requestFields,
  requestTexts,
  type TextField,
} from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { memberAt, withMemberAt } from '../../internal/json.js';
import { exampleOf, isOptional, knownValues } from '../../internal/schema-introspection.js';
import { boundaryCases, builtInSources } from './endpoint-cases.js';
import { sampleCall, sampleCalls, simulateRequest, simulationOracle, unspecified } from './oracles.js';
import { listedPhase, type Phase, type PhaseContext, singleRequestCase } from './phase.js';

// Node.js finds no named exports in this CommonJS module, and test runners differ in its default export.
const require = createRequire(import.meta.url);
const { make } = require('covertable') as typeof import('covertable');

/**
 * Creates the phase that covers the fields of a request: each at its boundaries, pairs of states of the optional fields,
 * calls of each target with arguments of each kind, and requests that grow in one dimension.
 */
export function createCoveragePhase(context: PhaseContext): Phase {
  const { calls, deployment } = context;
  const { request } = sampleCall(calls);
  const growing = growthCases(request, deployment);
  const boundaries = builtInSources(context).flatMap(boundaryCases);
  const cases = [
    // First, because the end is left out if there are few cases.
    ...growing.likely,
    ...callShapeCases(calls, deployment),
    ...optionalFieldCases(request, deployment),
    ...growing.others,
    ...boundaries.map(({ kind, request }) => singleRequestCase('coverage', kind, request)),
  ];
  return listedPhase('coverage', cases);
}

/** Medians are robust from three samples on; more would slow down slow services. */
const rounds = 3;

/** Sizes that services commonly accept: practice, because the interface states no limits (section 8). */
const assetCounts = [16, 32, 64, 128, 256];
const textLengths = [4_096, 8_192, 16_384, 32_768, 65_536];
/** A query is in the head of a request, which servers limit to 8 to 16 KiB. */
const queryLengths = [256, 512, 1_024, 2_048, 4_096];
const depths = [4, 8, 16, 30];
/** Beyond the limit of many servers, which should reject it at once. */
const greatDepths = [64, 128, 256, 512, 1_024];

/** The fields without a length limit, and those with a fixed length. */
const payloadFields = requestTexts.filter(({ field }) => field.format.isUnbounded);
const shortFields = requestTexts.filter(({ field }) => !field.format.isUnbounded);

/** Cases that measure how the response time grows with one dimension of the request, the likely ones separately. */
interface GrowthCases {
  readonly likely: readonly CasePlan[];
  /** Texts of a fixed length, too long, and the operation id: mostly rejected at once. */
  readonly others: readonly CasePlan[];
}

/** Lists the cases of one call that grow: the number of assets, each text, the depth of nesting, and the operation id. */
function growthCases(request: LooseSimulationRequest, deployment: Deployment): GrowthCases {
  const oracle = simulationOracle(deployment);
  const simulated = (grown: LooseSimulationRequest, mutation: string): HttpCaseRequest =>
    simulateRequest(grown, oracle(grown, mutation), deployment);
  const ofField = (
    dimension: CaseGrowth['dimension'],
    path: RequestFieldPath,
    sizes: readonly number[],
    grownTo: (size: number) => unknown,
    mutation = 'very-long',
  ): CasePlan => {
    const rest = completedFor(path, request, deployment.conventions);
    const grown = (size: number): LooseSimulationRequest =>
      withMemberAt(rest, stepsTo(path), grownTo(size)) as LooseSimulationRequest;
    return growthCase(dimension, path, sizes, simulated(rest, 'given'), (size) =>
      simulated(grown(size), mutation),
    );
  };
  const ofText = ({ path, field }: (typeof requestTexts)[number]): CasePlan =>
    ofField('text', path, textLengths, field.format.sized);
  const ofDepth = (sizes: readonly number[]): CasePlan =>
    ofField('depth', 'extraData', sizes, nested, 'deeply-nested');
  return {
    likely: [
      ofField('assets', 'betaAssets', assetCounts, manyAssets, 'many-assets'),
      ...payloadFields.map(ofText),
      ofDepth(depths),
    ],
    others: [...shortFields.map(ofText), ofDepth(greatDepths), operationIdCase(deployment)],
  };
}

function operationIdCase(deployment: Deployment): CasePlan {
  const expect =
    deployment.conventions.requestValidation === 'off'
      ? unspecified
      : ({
          kind: 'rejected',
          mutation: 'wrong-length',
          path: 'operationId',
          reason: 'The operation id is too long.',
        } as const);
  const unknown = unknownInclusionRequest(deployment);
  return growthCase('text', 'operationId', queryLengths, unknown, (length) =>
    inclusionRequest(`0x${'0'.repeat(length)}`, expect, deployment),
  );
}

/** Sends each size once per round, right after the baseline, in ascending order and then descending, so that drift cancels out. */
function growthCase(
  dimension: CaseGrowth['dimension'],
  path: string,
  sizes: readonly number[],
  baseline: HttpCaseRequest,
  grown: (size: number) => HttpCaseRequest,
): CasePlan {
  const requests = new Map(sizes.map((size) => [size, grown(size)]));
  const order = Array.from({ length: rounds }, (_, round) =>
    (round % 2 === 0 ? sizes : sizes.toReversed()).flatMap((size) => [0, size]),
  ).flat();
  return {
    phase: 'coverage',
    kind: 'growth',
    steps: inSequence(order.map((size) => requests.get(size) ?? baseline)),
    growth: { dimension, path, sizes: order },
  };
}

/** Nested lists. The object around them adds one level. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 2; level <= depth; level++) value = [value];
  return value;
}

/** The number of calls that are sampled for their targets, methods and tokens. */
const sampledCalls = 50;
const maxTargets = 6;

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
 * arguments of each kind and two to four assets. Their results are not known.
 */
function callShapeCases(calls: Arbitrary<FuzzedCall>, deployment: Deployment): CasePlan[] {
  if (deployment.conventions.requestValidation === 'off') return [];
  const oracle = simulationOracle(deployment);
  const generated = sampleCalls(calls, sampledCalls);
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

/** Returns the calls of each target, the most frequent first. Leaves out addresses that are called once, and boundary values. */
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
    .slice(0, maxTargets);
}

/** Returns an asset of each token. Leaves out calls that are known to fail, because the asset may be the reason. */
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

/** Lists requests in which each state of an optional field meets each state of every other one. */
function optionalFieldCases(request: LooseSimulationRequest, deployment: Deployment): CasePlan[] {
  const oracle = simulationOracle(deployment);
  return make(statesOf(request, deployment)).map((states) => {
    const combined = Object.entries(states).reduce(
      (whole, [path, value]) => withMemberAt(whole, stepsTo(path), value) as LooseSimulationRequest,
      request,
    );
    // It cannot be invalid for another reason.
    const { members } = requestFields.alphaCallParams;
    const isComplete = hasWhatItNeeds(members, combined.alphaCallParams ?? {});
    const mutation = isComplete ? 'missing' : members.arguments.needs.mutation;
    return singleRequestCase(
      'coverage',
      'optional-fields',
      simulateRequest(combined, oracle(combined, mutation), deployment),
    );
  });
}

/** The states of fields that may be optional; undefined is absent. The conventions determine which are required (section 2.1). */
function statesOf(request: LooseSimulationRequest, { conventions }: Deployment): Record<string, unknown[]> {
  const optional = requestTexts.filter(({ path, field }) => !field.required && !path.includes('[]'));
  const states = optional.map(({ path, field }): [string, unknown[]] => {
    const given = memberAt(request, stepsTo(path));
    const present =
      typeof given === 'string' && given !== '' && given !== field.default ? given : presentText(field);
    return [
      path,
      [
        undefined,
        field.default,
        ...(field.format.name === 'method-name' ? field.format.spellings(present) : [present]),
      ],
    ];
  });
  const extended = Object.entries(extendedMembers('', conventions))
    .filter(([, schema]) => isOptional(schema))
    .map(([name, schema]) => [name, [undefined, exampleOf(schema), ...(knownValues(schema) ?? [])]]);
  return { ...Object.fromEntries([...states, ...extended]), betaAssets: assetStates };
}

/** A text that differs in meaning from an absent field. */
function presentText({ format, default: none }: TextField): string {
  const [, example] = format.examples;
  return example === none ? format.examples[0] : example;
}

const tokenAddress = `0:${'11'.repeat(32)}`;
const assetStates = [
  [],
  [{ amount: '1' }],
  [{ amount: '1', tokenAddress: '' }],
  [{ amount: '1', tokenAddress }],
  [{ amount: '1' }, { amount: '0', tokenAddress }],
];
