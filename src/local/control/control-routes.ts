import { z } from 'zod';
import { defaultConventions } from '../../contract/conventions.js';
import { neutralRequest, wireRequestSchema } from '../../contract/dialect.js';
import type { Extension } from '../../contract/extension.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import {
  type ReceivedRequest,
  type ReceivedRequests,
  type ReceivedRequestsQuery,
  receivedQueryShape,
  receivedRequestSchema,
  type WireReceivedRequest,
} from '../../deployment/received-request.js';
import type { OpenApiDocument } from '../../endpoint/openapi.js';
import { latestDateMs } from '../../internal/clock.js';
import { parseLosslessJson } from '../../internal/json.js';
import { definedMembers, isObject, isPlainObject } from '../../internal/objects.js';
import { integer, number } from '../../internal/options.js';
import {
  type AppliedFault,
  appliedFaultSchema,
  type FaultRule,
  faultRuleIssues,
  faultRuleSchema,
} from '../faults/fault-rule.js';
import {
  type AnswerInterceptor,
  type Interceptor,
  interceptorIssues,
  interceptorSchema,
} from '../faults/interceptor.js';
import { knownFaultSchema, knownFaults } from '../faults/known-faults.js';
import {
  type ChainClock,
  canonicalOperationId,
  chainClockSchema,
  type Direction,
  defaultLimit,
  directionSchema,
  type EpochRoot,
  type ExecutionFailure,
  epochRootSchema,
  executionFailureSchema,
  type InclusionProof,
  inclusionProofSchema,
  type LocalOperation,
  type OperationsQuery,
  operationIdSchema,
  operationSchema,
  operationsQueryShape,
  pageOf,
  type Stage,
  UnknownOperationError,
  type WireOperation,
} from '../model/control-data.js';
import { descriptionSchema } from '../model/local-description.js';
import { Rejection } from '../model/rejection.js';
import { createWireNames, type ServedDeployment } from '../model/wire-names.js';
import { Content } from '../server/http-answer.js';
import { createRequestCheck } from '../server/request-body.js';
import { type ChainSettings, chainSettingsSchema } from '../source-chain/epochs.js';
import type { SourceChain } from '../source-chain/source-chain.js';
import { openApiDocument } from './control-openapi.js';
import { type ControlledDeployment, type GivenInput, maxSnapshots, route } from './declare-route.js';

