import type { PhaseName } from '../../case/case-plan.js';
import type { Tick } from './campaign-event.js';
import { addCounts, noCounts, percentile } from './counts.js';
import type { Finding } from './finding.js';

/** A campaign in slots of the same length. */
export interface Timeline {
  readonly slotMs: number;
  readonly slots: readonly TimelineSlot[];
}

/** What happened in one slot of the timeline. */
export interface TimelineSlot {
  /** Requests by phase, without those that are in `inconclusive`. */
  readonly seen: Readonly<Partial<Record<PhaseName, number>>>;
  readonly inconclusive: number;
  /** Undefined if no answer came. */
  readonly p95Us?: number | undefined;
  /** Findings that were first seen in it. */
  readonly newFindings: number;
}

interface Slot {
  seen: Partial<Record<PhaseName, number>>;
  inconclusive: number;
  latencyUs: Record<string, number>;
}

/** A chart cannot distinguish more slots. */
const maxSlots = 120;
const shortestSlotMs = 1000;

/** Sorts ticks into slots of the same length, which is doubled when there are too many slots. */
export class TimelineSlots {
  #slotMs = shortestSlotMs;
  #slots: Slot[] = [];

  /** Adds a tick, which covers the time before it. */
  addTick(tick: Tick): void {
    const slot = this.#slotAt(tick.atMs - 1);
    addCounts(slot.seen, { [tick.phase]: tick.requests - tick.inconclusive });
    addCounts(slot.latencyUs, tick.latencyUs);
    slot.inconclusive += tick.inconclusive;
  }

  /** Returns the slots, with the number of findings that were first seen in each. */
  read(findings: readonly Pick<Finding, 'firstSeenMs'>[]): Timeline {
    for (const { firstSeenMs } of findings) this.#slotAt(firstSeenMs);
    const indexes = findings.map(({ firstSeenMs }) => this.#indexOf(firstSeenMs));
    return {
      slotMs: this.#slotMs,
      slots: this.#slots.map(({ latencyUs, ...slot }, index) => ({
        ...slot,
        p95Us: percentile(latencyUs, 0.95),
        newFindings: indexes.filter((other) => other === index).length,
      })),
    };
  }

  #slotAt(atMs: number): Slot {
    while (atMs >= this.#slotMs * maxSlots) this.#double();
    const index = this.#indexOf(atMs);
    while (this.#slots.length <= index) this.#slots.push(emptySlot());
    return this.#slots[index] as Slot;
  }

  #indexOf(atMs: number): number {
    return Math.max(0, Math.floor(atMs / this.#slotMs));
  }

  #double(): void {
    this.#slotMs *= 2;
    const halves = this.#slots;
    this.#slots = halves.filter((_, index) => index % 2 === 0);
    for (const [index, slot] of this.#slots.entries()) {
      const second = halves[2 * index + 1];
      if (second === undefined) continue;
      addCounts(slot.seen, second.seen);
      addCounts(slot.latencyUs, second.latencyUs);
      slot.inconclusive += second.inconclusive;
    }
  }
}

function emptySlot(): Slot {
  return { seen: noCounts(), inconclusive: 0, latencyUs: noCounts() };
}
