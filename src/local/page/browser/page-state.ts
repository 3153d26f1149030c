import type { ControlRoutes } from '../../control/control-routes.js';
import type { EpochRoot, WireOperation } from '../../model/control-data.js';
import { type PageDeployment, stagesOf } from './deployment-texts.js';

/**
 * The routes of the control API by method and path, and what each takes and returns. These are types: the page contains
 * nothing of the API.
 */
type Routes = {
  readonly [Name in keyof ControlRoutes as `${ControlRoutes[Name]['method']} ${ControlRoutes[Name]['path']}`]: ControlRoutes[Name];
};
type Values<Schemas> = { readonly [Name in keyof Schemas]?: string | number | undefined };
interface Input<Route extends keyof Routes> {
  readonly path?: Values<Routes[Route]['pathParameters']>;
  readonly query?: Values<Routes[Route]['query']>;
  /** Sent as JSON; a text is sent as it is. The deployment validates it. */
  readonly body?: unknown;
}
type AnswerOf<Route extends keyof Routes> = Awaited<ReturnType<Routes[Route]['run']>>;

/** What may change without an event. */
interface DeploymentStatus {
  clock: AnswerOf<'GET /clock'>;
  settings: AnswerOf<'GET /settings'>;
  faults: AnswerOf<'GET /faults'>;
}

/** What is known of a deployment once it has been read. */
export interface KnownDeployment extends DeploymentStatus {
  deployment: PageDeployment;
}

/** Drives the deployment and the page. */
export interface PageActions {
  /** Calls the control API. Rejects with the message of the deployment. */
  call<Route extends keyof Routes>(route: Route, input?: Input<Route>): Promise<AnswerOf<Route>>;
  /** Shows an operation, or none. */
  choose(operation: WireOperation | undefined): void;
  /** Lists only the operations at a stage; all of them at ''. */
  filterByStage(stage: string): void;
}

/** How many operations and epochs the page shows. A deployment may have a hundred thousand. */
export const maxShown = 100;

const tickMs = 1000;
const retryMs = 2000;
/** The shortest pause after a reading, while the deployment changes all the time. */
const pauseMs = 200;
/** A pause is longer than the reading before it, by this factor. A long run has many epochs. */
const pauseFactor = 4;
const eventKinds = ['operation', 'root', 'clock', 'restored'];

/** What the page knows: the newest operations and roots, newest first. */
export class PageState {
  connection: 'connecting' | 'live' | 'lost' | 'rejected' = 'connecting';
  /** Undefined until all has been read once. */
  known: KnownDeployment | undefined;
  /** The stage that the operations are limited to, or ''. */
  stage = '';
  operations: readonly WireOperation[] = [];
  /** Whether these are all operations at that stage. */
  hasAll = true;
  chosen: WireOperation | undefined;
  roots: readonly EpochRoot[] = [];
}

/**
 * Keeps a state in step with the deployment: reads everything when connected, and again after each event, but only a few
 * times a second. Tries again and again while there is no connection.
 */
export function followDeployment(state: PageState, onChange: () => void): PageActions {
  let isReading = false;
  let isStale = true;
  /** Whether the next reading follows without a pause. */
  let isUrgent = false;
  let endPause = (): void => {};

  async function readAll(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && !document.hidden) {
      isStale = false;
      isUrgent = false;
      const startMs = performance.now();
      try {
        await readOnce();
      } catch {
        isStale = true;
        break;
      }
      onChange();
      const readMs = performance.now() - startMs;
      if (isUrgent) continue;
      await new Promise<void>((resolve) => {
        endPause = resolve;
        setTimeout(resolve, Math.max(pauseMs, pauseFactor * readMs));
      });
    }
    isReading = false;
  }

  /** What the user does is seen without a pause. */
  function readNow(): void {
    isUrgent = true;
    void readAll();
    endPause();
  }

  async function readOnce(): Promise<void> {
    const { stage, chosen } = state;
    const [description, { operations, isComplete }, { roots }, status] = await Promise.all([
      call('GET /deployment'),
      call('GET /operations', { query: { stage: stage || undefined } }),
      call('GET /roots'),
      readStatus(),
    ]);
    const isListed = operations.find(({ operationId }) => operationId === chosen?.operationId);
    const again = isListed ?? ((isComplete && stage === '') || !chosen ? undefined : await reread(chosen));
    // Another may have been chosen meanwhile, as it was before, or another stage.
    if (state.chosen !== chosen || state.stage !== stage) isStale = true;
    else state.chosen = again;
    const deployment = { ...description, stages: stagesOf(description) };
    Object.assign(state, { operations, hasAll: isComplete, roots: roots.slice(0, maxShown) });
    state.known = { deployment, ...status };
  }

  async function readStatus(): Promise<DeploymentStatus> {
    const [clock, settings, faults] = await Promise.all([
      call('GET /clock'),
      call('GET /settings'),
      call('GET /faults'),
    ]);
    return { clock, settings, faults };
  }

  function reread({ operationId }: WireOperation): Promise<WireOperation | undefined> {
    return call('GET /operations/{operationId}', { path: { operationId } }).catch(() => undefined);
  }

  function connect(): void {
    const source = new EventSource('events');
    source.onopen = () => {
      state.connection = 'live';
      void readAll();
      onChange();
    };
    for (const kind of eventKinds) source.addEventListener(kind, () => void readAll());
    source.onerror = () => {
      // A browser retries by itself unless the answer was not an event stream.
      const isRejected = source.readyState === EventSource.CLOSED;
      if (isRejected) setTimeout(connect, retryMs);
      state.connection = isRejected ? 'rejected' : 'lost';
      onChange();
    };
  }

  async function tick(): Promise<void> {
    const { known } = state;
    if (document.hidden || isReading) return;
    if (isStale || !known || state.connection !== 'live') return readAll();
    try {
      Object.assign(known, await readStatus());
      onChange();
    } catch {
      // The event stream reports a lost connection.
    }
  }

  connect();
  void readAll();
  setInterval(tick, tickMs);

  return {
    call(route, input) {
      const answer = call(route, input);
      if (!route.startsWith('GET ')) answer.then(readNow, () => {});
      return answer;
    },
    choose(operation) {
      state.chosen = operation;
      onChange();
    },
    filterByStage(stage) {
      state.stage = stage;
      readNow();
      onChange();
    },
  };
}

async function call<Route extends keyof Routes>(
  route: Route,
  { path = {}, query = {}, body }: Input<Route> = {},
): Promise<AnswerOf<Route>> {
  const [method = '', pattern = ''] = route.split(' ');
  const values: Values<Record<string, unknown>> = path;
  const at = pattern.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${values[name]}`));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(`${value}`)}`],
  );
  const url = given.length === 0 ? at : `${at}?${given.join('&')}`;
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body: text ?? null, cache: 'no-store' });
  } catch {
    throw new Error('The deployment did not answer.');
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `${url} answered ${response.status}`);
  return answer;
}
