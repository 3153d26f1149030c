import type { PhaseName } from '../case/case-plan.js';
import { casesEndMs } from '../fuzz/campaign-ending.js';
import type { CampaignEvent, CampaignStarted, PhaseStarted, Tick } from '../fuzz/model/campaign-event.js';
import type { CampaignSettings } from '../fuzz/model/campaign-settings.js';
import { plannedCases, plannedOfPhase } from '../fuzz/model/campaign-verdict.js';
import { addCounts, noCounts, percentile } from '../fuzz/model/counts.js';
import type { Finding } from '../fuzz/model/finding.js';
import { confidenceText, failsCampaign } from '../fuzz/model/finding-certainty.js';
import { realClock } from '../internal/clock.js';
import { counted, cut, formatCount, formatDuration, formatText } from '../internal/print.js';
import { ProgressLine, type TextSink } from '../internal/terminal.js';

/** What ends a campaign before or after its last case. */
type Limits = Pick<CampaignSettings, 'durationMs' | 'confirmTimeoutMs' | 'maxFindings'>;

/**
 * Shows the progress of a campaign: on a terminal one line that is overwritten, elsewhere a line every ten seconds; also
 * a line for each phase, each candidate and its result. After the last case, the line says that findings are rerun.
 */
export class Progress {
  readonly #line: ProgressLine;
  /** The last message about each candidate, by its id. */
  readonly #lastMessages = new Map<string, string>();
  /** Ids of findings that fail the campaign. */
  readonly #failing = new Set<string>();
  readonly #phases = new Set<PhaseName>();
  #start: CampaignStarted | undefined;
  #cases = 0;
  /** How many cases are planned; undefined if unknown. */
  #plannedCases: number | undefined;
  readonly #limits: Limits;
  #isRerunning = false;
  #tooMany = 0;
  /** For all jobs, since the last line. */
  #latencyUs = noCounts();
  /** The progress in the last line. */
  #last = { atMs: 0, cases: 0 };

  constructor(sink: TextSink, limits: Limits) {
    this.#line = new ProgressLine(sink);
    this.#limits = limits;
  }

  show(event: CampaignEvent): void {
    if (event.event === 'tick') this.#tick(event);
    else this.#write(this.#lineOf(event));
    if (event.event === 'campaign') for (const note of event.notes ?? []) this.#write(note);
  }

  /** Prints candidates without a result, for example of a killed job, and restores the terminal. */
  end(): void {
    for (const [id, message] of this.#lastMessages)
      if (message === '') this.#write(`not confirmed ${id} (not rerun)`);
    this.#line.end();
  }

  #tick(tick: Tick): void {
    const { atMs, cases, statuses, latencyUs } = tick;
    this.#cases += cases;
    addCounts(this.#latencyUs, latencyUs);
    this.#tooMany += statuses['429'] ?? 0;
    if (this.#isRerunning) return;
    if (this.#hasAllCases(atMs)) {
      this.#rerunning(atMs);
      return;
    }
    // Jobs tick right after each other. A rate between such ticks would be meaningless.
    this.#line.update(atMs, () => {
      const line = this.#statusLine(tick);
      this.#last = { atMs, cases: this.#cases };
      this.#latencyUs = noCounts();
      return line;
    });
  }