/** The methods that control a local deployment, in its own process or through its control listener. */
export interface LocalControl {
  /**
   * Submits an operation on the source chain.
   *
   * @returns The operation id: `0x` and 64 hex digits. Each submission has its own.
   * @throws {UsageError} with every invalid field, when the request is not valid.
   * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED` or `DEPLOYMENT_ENGINE_FAILED`, as do all methods that use the
   * chains.
   */
  submit(request: LooseSimulationRequest): Promise<string>;
  /**
   * Moves the time of the source chain forward. Resolves when all epochs, votes and executions due by then have
   * happened, in order. Also works while the clock is frozen.
   *
   * @param ms - Milliseconds, zero or more.
   * @throws {UsageError} when `ms` is not such a number, or the resulting date is out of range.
   */
  advance(ms: number): Promise<void>;
  /** Returns the time of the source chain, and whether it is frozen. */
  clock(): Promise<ChainClock>;
  /** Freezes the time of the source chain. Only {@link LocalControl.advance} moves it then. */
  freeze(): Promise<void>;
  /** Lets time pass again, from the moment at which it was frozen. */
  resume(): Promise<void>;
  /** Returns the current settings of the source chain. */
  settings(): Promise<ChainSettings>;
  /**
   * Changes the duration of epochs, consensus or execution, or the quorum. A new epoch duration also applies to the
   * running epoch, which ends at once if it has already run for longer. Consensus and execution of epochs that have
   * ended keep their times.
   *
   * @returns All current settings.
   * @throws {UsageError} when a setting is unknown or invalid.
   */
  configure(changes: Partial<ChainSettings>): Promise<ChainSettings>;
  /**
   * Makes the next execution of an operation on the destination chain fail.
   *
   * @throws {UsageError} for an unknown id, or an operation that is already executed, as do the next three methods.
   */
  failExecution(operationId: string, failure?: ExecutionFailure): Promise<void>;
  /** Sends the assets of a failed operation back over the return stages. */
  rollBack(operationId: string): Promise<void>;
  /**
   * Withdraws the newest root that includes a message of the operation, as a chain reorganisation does. The operations
   * of that epoch are collected again, and their stage goes back.
   */
  reorganise(operationId: string): Promise<void>;
  /** Returns the Merkle proof of an operation's message, verified by the contract on the EVM. */
  proof(operationId: string, direction?: Direction): Promise<InclusionProof>;
  /**
   * Returns an operation.
   *
   * @throws {UsageError} for an unknown id.
   */
  operation(operationId: string): Promise<LocalOperation>;
  /** Returns the operations, newest first. */
  operations(query?: OperationsQuery): Promise<readonly LocalOperation[]>;
  /** Returns the roots of all epochs that had messages, newest first. */
  roots(): Promise<readonly EpochRoot[]>;
  /** Takes a snapshot of both chains and the faults, and returns its name. The newest 100 are kept. */
  snapshot(): Promise<string>;
  /**
   * Restores a snapshot. You can restore it any number of times.
   *
   * @throws {UsageError} when the snapshot is unknown, or no longer kept.
   */
  restore(snapshot: string): Promise<void>;
  /**
   * Brings the deployment to the state after a fixture, for each test anew: runs the fixture and takes a snapshot the first
   * time, and restores that snapshot from then on.
   *
   * @param fixture - A named function. Each function is a fixture of its own.
   * @returns What the fixture returned.
   * @throws {UsageError} when the function has no name, or its snapshot is no longer kept.
   * @example
   * async function withOperation() {
   *   return { operationId: await local.submit(request) };
   * }
   * const { operationId } = await local.loadFixture(withOperation);
   */
  loadFixture<Result>(fixture: () => Promise<Result> | Result): Promise<Result>;
  /**
   * Sets a fault. It stays until it is cleared: by its `clear`, by `await using`, or by {@link LocalControl.clearFaults}.
   *
   * @throws {UsageError} with every invalid member, or when 1,000 faults are set, including those that are over.
   * @example
   * const fault = await local.setFault({ fault: 'html' });
   * await fault.clear();
   */
  setFault(rule: FaultRule): Promise<LocalFault>;
  /**
   * Runs a function while a fault is set, and clears the fault afterwards, also if the function throws.
   *
   * @returns What the function returned.
   * @throws {UsageError} as {@link LocalControl.setFault} does.
   * @example
   * await local.withFault({ fault: 'html', endpoint: 'simulate' }, () => expect(request).not.toSimulateSuccessfully());
   */
  withFault<Result>(rule: FaultRule, run: () => Promise<Result> | Result): Promise<Result>;
  /**
   * Changes requests to the simulator and the observer, and their answers, as you say: their status, headers and body, when
   * they are sent, and whether at all. It stays until it is cleared, as a fault does. A function changes answers, and needs the deployment to run in this process.
   *
   * @throws {UsageError} with every invalid member; for a function, if the deployment runs in another process.
   * @example
   * const interceptor = await local.intercept(({ endpoint, answer }) =>
   *   endpoint === 'simulate' ? { headers: { 'x-cache': null }, patch: { response: { estimatedGas: 7 } } } : undefined,
   * );
   * await interceptor.clear();
   */
  intercept(interceptor: Interceptor | AnswerInterceptor): Promise<LocalFault>;
  /**
   * Returns the requests that the simulator and the observer received from any client, in the order of their arrival, with their
   * answers. Snapshots do not change the list. It has the newest 1,000, unless the option `maxKeptRequests` sets another number.
   *
   * @param query - Which requests: those that fit every member. Default: all.
   * @example
   * const { requests } = await local.requests({ endpoint: 'simulate', status: 400 });
   * expect(requests.map(({ request }) => request?.shardsKey)).toEqual(['1', '2']);
   */
  requests(query?: ReceivedRequestsQuery): Promise<ReceivedRequests>;
  /** Clears the list of requests, also for other tests that use the deployment. */
  clearRequests(): Promise<void>;
  /** Returns the faults and interceptors that are set, and how often each has triggered. */
  faults(): Promise<readonly AppliedFault[]>;
  /** Clears one fault or interceptor, or all of them. Requests that are already stalled stay stalled. */
  clearFaults(faultId?: string): Promise<void>;
}

/** A fault or an interceptor that is set. `await using` clears it at the end of the block. */
export interface LocalFault extends AsyncDisposable {
  /** Its id, for {@link LocalControl.clearFaults}. */
  readonly faultId: string;
  /** Clears the fault. Does nothing if it is cleared already. */
  clear(): Promise<void>;
}

