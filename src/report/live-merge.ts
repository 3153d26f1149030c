import type { CampaignEnded, CampaignEvent, CampaignStarted, Found } from '../fuzz/campaign-event.js';
import type { Totals } from '../fuzz/counting/tally.js';
import type { Finding } from '../fuzz/findings/finding.js';
import { failsCampaign } from '../fuzz/findings/finding-certainty.js';
import { generalId } from '../fuzz/findings/signature.js';
import { mergeEnds, mergeFindings, mergeStarts } from './merge-reports.js';

/**
 * Merges the events of shards while they run: each candidate is emitted once, a finding in the state of all shards together,
 * and counts as they come. Nothing is emitted before all shards have begun.
 */
export class LiveMerge {
  readonly #shards: number;
  readonly #maxFindings: number;
  readonly #emit: (event: CampaignEvent) => void;
  readonly #starts = new Map<number, CampaignStarted>();
  readonly #ends = new Map<number, CampaignEnded>();
  readonly #reportedCandidates = new Set<string>();
  /** The last state of each finding in each shard, by id. */
  readonly #findings = new Map<string, Map<number, Finding>>();
  readonly #early: { readonly shard: number; readonly event: CampaignEvent }[] = [];
  #hasEnough = false;

  /** @param maxFindings - The number of new findings that is enough for all shards together. */
  constructor(shards: number, maxFindings: number, emit: (event: CampaignEvent) => void) {
    this.#shards = shards;
    this.#maxFindings = maxFindings;
    this.#emit = emit;
  }

  /** Whether all have begun. */
  get hasBegun(): boolean {
    return this.#starts.size === this.#shards;
  }

  /** Whether a shard has reported its end. */
  hasEnded(shard: number): boolean {
    return this.#ends.has(shard);
  }

  /** Takes an event of a shard, counted from 0. Returns whether all shards together have found enough. */
  take(shard: number, event: CampaignEvent): boolean {
    if (event.event === 'campaign') this.#begin(shard, event);
    else if (event.event === 'end') this.#ends.set(shard, this.#endOf(event));
    else if (this.hasBegun) this.#emitMerged(shard, event);
    else this.#early.push({ shard, event });
    this.#hasEnough ||= this.#found().filter(failsCampaign).length >= this.#maxFindings;
    return this.#hasEnough;
  }

  /** Emits the end of one campaign that did what all shards did, if all of them have reported theirs. */
  close(totals: Totals): void {
    if (this.#ends.size < this.#shards) return;
    const ends = [...this.#ends.values()];
    const findings = this.#found();
    const atMs = Math.max(...ends.map((end) => end.atMs));
    this.#emit(mergeEnds(mergeStarts([...this.#starts.values()]), ends, { findings, totals, atMs }));
  }

  #found(): Finding[] {
    return mergeFindings([...this.#findings.values()].flatMap((states) => [...states.values()]));
  }

  #begin(shard: number, start: CampaignStarted): void {
    this.#starts.set(shard, start);
    if (!this.hasBegun) return;
    this.#emit(mergeStarts([...this.#starts.values()]));
    for (const { shard, event } of this.#early.splice(0)) this.#emitMerged(shard, event);
  }

  /** A shard that is stopped because all together have found enough does not know why. */
  #endOf(end: CampaignEnded): CampaignEnded {
    return this.#hasEnough && end.endedBy === 'stopped' ? { ...end, endedBy: 'findings' } : end;
  }

  #emitMerged(shard: number, event: CampaignEvent): void {
    switch (event.event) {
      case 'finding':
        this.#takeFinding(shard, event);
        break;
      case 'candidate':
        if (!this.#reportedCandidates.has(event.id)) this.#emit(event);
        this.#reportedCandidates.add(event.id);
        break;
      default:
        this.#emit(event);
    }
  }

  #takeFinding(shard: number, { finding, ...event }: Found): void {
    const states = this.#findings.get(finding.id) ?? new Map<number, Finding>();
    this.#findings.set(finding.id, states.set(shard, finding));
    const id = generalId(finding.signature);
    for (const merged of this.#found())
      if (generalId(merged.signature) === id) this.#emit({ ...event, finding: merged });
  }
}
