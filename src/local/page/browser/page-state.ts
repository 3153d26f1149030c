import type { AppliedFault } from '../../faults/fault-rule.js';
import type { KnownFault } from '../../faults/known-faults.js';
import type { ChainClock, EpochRoot, WireOperation } from '../../model/control-data.js';
import type { LocalDescription } from '../../model/local-description.js';
import type { ChainSettings } from '../../source-chain/epochs.js';
import { type PageDeployment, stagesOf } from './deployment-texts.js';

/** What may change without an event. */
interface DeploymentStatus {
  clock: ChainClock;
  settings: ChainSettings;
  faults: { seed: number; faults: readonly AppliedFault[]; known: readonly KnownFault[] };
}

/** What is known of a deployment once it has been read. */
interface KnownDeployment extends DeploymentStatus {
  deployment: PageDeployment;
}

/** Drives the deployment and the page. */
export interface PageActions {
  /** Calls the control API. Rejects with the message of the deployment. A text is sent as it is. */
  call<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Shows an operation, or none. */
  choose(operation: WireOperation | undefined): void;
  /** Lists only the operations at a stage; all of them at ''. */
  filterByStage(stage: string): void;
}

/** How many operations and epochs the page keeps. A deployment may have a hundred thousand. */
export const maxShown = 100;

const tickMs = 1000;
const retryMs = 2000;
const eventKinds = ['operation', 'root', 'clock', 'restored'];
const rootStates = ['collected', 'set', 'missed', 'withdrawn'];

/** What the page knows: the newest operations and roots, newest first. */
export class PageState {
  connection: 'connecting' | 'live' | 'lost' | 'rejected' = 'connecting';
  /** Undefined until all has been read once. */
  known: KnownDeployment | undefined;
  /** The stage that the operations are limited to, or ''. */
  stage = '';
  operations: WireOperation[] = [];
  /** Whether these are all operations at that stage. */
  hasAll = true;
  chosen: WireOperation | undefined;
  roots: EpochRoot[] = [];

  /** Takes an operation as it is now. */
  takeOperation(operation: WireOperation): void {
    const isSame = (other: WireOperation) => other.operationId === operation.operationId;
    const isLater = (other: WireOperation) => operation.history.length >= other.history.length;
    if (this.chosen && isSame(this.chosen) && isLater(this.chosen)) this.chosen = operation;
    if (this.stage !== '' && operation.stage !== this.stage) {
      this.operations = this.operations.filter((other) => !(isSame(other) && isLater(other)));
      return;
    }
    const isNew = operation.history.length === 1;
    const timeOf = ({ history }: WireOperation) => history[0]?.atMs ?? 0;
    // There is no room for one more.
    if (this.operations.length === maxShown && !this.operations.some(isSame)) this.hasAll = false;
    this.operations = withItem(this.operations, operation, { isSame, isLater, isNew, timeOf });
  }

  /** Takes a root as it is now. */
  takeRoot(root: EpochRoot): void {
    this.roots = withItem(this.roots, root, {
      isSame: (other) => other.direction === root.direction && other.epoch === root.epoch,
      isLater: (other) => rootStates.indexOf(root.state) >= rootStates.indexOf(other.state),
      isNew: root.state === 'collected',
      timeOf: ({ endedAtMs }) => endedAtMs,
    });
  }
}

/**
 * Returns a list with an item in its place. What was read and what an event says may cross, so an older state never replaces
 * a later one, and an item that is not new does not come back to a list that it was too old for.
 */
function withItem<T>(
  list: readonly T[],
  item: T,
  by: {
    readonly isSame: (other: T) => boolean;
    /** Whether the item is a later state than the one in the list. */
    readonly isLater: (other: T) => boolean;
    readonly isNew: boolean;
    readonly timeOf: (item: T) => number;
  },
): T[] {
  const same = list.find(by.isSame);
  if (same !== undefined)
    return by.isLater(same) ? list.map((other) => (other === same ? item : other)) : [...list];
  const oldest = list[maxShown - 1];
  if (oldest !== undefined && !by.isNew && by.timeOf(item) <= by.timeOf(oldest)) return [...list];
  const place = list.findIndex((other) => by.timeOf(other) <= by.timeOf(item));
  return list.toSpliced(place === -1 ? list.length : place, 0, item).slice(0, maxShown);
}