const operationId = { operationId: operationIdSchema };
const unknownOperation = { 404: 'There is no such operation.' };
const undeclaredMember =
  '; declare members beyond the interface in extend, of startLocalDeployment and of connectLocalDeployment';
const nothing = z.strictObject({});
/** A name that the deployment returned, without characters that have a meaning in a path. */
const givenName = z.string().regex(/^\w[\w-]{0,99}$/, 'must be a name that the deployment returned');

/** The first route to call, because it is the same for every deployment. */
export const descriptionRoute = route({
  method: 'GET',
  path: '/deployment',
  summary: 'Returns what the deployment has: URLs, names, contracts, tokens, accounts.',
  answer: descriptionSchema,
  run: ({ description }) => description,
});

/** Returns the routes of the control API of a deployment, with its names of chains and stages. */
export function controlRoutes(served: ServedDeployment) {
  const { chains, conventions, dialect } = served;
  const names = createWireNames(served);
  const requests = createRequestCheck(chains, conventions);
  const stage = z.enum(names.stages);
  const operation = operationSchema(stage, requests.schema);
  const operationOf = ({ source }: ControlledDeployment, id: string) => {
    const found = source.operation(id);
    if (found === undefined) throw new UnknownOperationError(canonicalOperationId(id));
    return names.operation(found);
  };
  /** A route that changes an operation and answers with it. */
  const changeRoute = <const Pattern extends string>(
    change: 'rollBack' | 'reorganise',
    path: Pattern,
    summary: string,
    impossible: string,
  ) =>
    route({
      method: 'POST',
      path,
      summary,
      pathParameters: operationId,
      answer: operation,
      rejections: { ...unknownOperation, 409: impossible },
      async run(local, { path: { operationId } }) {
        await local.source[change](operationId);
        return operationOf(local, operationId);
      },
      handle: (call) => async (id: string) => void (await call({ path: { operationId: id } })),
    });
  /** A handle takes stages and requests by their neutral names and by those of the deployment. */
  const wireStage = (name: unknown): unknown =>
    defaultConventions.stages.includes(name as string) ? names.stage(name as Stage) : name;
  const wireRequest = (request: LooseSimulationRequest): unknown =>
    isObject(request) ? dialect.toWireRequest(neutralRequest(request, chains)) : request;

  const match = wireRequestSchema(chains, {
    ...conventions,
    requiredRequestFields: [],
    requestValidation: 'off',
    extend: optionalMembers(conventions.extend),
  });
  const withWireMatch = (interceptor: Interceptor | AnswerInterceptor): unknown =>
    isPlainObject(interceptor) && isObject(interceptor.match)
      ? { ...interceptor, match: wireRequest(interceptor.match) }
      : interceptor;
  const neutralReceived = (received: WireReceivedRequest): ReceivedRequest => {
    const { endpoint, body = '' } = received;
    if (endpoint !== 'simulate') return received;
    try {
      const json = parseLosslessJson(body);
      return isPlainObject(json) ? { ...received, request: dialect.fromWireRequest(json) } : received;
    } catch {
      // It is not JSON, or has a member under two names.
      return received;
    }
  };

  const routes = {
    description: descriptionRoute,
    submit: route({
      method: 'POST',
      path: '/operations',
      summary: 'Submits an operation on the source chain: a simulation request that is carried out.',
      body: requests.schema,
      bodyIssues: (body, whole) => requests.issuesOf(body, whole, undeclaredMember),
      answer: z.strictObject(operationId),
      rejections: { 409: 'The caller has less than it sends.' },
      run: ({ source }, { body }) => ({ operationId: source.submit(dialect.fromWireRequest(body)) }),
      handle: (call) => async (request: LooseSimulationRequest) =>
        (await call({ body: wireRequest(request) })).operationId,
    }),
    operations: route({
      method: 'GET',
      path: '/operations',
      summary:
        'Lists operations, newest first: 100, or as many as `limit` says, or fewer if their text is longer than 4 MiB. `isComplete` says whether there are no older ones; if not, `before` continues.',
      query: { stage, ...operationsQueryShape },
      answer: z.strictObject({ operations: z.array(operation), isComplete: z.boolean() }),
      rejections: { 404: 'There is no operation `before`.' },
      run({ source }, { query: { stage, limit = defaultLimit, before } }) {
        const listed = { stage: stage === undefined ? undefined : names.stageOf(stage), before };
        const { items, isComplete } = pageOf(operationsFrom(source, listed, names.operation), limit);
        return { operations: items, isComplete };
      },
      handle:
        (call) =>
        async (query: OperationsQuery = {}): Promise<readonly LocalOperation[]> => {
          const found: LocalOperation[] = [];
          let page: unknown = isPlainObject(query) ? { ...query, stage: wireStage(query.stage) } : query;
          for (;;) {
            const { operations, isComplete } = await call({ query: page });
            found.push(...operations.map(names.operationOf));
            const { limit = defaultLimit } = query;
            if (isComplete || found.length === limit) return found;
            page = { ...(page as object), limit: limit - found.length, before: found.at(-1)?.operationId };
          }
        },
    }),
    operation: route({
      method: 'GET',
      path: '/operations/{operationId}',
      summary: 'Returns an operation with its history.',
      pathParameters: operationId,
      answer: operation,
      rejections: unknownOperation,
      run: (local, { path }) => operationOf(local, path.operationId),
      handle: (call) => async (id: string) => names.operationOf(await call({ path: { operationId: id } })),
    }),
    proof: route({
      method: 'GET',
      path: '/operations/{operationId}/proof',
      summary: "Returns the Merkle proof of an operation's message, verified by the contract on the EVM.",
      pathParameters: operationId,
      query: { direction: directionSchema },
      answer: inclusionProofSchema,
      rejections: { ...unknownOperation, 409: 'Its message is in no tree yet.' },
      run: ({ source }, { path, query }) => source.proof(path.operationId, query.direction),
      handle: (call) => (id: string, direction?: Direction) =>
        call({ path: { operationId: id }, query: { direction } }),
    }),
    failExecution: route({
      method: 'POST',
      path: '/operations/{operationId}/fail-execution',
      summary: 'Makes the next execution of an operation on the destination chain fail.',
      pathParameters: operationId,
      body: executionFailureSchema.optional(),
      answer: operation,
      rejections: { ...unknownOperation, 409: 'It is already executed.' },
      async run(local, { path, body }) {
        const { errorName = 'ProxyCallError' } = body ?? {};
        await local.source.failExecution(path.operationId, errorName);
        return operationOf(local, path.operationId);
      },
      handle: (call) => async (id: string, failure?: ExecutionFailure) =>
        void (await call({ path: { operationId: id }, body: failure })),
    }),
    rollBack: changeRoute(
      'rollBack',
      '/operations/{operationId}/roll-back',
      'Sends the assets of a failed operation back over the return stages.',
      'There is nothing to roll back.',
    ),
    reorganise: changeRoute(
      'reorganise',
      '/operations/{operationId}/reorganise',
      'Withdraws the newest root that includes a message of an operation.',
      'There is no root to withdraw.',
    ),
    clock: route({
      method: 'GET',
      path: '/clock',
      summary: 'Returns the time of the source chain.',
      answer: chainClockSchema,
      run: ({ source }) => clockOf(source),
      handle: (call) => () => call(),
    }),
    advance: route({
      method: 'POST',
      path: '/clock/advance',
      summary: 'Moves the time forward, and answers when everything due by then has happened.',
      body: z.strictObject({ ms: number(0, latestDateMs) }),
      answer: chainClockSchema,
      rejections: { 409: 'The resulting date is out of range.' },
      async run({ source }, { body: { ms } }) {
        await source.advance(ms);
        return clockOf(source);
      },
      handle: (call) => async (ms: number) => void (await call({ body: { ms } })),
    }),
    freeze: route({
      method: 'POST',
      path: '/clock/freeze',
      summary: 'Freezes the time. Only `advance` moves it then.',
      answer: chainClockSchema,
      async run({ source }) {
        await source.freeze();
        return clockOf(source);
      },
      handle: withoutAnswer,
    }),
    resume: route({
      method: 'POST',
      path: '/clock/resume',
      summary: 'Lets time pass again, from the moment at which it was frozen.',
      answer: chainClockSchema,
      rejections: { 409: 'The clock is manual.' },
      async run({ source }) {
        await source.resume();
        return clockOf(source);
      },
      handle: withoutAnswer,
    }),
    settings: route({
      method: 'GET',
      path: '/settings',
      summary: 'Returns the durations of epochs, consensus and execution, and the quorum.',
      answer: chainSettingsSchema,
      run: ({ source }) => source.settings(),
      handle: (call) => () => call(),
    }),
    configure: route({
      method: 'PATCH',
      path: '/settings',
      summary: 'Changes some of the settings. A new epochMs also applies to the running epoch.',
      body: chainSettingsSchema.partial(),
      answer: chainSettingsSchema,
      rejections: { 409: 'The settings cannot be changed to this.' },
      async run({ source }, { body }) {
        await source.configure(definedMembers(body));
        return source.settings();
      },
      handle: (call) => (changes: Partial<ChainSettings>) => call({ body: changes }),
    }),
    snapshot: route({
      method: 'POST',
      path: '/snapshots',
      summary: 'Takes a snapshot of both chains and the faults.',
      answer: z.strictObject({ snapshot: z.string() }),
      rejections: { 409: 'The node cannot keep its state.' },
      run: async ({ source, faults, snapshots }) => ({
        snapshot: snapshots.add(await source.snapshot(faults.snapshot)),
      }),
      handle: (call) => async () => (await call()).snapshot,
    }),
    restore: route({
      method: 'POST',
      path: '/snapshots/{snapshot}/restore',
      summary: 'Restores a snapshot, any number of times.',
      pathParameters: { snapshot: givenName },
      answer: chainClockSchema,
      rejections: {
        404: 'The snapshot does not exist, or is no longer kept.',
        409: 'The node has dropped its state.',
      },
      changesFaults: true,
      async run({ source, snapshots }, { path: { snapshot } }) {
        const restore = snapshots.find(snapshot);
        if (restore === undefined)
          throw new Rejection(404, `There is no snapshot ${snapshot}; the newest ${maxSnapshots} are kept`);
        await restore();
        return clockOf(source);
      },
      handle: (call) => async (snapshot: string) => void (await call({ path: { snapshot } })),
    }),
    roots: route({
      method: 'GET',
      path: '/roots',
      summary: 'Lists the roots of all epochs that had messages, newest first.',
      answer: z.strictObject({ roots: z.array(epochRootSchema) }),
      run: ({ source }) => ({ roots: source.roots() }),
      handle: (call) => async () => (await call()).roots,
    }),
    tree: route({
      method: 'GET',
      path: '/roots/{direction}/{epoch}/tree',
      summary: 'Returns the levels of a Merkle tree, leaves first; of a large one only those near the root.',
      pathParameters: { direction: directionSchema, epoch: integer(0) },
      answer: z.strictObject({ levels: z.array(z.array(z.string())) }),
      rejections: { 404: 'The epoch has no tree.' },
      run({ source }, { path: { direction, epoch } }) {
        const levels = source.tree(direction, epoch);
        if (levels === undefined) throw new Rejection(404, `There is no tree of ${direction} epoch ${epoch}`);
        return { levels };
      },
    }),
    requests: route({
      method: 'GET',
      path: '/requests',
      summary:
        'Lists the requests that the simulator and the observer received, oldest first, with their answers. An answer is limited to 4 MiB of text and is not complete then; `after` continues.',
      query: { ...receivedQueryShape, after: integer(0) },
      answer: z.strictObject({
        requests: z.array(receivedRequestSchema),
        isComplete: z.boolean(),
        dropped: z.int(),
      }),
      run: ({ journal }, { query }) => journal.page(query),
      handle:
        (call) =>
        async (query: ReceivedRequestsQuery = {}): Promise<ReceivedRequests> => {
          const found: ReceivedRequest[] = [];
          let page: unknown = query;
          for (;;) {
            const { requests, isComplete, dropped } = await call({ query: page });
            found.push(...requests.map(neutralReceived));
            if (isComplete) return { requests: found, dropped };
            page = { ...query, after: found.at(-1)?.number };
          }
        },
    }),
    clearRequests: route({
      method: 'DELETE',
      path: '/requests',
      summary: 'Clears the list of requests that were received.',
      answer: nothing,
      run({ journal }) {
        journal.clear();
        return {};
      },
      handle: withoutAnswer,
    }),
    faults: route({
      method: 'GET',
      path: '/faults',
      summary:
        'Lists the faults and interceptors that are set, with how often each has triggered, and the faults that can be set.',
      answer: z.strictObject({
        seed: z.int(),
        faults: z.array(appliedFaultSchema),
        known: z.array(knownFaultSchema),
      }),
      run: ({ faults }) => ({ seed: faults.seed, faults: faults.list(), known: knownFaults }),
      handle: (call) => async () => (await call()).faults,
    }),
    setFault: route({
      method: 'POST',
      path: '/faults',
      summary: 'Sets a fault.',
      body: faultRuleSchema,
      bodyIssues: (body) => faultRuleIssues(body),
      answer: z.strictObject({ faultId: z.string() }),
      rejections: { 409: 'Too many are set.' },
      changesFaults: true,
      run: ({ faults }, { body }) => ({ faultId: faults.set(body) }),
      handle: (call) => async (rule: FaultRule) => (await call({ body: rule })).faultId,
    }),
    intercept: route({
      method: 'POST',
      path: '/interceptors',
      summary:
        'Sets an interceptor, which changes requests and answers. It is listed and cleared like a fault.',
      body: interceptorSchema.extend({ match: match.optional() }),
      bodyIssues: (body) => interceptorIssues(body, match),
      answer: z.strictObject({ faultId: z.string() }),
      rejections: { 409: 'Too many are set.' },
      changesFaults: true,
      run: ({ faults }, { body }) => ({ faultId: faults.intercept(body) }),
      handle: (call) => async (interceptor: Interceptor | AnswerInterceptor) =>
        (await call({ body: withWireMatch(interceptor) })).faultId,
    }),
    clearFaults: route({
      method: 'DELETE',
      path: '/faults',
      summary: 'Clears all faults and interceptors.',
      answer: nothing,
      changesFaults: true,
      run({ faults }) {
        faults.clear();
        return {};
      },
      handle: withoutAnswer,
    }),
    clearFault: route({
      method: 'DELETE',
      path: '/faults/{faultId}',
      summary: 'Clears one fault or interceptor.',
      pathParameters: { faultId: givenName },
      answer: nothing,
      rejections: { 404: 'There is no such fault.' },
      changesFaults: true,
      run({ faults }, { path: { faultId } }) {
        if (!faults.clear(faultId))
          throw new Rejection(404, `There is no fault ${faultId}; it may already be cleared`);
        return {};
      },
      methodName: 'clearFaults',
      handle: (call) => async (faultId: string) => void (await call({ path: { faultId } })),
    }),
    events: route({
      method: 'GET',
      path: '/events',
      summary: 'Streams what changes, as server-sent events: `operation`, `root`, `clock` and `restored`.',
      answer: z.instanceof(Content),
      stream:
        'The data of `operation` is an operation, of `root` the root of an epoch, of `clock` a clock; all as their routes return them. Changes in quick succession may be sent as one.',
      rejections: { 503: 'Too many clients already listen.' },
      run: ({ openEvents }) => openEvents(),
    }),
  };
  const document = route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Returns this document.',
    answer: z.custom<OpenApiDocument>().meta({ type: 'object' }),
    run: (): OpenApiDocument => openApiDocument({ ...routes, document }),
  });
  return { ...routes, document };
}

