import { isDeepStrictEqual } from 'node:util';
import { defaultConventions, type InclusionState } from '../../contract/conventions.js';
import type { Simulation } from '../../contract/responses.js';
import { UsageError } from '../../errors.js';
import { definedMembers } from '../../internal/objects.js';
import { assertNoIssues } from '../../internal/options.js';
import { formatText } from '../../internal/print.js';
import { callHook, thrownText } from '../../internal/user-callback.js';
import { Rejection } from '../model/rejection.js';
import type { ConsensusFaults } from '../source-chain/relay.js';
import { ActiveFault, type ActiveRule, type Behaviour, seededRandom } from './active-fault.js';
import { resetConnection, wholeAnswer } from './connections.js';
import {
  type Answer,
  type AnswerHook,
  answerHooks,
  type ChangedAnswer,
  type Fault,
  type FaultContext,
  type ServiceCall,
  type WriteAnswer,
  type WrittenAnswer,
} from './fault.js';
import { type AppliedFault, type FaultRule, faultRuleIssues } from './fault-rule.js';
import {
  type AnswerInterceptor,
  completeInterceptor,
  type InterceptedRequest,
  type Interceptor,
  interceptAnswer,
  interceptorIssues,
  interceptRequest,
  isMatch,
} from './interceptor.js';
import { faultsByName } from './known-faults.js';

/**
 * The faults and interceptors of a deployment. A fault triggers when its rule matches an answer, a random number is below
 * its probability, and it changes a byte that is sent, or when it is sent. Of the faults with one hook, only the first one
 * that triggers has an effect. If a fault replaces an answer, faults of its content have no effect. Interceptors come after
 * the faults, and all of them have an effect; a fault whose change they undo has not triggered. Each rule has its own stream
 * of random numbers.
 */
export interface Faults {
  /** The seed of all random numbers. */
  readonly seed: number;
  /** Whether there is a fault or an interceptor that is not over. */
  readonly hasFaults: boolean;
  /** Whether there is an interceptor that is not over. */
  readonly hasInterceptors: boolean;
  /**
   * Sets a fault and returns its id.
   *
   * @throws {UsageError} that names each invalid member, or if too many are set.
   */
  set(rule: FaultRule): string;
  /** Sets an interceptor in the same way. */
  intercept(interceptor: Interceptor | AnswerInterceptor): string;
  /** Returns faults and interceptors in the order in which they were set, including those that are over. */
  list(): readonly AppliedFault[];
  /**
   * Clears one of them, or all. Requests that are already stalled stay stalled.
   *
   * @returns Whether there was one to clear.
   */
  clear(faultId?: string): boolean;
  /** Returns the faults of the validators. Call it once for each epoch, because each call counts as a trigger. */
  readonly consensus: ConsensusFaults;
  /**
   * Returns a request as interceptors change it, with the interceptors that apply to its answer.
   *
   * @throws Rejection if an interceptor fails.
   */
  interceptRequest(call: ServiceCall, request: InterceptedRequest): Promise<InterceptedCall>;
  /**
   * Returns an answer with its faults and the changes of interceptors, and how it is sent.
   *
   * @param intercepted - Its request, if it was intercepted.
   */
  changeAnswer(
    call: ServiceCall,
    answer: Answer,
    write: WriteAnswer,
    intercepted?: InterceptedCall,
  ): Promise<ChangedAnswer>;
  /** Takes a snapshot of faults, random numbers and counts. The returned function restores it, repeatedly. */
  snapshot(): () => void;
}

/** A request that was intercepted. */
export interface InterceptedCall {
  /** As interceptors changed it. */
  readonly request: InterceptedRequest;
  /** The interceptors that apply to it, and whether each has changed it. */
  readonly applied: Map<ActiveFault, boolean>;
}

/** Maximum number of faults, including those that are over. Each answer is compared with all of them. */
export const maxFaults = 1000;

/**
 * Creates the faults of a deployment.
 *
 * @param rules - The faults to set at the start.
 * @param seed - The seed of all random numbers.
 * @param stages - Its names of the stages, in order. Default: those of practice.
 * @param hookTimeoutMs - The time limit of a promise of an interceptor, in milliseconds. Default: none.
 * @throws {UsageError} that names each invalid member of a rule, or if there are too many.
 */
