import type { CampaignEnded, CampaignEvent, CampaignStarted, Found } from '../../fuzz/campaign-event.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { mergeEnds } from './merge-ends.js';
import { mergeFindings } from './merge-findings.js';
import { mergeStarts } from './merge-starts.js';

/**
 * Makes one campaign of those of several shards while they run: a suspicion is told once, a finding as all shards
 * together know it, and what adds up as it comes. Nothing is told before all have begun.
 */
export class LiveMerge {
  readonly #shards: number;
  readonly #emit: (event: CampaignEvent) => void;
  readonly #starts = new Map<number, CampaignStarted>();
  readonly #ends = new Map<number, CampaignEnded>();
  readonly #suspected = new Set<string>();
  /** Of each id what each shard told last. */
  readonly #findings = new Map<string, Map<number, Finding>>();
  readonly #early: { readonly shard: number; readonly event: CampaignEvent }[] = [];

  constructor(shards: number, emit: (event: CampaignEvent) => void) {
    this.#shards = shards;
    this.#emit = emit;
  }

  /** Whether all have begun. */
  get hasBegun(): boolean {
    return this.#starts.size === this.#shards;
  }

  /** Whether a shard has come to its end. */
  hasEnded(shard: number): boolean {
    return this.#ends.has(shard);
  }

  /** Takes an event of a shard, counted from 0. */
  take(shard: number, event: CampaignEvent): void {
    if (event.event === 'campaign') this.#begin(shard, event);
    else if (event.event === 'end') this.#ends.set(shard, event);
    else if (this.hasBegun) this.#tell(shard, event);
    else this.#early.push({ shard, event });
  }

  /** Tells the end, if all shards came to theirs. */
  close(): void {
    if (this.#ends.size < this.#shards) return;
    const ends = [...this.#ends.values()];
    const findings = [...this.#findings.values()].flatMap((told) => mergeFindings(told.values()));
    this.#emit(mergeEnds(ends, findings, true, Math.max(...ends.map(({ atMs }) => atMs))));
  }

  #begin(shard: number, start: CampaignStarted): void {
    this.#starts.set(shard, start);
    if (!this.hasBegun) return;
    this.#emit(mergeStarts([...this.#starts.values()]));
    for (const { shard, event } of this.#early.splice(0)) this.#tell(shard, event);
  }

  #tell(shard: number, event: CampaignEvent): void {
    switch (event.event) {
      case 'finding':
        this.#takeFinding(shard, event);
        break;
      case 'suspicion':
        if (!this.#suspected.has(event.id)) this.#emit(event);
        this.#suspected.add(event.id);
        break;
      default:
        this.#emit(event);
    }
  }

  #takeFinding(shard: number, { finding, ...event }: Found): void {
    const told = this.#findings.get(finding.id) ?? new Map<number, Finding>();
    this.#findings.set(finding.id, told.set(shard, finding));
    for (const merged of mergeFindings(told.values())) this.#emit({ ...event, finding: merged });
  }
}
