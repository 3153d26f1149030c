import type { Limiter } from '../internal/limiter.js';
import type { Probe } from './probe.js';
import type { Look, Prober } from './shared-probes.js';

/** Looks through another prober, each time when a limiter says that it may. */
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
      see(this.#look.seen);
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
}
