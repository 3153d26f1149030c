import type { InclusionState, Simulation } from 'crosscheck/contract';
import type {
  AnswerChange,
  Intercepted,
  InterceptedAnswer,
  InterceptedRequest,
  Interceptor,
} from 'crosscheck/local';

/** A fault of the service that a check must find: an interceptor, with the neutral names of chains and stages. */
export interface Mutant {
  /** What it does, in one sentence. */
  readonly summary: string;
  /**
   * Returns the interceptor, which remembers nothing yet.
   *
   * @param now - Returns the time of the chain, in milliseconds of unix time.
   */
  readonly start: (now: () => number) => Interceptor;
}

/** Changes a simulation. */
export function simulationMutant(
  summary: string,
  change: (simulation: Simulation, now: () => number) => Simulation | undefined,
): Mutant {
  return {
    summary,
    start: (now) => ({
      endpoint: 'simulate',
      answer: ({ answer }) => withResponse(answer, (simulation: Simulation) => change(simulation, now)),
    }),
  };
}

/** The simulations before one. */
export interface EarlierSimulations {
  readonly count: number;
  readonly last: Simulation | undefined;
  /** The call data of earlier ones, the newest last. */
  readonly callData: readonly (string | undefined)[];
}

/** Changes a simulation depending on earlier ones. */
export function successionMutant(
  summary: string,
  change: (simulation: Simulation, earlier: EarlierSimulations) => Simulation | undefined,
): Mutant {
  return {
    summary,
    start() {
      let earlier: EarlierSimulations = { count: 0, last: undefined, callData: [] };
      return {
        endpoint: 'simulate',
        answer: ({ answer }) =>
          withResponse(answer, (simulation: Simulation) => {
            const changed = change(simulation, earlier);
            earlier = {
              count: earlier.count + 1,
              last: simulation,
              callData: [...earlier.callData, simulation.debugInfo?.callData].slice(-256),
            };
            return changed;
          }),
      };
    },
  };
}

/** A record, and what a mutant knows of its operation. */
export interface RecordContext {
  readonly record: InclusionState;
  /** The operation id as requested. */
  readonly requestedId: string;
  /** How many answers about the operation there were. */
  readonly answers: number;
  /** The last record that was requested with the same spelling of the id. */
  readonly lastForSpelling: InclusionState | undefined;
  /** Other operations, the one that was requested last first. */
  readonly others: readonly ReportedRecord[];
}

/** The last record of an operation. */
export interface ReportedRecord {
  readonly operationId: string;
  readonly record: InclusionState;
}

/** Changes the record of an operation, or makes it unknown. */
export function recordMutant(
  summary: string,
  change: (context: RecordContext) => object | 'unknown' | undefined,
): Mutant {
  return {
    summary,
    start() {
      const answers = new Map<string, number>();
      const spellings = new Map<string, InclusionState>();
      let newest: readonly ReportedRecord[] = [];
      return {
        endpoint: 'inclusion',
        answer({ answer, operationId: requestedId = '' }) {
          const record = responseOf(answer) as InclusionState | undefined;
          if (record === undefined) return undefined;
          const operationId = requestedId.toLowerCase();
          const others = newest.filter((other) => other.operationId !== operationId);
          const changed = change({
            record,
            requestedId,
            answers: answers.get(operationId) ?? 0,
            lastForSpelling: spellings.get(requestedId),
            others,
          });
          answers.set(operationId, (answers.get(operationId) ?? 0) + 1);
          spellings.set(requestedId, record);
          newest = [{ operationId, record }, ...others].slice(0, 100);
          if (changed === 'unknown') return { status: 404, json: { error: 'operation not found' } };
          return changed && { json: { response: changed } };
        },
      };
    },
  };
}

/** A request about an unknown operation, or with a malformed operation id. */
export interface Lookup {
  readonly operationId: string;
  readonly status: number;
  readonly error: string;
  /** The operations with a record, the one that was requested last first. */
  readonly reported: readonly ReportedRecord[];
}

/** Changes the answer about an unknown operation, or with a malformed operation id. */
export function lookupMutant(summary: string, change: (lookup: Lookup) => AnswerChange | undefined): Mutant {
  return {
    summary,
    start() {
      let reported: readonly ReportedRecord[] = [];
      return {
        endpoint: 'inclusion',
        answer({ answer, operationId: requestedId = '' }) {
          const operationId = requestedId.toLowerCase();
          const record = responseOf(answer) as InclusionState | undefined;
          if (record !== undefined) {
            const others = reported.filter((other) => other.operationId !== operationId);
            reported = [{ operationId, record }, ...others].slice(0, 100);
            return undefined;
          }
          const [{ status }, error] = [answer, errorOf(answer)];
          if (error === undefined || (status !== 400 && status !== 404)) return undefined;
          return change({ operationId, status, error, reported });
        },
      };
    },
  };
}

/** Changes how a request is rejected. */
export function rejectionMutant(
  summary: string,
  change: (
    rejected: Pick<Intercepted, 'answer' | 'request' | 'endpoint'> & { readonly error: string },
  ) => AnswerChange | undefined,
): Mutant {
  return {
    summary,
    start: () => ({
      answer({ answer, request, endpoint }) {
        const error = errorOf(answer);
        return error === undefined || endpoint === undefined
          ? undefined
          : change({ answer, request, endpoint, error });
      },
    }),
  };
}

/** Changes a simulation request, which may be any JSON. */
export function requestMutant(summary: string, change: (request: unknown) => unknown): Mutant {
  return {
    summary,
    start: () => ({
      endpoint: 'simulate',
      request({ request: { json } }) {
        const changed = json === undefined ? undefined : change(json);
        return changed === undefined || changed === json ? undefined : { json: changed };
      },
    }),
  };
}

/** Changes the answer to a simulation request, by what was requested. */
export function inputMutant(
  summary: string,
  change: (json: unknown, request: InterceptedRequest) => AnswerChange | undefined,
): Mutant {
  return {
    summary,
    start: () => ({ endpoint: 'simulate', answer: ({ request }) => change(request.json, request) }),
  };
}

/** Changes the text of a body. */
export function textMutant(
  summary: string,
  endpoint: Intercepted['endpoint'],
  change: (text: string) => string,
): Mutant {
  return { summary, start: () => ({ endpoint, answer: ({ answer }) => ({ body: change(answer.body) }) }) };
}

/** Returns the response of an answer of the service; undefined if it has none. */
export function responseOf({ status, json }: InterceptedAnswer): object | undefined {
  return status === 200 ? (json as { readonly response?: object } | undefined)?.response : undefined;
}

function errorOf({ json }: InterceptedAnswer): string | undefined {
  return (json as { readonly error?: string } | undefined)?.error;
}

function withResponse<Response>(
  answer: InterceptedAnswer,
  change: (response: Response) => Response | undefined,
): AnswerChange | undefined {
  const response = responseOf(answer) as Response | undefined;
  const changed = response && change(response);
  return changed ? { json: { ...(answer.json as object), response: changed } } : undefined;
}

/** Returns whether a value is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Copies a JSON value and changes each of its values, from the inside out. Unchanged objects and lists are not copied. */
export function changedValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => changedValues(item, change));
    return change(items.some((item, index) => item !== value[index]) ? items : value);
  }
  if (!isObject(value)) return change(value);
  const members = Object.entries(value);
  const changed = members.map(([name, member]) => [name, changedValues(member, change)] as const);
  const isChanged = changed.some(([, member], index) => member !== members[index]?.[1]);
  return change(isChanged ? Object.fromEntries(changed) : value);
}
