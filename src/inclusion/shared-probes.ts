import type { Client } from '../http/create-client.js';
import { afterThisTurn } from '../internal/clock.js';
import { type Probe, probe } from './probe.js';

/** A look at an operation, as a wait has it. */
export interface Look {
  /** What it sees; never rejects. */
  readonly seen: Promise<Probe>;
  /** What it still waits for: its turn among other looks, or the observer's answer. */
  readonly waitsFor: 'turn' | 'answer';
  /** Says that a wait is done with it, whatever came of it; each wait says so once. */
  leave(): void;
}

/** How waits look at operations. */
export interface Prober {
  /** Looks at an operation; `timeoutMs` is for the request, from when it is sent. */
  look(operationId: string, timeoutMs: number): Look;
}

const probesOf = new WeakMap<Client, SharedProbes>();

/** The probes that all waits of a client share. */
export function sharedProbes(client: Client): SharedProbes {
  let probes = probesOf.get(client);
  if (probes === undefined) {
    probes = new SharedProbes(client);
    probesOf.set(client, probes);
  }
  return probes;
}

/**
 * Looks at once. Waits that look at the same operation in the same turn share one request; none joins an earlier one,
 * whose answer may tell of a time before its look.
 */
export class SharedProbes implements Prober {
  readonly #client: Client;
  readonly #ofThisTurn = new Map<string, SharedLook>();

  constructor(client: Client) {
    this.#client = client;
  }

  look(operationId: string, timeoutMs: number): Look {
    const key = `${timeoutMs} ${operationId}`;
    let look = this.#ofThisTurn.get(key);
    if (look === undefined || look.isLeft) {
      look = new SharedLook((signal) => probe(this.#client, operationId, signal, timeoutMs));
      this.#ofThisTurn.set(key, look);
      if (this.#ofThisTurn.size === 1) afterThisTurn(() => this.#ofThisTurn.clear());
    }
    return look.join();
  }
}

class SharedLook implements Look {
  readonly waitsFor = 'answer';
  readonly seen: Promise<Probe>;
  readonly #controller = new AbortController();
  #waits = 0;

  constructor(start: (signal: AbortSignal) => Promise<Probe>) {
    this.seen = start(this.#controller.signal);
  }

  /** Its request is ended: nobody can join any more. */
  get isLeft(): boolean {
    return this.#controller.signal.aborted;
  }

  join(): this {
    this.#waits++;
    return this;
  }

  leave(): void {
    if (--this.#waits === 0) this.#controller.abort(nobodyWaits);
  }
}

const nobodyWaits = new Error('no wait is left that asked');