  #hasAllCases(atMs: number): boolean {
    const { durationMs, maxFindings } = this.#limits;
    return (
      this.#cases >= (this.#plannedCases ?? Number.POSITIVE_INFINITY) ||
      this.#failing.size >= maxFindings ||
      (durationMs !== undefined && atMs >= casesEndMs(durationMs))
    );
  }

  /** Shows for how long findings may still be rerun. No event reports the progress of reruns. */
  #rerunning(atMs: number): void {
    if (this.#lastMessages.size === 0) return;
    this.#isRerunning = true;
    const { durationMs = Number.POSITIVE_INFINITY, confirmTimeoutMs } = this.#limits;
    const endMs = realClock.now() + Math.min(confirmTimeoutMs, durationMs - atMs);
    const text = (): string => {
      const leftMs = Math.ceil(Math.max(0, endMs - realClock.now()) / 1000) * 1000;
      return `rerunning ${counted(this.#lastMessages.size, 'finding')}, at most ${formatDuration(leftMs)}`;
    };
    if (this.#line.isTerminal) this.#line.repeat(text);
    else this.#line.write(text());
  }

  #lineOf(event: Exclude<CampaignEvent, Tick>): string | undefined {
    switch (event.event) {
      case 'campaign':
        this.#start = event;
        this.#plannedCases = plannedCases(event);
        return `fuzzing ${event.deployment.name}, seed ${event.seed}${shardText(event)}${expiredText(event)}`;
      case 'phase':
        return this.#begun(event);
      case 'candidate':
        this.#lastMessages.set(event.id, '');
        return `candidate ${event.id}: ${formatText(event.message)}`;
      case 'finding':
        return event.finding.isUnreported ? undefined : this.#found(event.finding);
      case 'end':
        return undefined;
    }
  }

  /** Each job starts a phase by itself and knows only its own cases. */
  #begun({ phase, cases }: PhaseStarted): string | undefined {
    if (this.#phases.has(phase)) return undefined;
    this.#phases.add(phase);
    const planned = this.#start && plannedOfPhase(phase, this.#start);
    return `${phase}: ${counted(planned ?? cases, 'case')}`;
  }

  /** A finding is reported again when it changes. Only its confidence matters here. */
  #found(finding: Finding): string | undefined {
    const { id, isKnown } = finding;
    const isFailing = failsCampaign(finding);
    if (isFailing) this.#failing.add(id);
    const what = isFailing ? 'found' : isKnown ? 'known' : 'not confirmed';
    const message = `${what} ${finding.confidence}`;
    if (this.#lastMessages.get(id) === message) return undefined;
    this.#lastMessages.set(id, message);
    return `${what} ${id} (${confidenceText({ ...finding, isKnown: false })})`;
  }

  #statusLine({ atMs, phase }: Tick): string {
    const perSecond = ((this.#cases - this.#last.cases) / Math.max(1, atMs - this.#last.atMs)) * 1000;
    const p95 = percentile(this.#latencyUs, 0.95);
    const planned = this.#plannedCases;
    return [
      `${phase}: ${planned === undefined ? `${counted(this.#cases, 'case')} in all` : `${formatCount(this.#cases)} of ${counted(planned, 'case')}`}`,
      `${formatCount(Math.round(perSecond))} a second`,
      ...this.#expectedEnd(atMs),
      p95 === undefined ? 'no answers' : `p95 ${formatDuration(p95 / 1000)}`,
      ...(this.#tooMany === 0 ? [] : [`${formatCount(this.#tooMany)} × 429`]),
      counted(this.#failing.size, 'finding'),
    ].join(', ');
  }

  /** Returns when the campaign ends at its rate so far, or when its time limit ends it. */
  #expectedEnd(atMs: number): string[] {
    const leftCases = Math.max(0, (this.#plannedCases ?? Number.POSITIVE_INFINITY) - this.#cases);
    const leftMs = Math.min(
      (leftCases / this.#cases) * atMs,
      (this.#limits.durationMs ?? Number.POSITIVE_INFINITY) - atMs,
    );
    // A countdown in fractions of a second would only flicker.
    return Number.isFinite(leftMs)
      ? [`ends in ${formatDuration(Math.ceil(Math.max(0, leftMs) / 1000) * 1000)}`]
      : [];
  }

  #write(line: string | undefined): void {
    if (line !== undefined) this.#line.write(cut(line));
  }
}

/** Otherwise it would be unclear why a campaign fails again. */
function expiredText({ expired = [] }: CampaignStarted): string {
  return expired.length === 0 ? '' : `; expired in the baseline: ${expired.join(', ')}`;
}

function shardText({ shard: { index, count }, merged }: CampaignStarted): string {
  if (merged?.length === count) return `, ${count} jobs`;
  if (merged !== undefined) return `, shards ${merged.map((one) => one + 1).join(', ')} of ${count}`;
  return count === 1 ? '' : `, shard ${index + 1} of ${count}`;
}