export function createFaults(
  rules: readonly FaultRule[] = [],
  seed = 0,
  stages: readonly string[] = defaultConventions.stages,
  hookTimeoutMs?: number | undefined,
): Faults {
  let all: readonly ActiveFault[] = [];
  /** Those that are not over. */
  let remaining: readonly ActiveFault[] = [];
  let setSoFar = 0;
  /** Not part of a snapshot: an id must never be used for another fault. */
  let lastId = 0;

  function replaceAll(faults: readonly ActiveFault[]): void {
    all = faults;
    remaining = faults.filter(({ isOver }) => !isOver);
  }

  /** A request or an answer takes a while if a function changes it. Meanwhile others use up `times`, or a test clears. */
  const isActive = (one: ActiveFault): boolean => !one.isOver && all.includes(one);

  function add(rule: ActiveRule, behaviour: Behaviour): string {
    if (all.length >= maxFaults)
      throw new UsageError(`${maxFaults} faults are already set; clear some of them first`);
    const set = new ActiveFault(`fault-${++lastId}`, rule, behaviour, seededRandom(seed, ++setSoFar));
    replaceAll([...all, set]);
    return set.faultId;
  }

  function set(rule: FaultRule): string {
    assertNoIssues('The fault cannot be set', faultRuleIssues(rule));
    return add(definedMembers(rule) as FaultRule, { fault: faultsByName[rule.fault] });
  }

  /** Limits the time of a function of an interceptor; returns a change as it is. */
  function inTime<Seen, Change>(
    hook: Change | ((seen: Seen) => Change | Promise<Change>),
  ): Change | ((seen: Seen) => Promise<Change>) {
    if (typeof hook !== 'function') return hook;
    const call = hook as (seen: Seen) => Change | Promise<Change>;
    return (seen) => callHook(() => call(seen), hookTimeoutMs);
  }

  /** Counts a trigger, or takes one back. */
  function count(triggered: ActiveFault, by: 1 | -1 = 1): void {
    triggered.triggered += by;
    replaceAll(all);
  }

  /** Returns the effect of the first of some faults that triggers, and counts it. */
  function trigger<Effect>(
    some: readonly ActiveFault[],
    effectOf: (fault: Fault, set: ActiveFault) => Effect | undefined,
  ): Effect | undefined {
    for (const one of some) {
      if (one.fault === undefined || !one.shouldTrigger()) continue;
      const effect = effectOf(one.fault, one);
      if (effect === undefined) continue;
      count(one);
      return effect;
    }
    return undefined;
  }

  function triggerVote(vote: Fault['vote'], operationIds: readonly string[]): ActiveFault | undefined {
    const some = remaining.filter((one) => one.fault?.vote === vote && one.concernsOneOf(operationIds));
    // A vote that is late by nothing is not late.
    return trigger(some, (_, one) => (vote === 'late' && one.ms === 0 ? undefined : one));
  }

  /** Returns an answer with its faults, and what each that triggered has changed. The operation id is in lower case. */
  function withFaults(
    call: ServiceCall,
    answer: Answer,
    write: WriteAnswer,
  ): { readonly faulty: ChangedAnswer; readonly triggers: readonly Trigger[] } {
    const triggers: Trigger[] = [];
    const concerned = remaining.filter((one) => one.concerns(call));
    const key = call.operationId ?? '';
    let sending: Sending = {
      answer: write(answer),
      content: answer,
      write,
      delayMs: 0,
      abortConnection: undefined,
    };
    for (const hook of answerHooks) {
      if (isSilent(sending)) break;
      const withHook = concerned.filter(({ fault }) => fault?.[hook] !== undefined);
      if (withHook.length === 0) continue;
      const before = sending;
      sending =
        trigger(withHook, (fault, one) => {
          const { ms, random, memory } = one;
          const context = { ms, random, stages, operationId: call.operationId, earlier: memory.recall(key) };
          const after = { ...before, ...changeOf[hook](fault, before, context) };
          if (isSameSending(before, after)) return undefined;
          triggers.push({ one, before, after });
          return after;
        }) ?? before;
      const response = responseIn(before);
      if (response !== undefined && remembering.includes(hook))
        for (const { memory } of withHook) memory.remember(key, response, responseIn(sending));
    }
    return { faulty: sending, triggers };
  }

  async function interceptRequests(call: ServiceCall, request: InterceptedRequest): Promise<InterceptedCall> {
    const applied = new Map<ActiveFault, boolean>();
    let changed = request;
    for (const one of remaining) {
      const { interceptor } = one;
      if (interceptor === undefined || !isActive(one) || !one.concerns(call)) continue;
      if (!isMatch(interceptor, call.endpoint, changed.json) || !one.shouldTrigger()) continue;
      const intercepting = interceptRequest(interceptor, { ...call, request: changed });
      const next = await intercepting.catch((error: unknown) =>
        isActive(one) ? failed(one)(error) : changed,
      );
      if (!isActive(one)) continue;
      const hasChanged = !isDeepStrictEqual(next, changed);
      if (hasChanged) count(one);
      applied.set(one, hasChanged);
      changed = next;
    }
    return { request: changed, applied };
  }

  /** Returns what is sent of an answer with its faults. Takes back the triggers of faults that then make no difference. */
  async function interceptAnswers(
    call: ServiceCall,
    { faulty, triggers }: ReturnType<typeof withFaults>,
    write: WriteAnswer,
    { request, applied }: InterceptedCall,
  ): Promise<ChangedAnswer> {
    let sending = faulty;
    let changes: ((sending: ChangedAnswer) => ChangedAnswer)[] = [];
    try {
      for (const [one, hasChanged] of applied) {
        // An interceptor that has changed the request counts once, and changes the answer too.
        const isDue = () => (hasChanged ? all.includes(one) : isActive(one));
        if (one.interceptor === undefined || !isDue()) continue;
        const intercepted = interceptAnswer(one.interceptor, { ...call, request }, sending, write);
        const interception = await intercepted.catch((error: unknown) =>
          isDue() ? failed(one)(error) : undefined,
        );
        if (interception === undefined || !isDue()) continue;
        const isReplaced = interception.isReplacement && !isSilent(sending);
        if (!isReplaced && isSameSending(sending, interception.sending)) continue;
        if (!hasChanged) count(one);
        sending = interception.sending;
        changes.push(interception.applyTo);
      }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const { status, headers, message } = error;
      const answer = write({ status, headers, body: { error: message } });
      sending = { ...faulty, answer };
      changes = [(other) => ({ ...other, answer })];
    }
    const sentOf = (one: ChangedAnswer) => changes.reduce((sent, change) => change(sent), one);
    for (const { one, before, after } of triggers)
      if (isSameSending(sentOf(before), sentOf(after))) count(one, -1);
    return sending;
  }

  for (const rule of rules) set(rule);
  return {
    seed,
    get hasFaults() {
      return remaining.length > 0;
    },
    get hasInterceptors() {
      return remaining.some(({ interceptor }) => interceptor !== undefined);
    },
    set,
    intercept(given) {
      assertNoIssues('The interceptor cannot be set', interceptorIssues(given));
      const { request, answer, match, ...limits } = completeInterceptor(given);
      const interceptor = { request: inTime(request), answer: inTime(answer), match };
      return add({ fault: 'interceptor', ...definedMembers(limits) }, { interceptor });
    },
    list: () => all.map(({ applied }) => applied),
    clear(faultId) {
      const others = faultId === undefined ? [] : all.filter((one) => one.faultId !== faultId);
      const isFound = others.length < all.length;
      replaceAll(others);
      return isFound;
    },
    consensus: {
      delayMs: (operationIds) => triggerVote('late', operationIds)?.ms ?? 0,
      missesQuorum: (operationIds) => triggerVote('missed', operationIds) !== undefined,
    },
    interceptRequest: interceptRequests,
    async changeAnswer(call, answer, write, intercepted) {
      const changed = withFaults({ ...call, operationId: call.operationId?.toLowerCase() }, answer, write);
      return intercepted === undefined ? changed.faulty : interceptAnswers(call, changed, write, intercepted);
    },
    snapshot() {
      const kept = all.map((one) => one.copy());
      const keptNumber = setSoFar;
      return () => {
        replaceAll(kept.map((one) => one.copy()));
        setSoFar = keptNumber;
      };
    },
  };
}