/** Returns the method of a handle that takes nothing and returns nothing. */
function withoutAnswer(call: (input?: GivenInput) => Promise<unknown>): () => Promise<void> {
  return async () => void (await call());
}

/** Few, because each operation is copied. */
const listedAtOnce = 32;

/** Lists operations as they are on the wire, newest first. */
function* operationsFrom(
  source: Pick<SourceChain, 'operations'>,
  { stage, before }: OperationsQuery,
  write: (operation: LocalOperation) => WireOperation,
): Generator<WireOperation> {
  for (let last = before; ; ) {
    const found = source.operations({ stage, limit: listedAtOnce, before: last });
    yield* found.map(write);
    if (found.length < listedAtOnce) return;
    last = found.at(-1)?.operationId;
  }
}

/** Returns an extension none of whose members is required. */
function optionalMembers(extend: Extension): Extension {
  const shapes = Object.entries(extend).map(([object, shape = {}]) => [
    object,
    z.object(shape as z.ZodRawShape).partial().shape,
  ]);
  return Object.fromEntries(shapes);
}

/** The routes of the control API, by name. */
export type ControlRoutes = ReturnType<typeof controlRoutes>;

/** Returns the time of a source chain. */
export function clockOf(source: Pick<SourceChain, 'now' | 'isFrozen'>): ChainClock {
  return { now: Math.round(source.now()), isFrozen: source.isFrozen() };
}
