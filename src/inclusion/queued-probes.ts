import type { Limiter } from '../internal/limiter.js';
import { askedPauseMs, type Probe } from './probe.js';
import type { Look, Prober } from './shared-probes.js';

/** Looks through another prober, each time when a limiter says that it may; none while the observer asked for a pause. */
export class QueuedProbes implements Prober {
  readonly #prober: Prober;
  readonly #limiter: Limiter;

  constructor(prober: Prober, limiter: Limiter) {
    this.#prober = prober;
    this.#limiter = limiter;
  }

  look(operationId: string, timeoutMs: number): Look {
    return new QueuedLook(this.#limiter, () => this.#prober.look(operationId, timeoutMs));
  }
}

class QueuedLook implements Look {
  readonly seen: Promise<Probe>;
  readonly #limiter: Limiter;
  readonly #start: () => void;
  #look: Look | undefined;

  constructor(limiter: Limiter, begin: () => Look) {
    let see: (seen: Promise<Probe>) => void;
    this.seen = new Promise((resolve) => {
      see = resolve;
    });
    this.#limiter = limiter;
    this.#start = () => {
      this.#look = begin();
      see(this.#look.seen.then((seen) => this.#heed(seen)));
    };
    limiter.enter(this.#start);
  }

  get waitsFor(): Look['waitsFor'] {
    return this.#look?.waitsFor ?? 'turn';
  }

  leave(): void {
    if (this.#look === undefined) this.#limiter.withdraw(this.#start);
    else {
      this.#look.leave();
      this.#limiter.end();
    }
  }

  /** What asks one wait to pause asks all. */
  #heed(seen: Probe): Probe {
    const askedMs = askedPauseMs(seen);
    if (askedMs > 0) this.#limiter.holdFor(askedMs);
    return seen;
  }
}