/** What a fault has changed of an answer. */
interface Trigger {
  readonly one: ActiveFault;
  readonly before: ChangedAnswer;
  readonly after: ChangedAnswer;
}

/** An answer with the faults so far. */
interface Sending extends ChangedAnswer {
  /** What the answer says, if no fault has replaced or rewritten it. */
  readonly content: Answer | undefined;
  readonly write: WriteAnswer;
}

/** A body of the service (sections 2.2 and 2.3). */
interface Envelope {
  readonly response: unknown;
}

/** What the hooks of answers change. */
const changeOf: Readonly<
  Record<AnswerHook, (fault: Fault, sending: Sending, context: FaultContext) => Partial<Sending> | undefined>
> = {
  delay: (fault, _, context) => ({ delayMs: fault.delay?.(context) ?? 0 }),
  connection: (fault, _, context) => ({ abortConnection: fault.connection?.(context) }),
  replacement(fault, { content }, context) {
    const replaced = fault.replacement?.(context);
    // The deployment's headers of the connection apply to every answer.
    const headers = { ...content?.headers, ...replaced?.headers };
    return replaced && { answer: { ...replaced, headers }, content: undefined };
  },
  simulation(fault, sending, context) {
    const simulation = responseIn(sending) as Simulation | undefined;
    return (
      simulation && withResponse(sending, fault.simulation?.(simulation, context as FaultContext<Simulation>))
    );
  },
  record(fault, sending, context) {
    const record = responseIn(sending) as InclusionState | undefined;
    if (record === undefined && sending.content?.status !== 404) return undefined;
    return withResponse(sending, fault.record?.(record, context as FaultContext<InclusionState>));
  },
  json(fault, sending) {
    const { content } = sending;
    if (content === undefined || responseIn(sending) === undefined) return undefined;
    return withContent(sending, { ...content, body: fault.json?.(content.body as Envelope) });
  },
  written: (fault, { answer, content }) =>
    content && { answer: fault.written?.(answer) ?? answer, content: undefined },
};

