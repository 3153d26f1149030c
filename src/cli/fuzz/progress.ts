import type { CampaignEvent, CampaignStarted, Shard, Tick } from '../../fuzz/campaign-event.js';
import { percentile } from '../../fuzz/counting/histogram.js';
import { cut, printDuration, printText } from '../../internal/print.js';
import type { TextSink } from '../cli-context.js';

/** How often a line is printed where lines cannot be written over. */
const plainEveryMs = 10_000;
const eraseLine = '\r\u001b[2K';
const defaultColumns = 80;

/**
 * Shows how a campaign gets on: on a terminal one line that is written over, elsewhere a line every ten seconds; and
 * a line for each phase and each finding.
 */
export class Progress {
  readonly #sink: TextSink;
  #findings = 0;
  #cases = 0;
  #tooMany = 0;
  /** What the last line said of how far it was. */
  #last = { atMs: 0, cases: 0 };

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  show(event: CampaignEvent): void {
    if (event.event === 'suspicion') this.#findings++;
    if (event.event === 'tick') this.#tick(event);
    else this.#say(lineOf(event));
  }

  /** Leaves the terminal as it was. */
  end(): void {
    if (this.#sink.isTTY) this.#sink.write(eraseLine);
  }

  #tick(tick: Tick): void {
    const { atMs, cases, statuses } = tick;
    this.#cases += cases;
    this.#tooMany += statuses['429'] ?? 0;
    const { isTTY, columns = defaultColumns } = this.#sink;
    if (isTTY) this.#sink.write(eraseLine + this.#standing(tick).slice(0, columns - 1));
    else if (atMs - this.#last.atMs >= plainEveryMs) this.#sink.write(`${this.#standing(tick)}\n`);
  }

  #standing({ atMs, phase, latencyUs }: Tick): string {
    const perSecond = ((this.#cases - this.#last.cases) / Math.max(1, atMs - this.#last.atMs)) * 1000;
    this.#last = { atMs, cases: this.#cases };
    const p95 = percentile(latencyUs, 0.95);
    return [
      `${phase}: ${this.#cases} cases`,
      `${Math.round(perSecond)} a second`,
      p95 === undefined ? 'no answers' : `p95 ${printDuration(p95 / 1000)}`,
      `429s ${this.#tooMany}`,
      `findings ${this.#findings}`,
    ].join(', ');
  }

  #say(line: string | undefined): void {
    if (line === undefined) return;
    this.#sink.write(`${this.#sink.isTTY ? eraseLine : ''}${cut(line)}\n`);
  }
}

function lineOf(event: CampaignEvent): string | undefined {
  switch (event.event) {
    case 'campaign':
      return `fuzzing ${event.deployment.name}, seed ${event.seed}${shardText(event.shard)}${expiredText(event)}`;
    case 'phase':
      return `${event.phase}: ${event.cases} cases`;
    case 'suspicion':
      return `found ${event.id}: ${printText(event.message)}`;
    default:
      return undefined;
  }
}

/** Else nobody would learn why a campaign fails again. */
function expiredText({ expired = [] }: CampaignStarted): string {
  return expired.length === 0 ? '' : `; expired in the baseline: ${expired.join(', ')}`;
}

function shardText({ index, count }: Shard): string {
  return count === 1 ? '' : `, shard ${index + 1} of ${count}`;
}
