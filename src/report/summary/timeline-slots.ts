import type { PhaseName } from '../../checks/case/case-plan.js';
import type { Tick } from '../../fuzz/campaign-event.js';
import { addCounts, noCounts, percentile } from '../../fuzz/counting/counts.js';
import type { Timeline } from './report-summary.js';

interface Slot {
  seen: Partial<Record<PhaseName, number>>;
  inconclusive: number;
  latencyUs: Record<string, number>;
  newFindings: number;
}

/** How many slots a timeline has at most: more could not be told apart in a chart. */
export const maxSlots = 120;
const shortestMs = 1000;

/** Sorts ticks into slots of the same length; the slots get longer with the campaign, so that they stay few. */
export class TimelineSlots {
  #slotMs = shortestMs;
  #slots: Slot[] = [];

  /** Takes a tick, which is about the time before it. */
  addTick(tick: Tick): void {
    const slot = this.#slotAt(tick.atMs - 1);
    addCounts(slot.seen, { [tick.phase]: tick.requests - tick.inconclusive });
    addCounts(slot.latencyUs, tick.latencyUs);
    slot.inconclusive += tick.inconclusive;
  }

  addFinding(atMs: number): void {
    this.#slotAt(atMs).newFindings++;
  }

  timeline(): Timeline {
    return {
      slotMs: this.#slotMs,
      slots: this.#slots.map(({ latencyUs, ...slot }) => ({ ...slot, p95Us: percentile(latencyUs, 0.95) })),
    };
  }

  #slotAt(atMs: number): Slot {
    while (atMs >= this.#slotMs * maxSlots) this.#double();
    const index = Math.max(0, Math.floor(atMs / this.#slotMs));
    while (this.#slots.length <= index) this.#slots.push(emptySlot());
    return this.#slots[index] as Slot;
  }

  #double(): void {
    this.#slotMs *= 2;
    const pairs = this.#slots;
    this.#slots = pairs.filter((_, index) => index % 2 === 0);
    for (const [index, slot] of this.#slots.entries()) {
      const second = pairs[2 * index + 1];
      if (second !== undefined) addSlot(slot, second);
    }
  }
}

function emptySlot(): Slot {
  return { seen: noCounts(), inconclusive: 0, latencyUs: noCounts(), newFindings: 0 };
}

function addSlot(sum: Slot, { seen, inconclusive, latencyUs, newFindings }: Slot): void {
  addCounts(sum.seen, seen);
  addCounts(sum.latencyUs, latencyUs);
  sum.inconclusive += inconclusive;
  sum.newFindings += newFindings;
}