/** The hooks that know what earlier answers showed. */
const remembering: readonly AnswerHook[] = ['simulation', 'record'];

/** Returns the simulation or record of an answer; undefined if it has none, such as `{"error": …}`. */
function responseIn({ content }: Sending): unknown {
  const body = content?.body;
  return typeof body === 'object' && body !== null && 'response' in body ? body.response : undefined;
}

const unknownOperation: Answer = { status: 404, headers: {}, body: { error: 'operation not found' } };

function withResponse(
  sending: Sending,
  response: object | 'unknown' | undefined,
): Partial<Sending> | undefined {
  if (response === undefined) return undefined;
  if (response === 'unknown') return withContent(sending, unknownOperation);
  const others = responseIn(sending) === undefined ? {} : (sending.content?.body as Envelope);
  const headers = sending.content?.headers ?? {};
  return withContent(sending, { status: 200, headers, body: { ...others, response } });
}

function withContent({ write }: Sending, content: Answer): Partial<Sending> {
  return { content, answer: write(content) };
}

/** Returns whether a client gets no byte. */
function isSilent({ delayMs, abortConnection }: ChangedAnswer): boolean {
  return delayMs === Number.POSITIVE_INFINITY || abortConnection === resetConnection;
}

/** Returns whether a client gets the same bytes, at the same time. */
function isSameSending(one: ChangedAnswer, other: ChangedAnswer): boolean {
  if (one.delayMs !== other.delayMs) return false;
  if (one.delayMs === Number.POSITIVE_INFINITY) return true;
  if (one.abortConnection !== other.abortConnection) return false;
  const sentOf = (answer: WrittenAnswer) => (one.abortConnection ?? wholeAnswer).sentOf(answer);
  return one.answer === other.answer || isDeepStrictEqual(sentOf(one.answer), sentOf(other.answer));
}

/** Makes the error of an interceptor the answer, so that it is seen at the client. */
function failed({ applied: { name } }: ActiveFault): (error: unknown) => never {
  return (error) => {
    const what = name === undefined ? 'An interceptor' : `The interceptor ${formatText(name)}`;
    throw new Rejection(500, `${what} failed: ${formatText(thrownText(error))}`);
  };
}