/**
 * Keeps a state in step with the deployment. Reads everything when connected, then takes the events. Reads everything again
 * and again while there is no connection.
 */
export function followDeployment(state: PageState, onChange: () => void): PageActions {
  let isReading = false;
  let isStale = true;
  /** The events that came while everything was read. */
  let pending: [kind: string, data: unknown][] = [];

  async function readAll(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      pending = [];
      try {
        await readOnce();
      } catch {
        isStale = true;
        break;
      }
    }
    isReading = false;
    onChange();
  }

  async function readOnce(): Promise<void> {
    const { stage, chosen } = state;
    const query = stage === '' ? '' : `?stage=${encodeURIComponent(stage)}`;
    const [description, { operations, isComplete }, { roots }, status] = await Promise.all([
      call<LocalDescription>('GET', 'deployment'),
      call<{ operations: WireOperation[]; isComplete: boolean }>('GET', `operations${query}`),
      call<{ roots: EpochRoot[] }>('GET', 'roots'),
      readStatus(),
    ]);
    const isListed = operations.find(({ operationId }) => operationId === chosen?.operationId);
    const again = isListed ?? ((isComplete && stage === '') || !chosen ? undefined : await reread(chosen));
    // It may have been chosen or filtered by another meanwhile.
    if (state.chosen === chosen) state.chosen = again;
    if (state.stage !== stage) isStale = true;
    const deployment = { ...description, stages: stagesOf(description) };
    Object.assign(state, { operations, hasAll: isComplete, roots: roots.slice(0, maxShown) });
    state.known = { deployment, ...status };
    for (const [kind, data] of pending) take(kind, data);
  }

  async function readStatus(): Promise<DeploymentStatus> {
    const [clock, settings, faults] = await Promise.all([
      call<ChainClock>('GET', 'clock'),
      call<ChainSettings>('GET', 'settings'),
      call<DeploymentStatus['faults']>('GET', 'faults'),
    ]);
    return { clock, settings, faults };
  }

  function reread({ operationId }: WireOperation): Promise<WireOperation | undefined> {
    return call<WireOperation>('GET', `operations/${operationId}`).catch(() => undefined);
  }

  function take(kind: string, data: unknown): void {
    const wasFull = state.operations.length >= maxShown;
    if (kind === 'operation') state.takeOperation(data as WireOperation);
    if (kind === 'root') state.takeRoot(data as EpochRoot);
    if (kind === 'clock' && state.known) state.known.clock = data as ChainClock;
    // Others may be at the stage that one has left.
    if (wasFull && state.operations.length < maxShown) isStale = true;
  }

  function connect(): void {
    const source = new EventSource('events');
    source.onopen = () => {
      state.connection = 'live';
      void readAll();
    };
    for (const kind of eventKinds)
      source.addEventListener(kind, ({ data }) => {
        if (kind === 'restored') void readAll();
        else if (isReading) pending.push([kind, JSON.parse(data)]);
        else take(kind, JSON.parse(data));
        onChange();
      });
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
    async call<Answer>(method: string, path: string, body?: unknown) {
      const answer = await call<Answer>(method, path, body);
      if (method !== 'GET') void readAll();
      return answer;
    },
    choose(operation) {
      state.chosen = operation;
      onChange();
    },
    filterByStage(stage) {
      state.stage = stage;
      void readAll();
      onChange();
    },
  };
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: text ?? null, cache: 'no-store' });
  } catch {
    throw new Error('The deployment did not answer.');
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `${path} answered ${response.status}`);
  return answer;
}
