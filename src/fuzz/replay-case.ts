import type { CasePlan } from '../checks/case/case-plan.js';
import { exchangeLines } from '../http/exchange-lines.js';
import type { Finding, RecordedCall } from './findings/finding.js';
import { labelOf } from './findings/label-of.js';
import { findingsIn, lookFor, shownBy } from './findings/look.js';
import { recordedCall } from './findings/recorded-call.js';
import { SuspectedFinding } from './findings/suspected-finding.js';
import { worstFirst } from './findings/worst-first.js';
import { type ReplayOptions, type ReplaySettings, replaySettings } from './replay-options.js';
import { CampaignCannotRunError } from './running/campaign-cannot-run-error.js';
import { createCaseRunner } from './running/create-case-runner.js';
import type { JudgedCase } from './running/judged-case.js';
import { toldNothing } from './running/visibility.js';

/** What came of a replay. */
export interface Replay {
  readonly plan: CasePlan;
  /** What the runs showed, each once, worst first. None: it is mended, or needs what is no part of the case. */
  readonly findings: readonly Finding[];
  readonly runs: number;
  /** Of the last run, in the order of its requests, secrets masked. */
  readonly exchanges: readonly RecordedCall[];
}

/**
 * Runs one case again and says what it shows: a case of the corpus, of a campaign, or one that is given. Shrinks nothing.
 *
 * @throws {UsageError} for bad options, and for a case that there is not or that is broken, with file and line.
 * @throws {CampaignCannotRunError} when no run could see anything.
 * @example
 * import { currentDeployment } from 'crosscheck';
 * import { replayCase } from 'crosscheck/fuzz';
 *
 * const { findings } = await replayCase({ deployment: currentDeployment(), id: 'schema-1f3a9c2b40' });
 */
export async function replayCase(options: ReplayOptions): Promise<Replay> {
  const settings = await replaySettings(options);
  const { deployment, plan, runs, checks, limits, clock, signal } = settings;
  const runner = createCaseRunner(deployment, { checks, limits, clock });
  const judged: JudgedCase[] = [];
  try {
    for (let run = 0; run < runs; run++) judged.push(await runner.run(plan, signal));
  } finally {
    await runner.close();
  }
  refuseUnseen(judged, settings);
  return {
    plan,
    findings: findingsOf(judged, settings),
    runs,
    exchanges: (judged.at(-1)?.exchanges ?? []).map(recordedCall),
  };
}

function findingsOf(judged: readonly JudgedCase[], { plan, caseId }: ReplaySettings): Finding[] {
  const found = new Map<string, SuspectedFinding>();
  for (const one of judged) {
    for (const suspicion of findingsIn(one, plan).values()) {
      const showing = { phaseCase: { plan, shrinks: () => [] }, shrinks: 0, ...shownBy(one, suspicion) };
      if (!found.has(suspicion.id))
        found.set(suspicion.id, new SuspectedFinding(suspicion, showing, caseId, 0, false));
    }
  }
  for (const finding of found.values()) {
    for (const one of judged) finding.count(lookFor(finding.id, one, plan));
    finding.label = labelOf(finding.runs, true);
  }
  return worstFirst(Array.from(found.values(), (finding) => finding.toFinding()));
}

/** Of a deployment that is not there nothing must be said: "no finding" would mean that it is mended. */
function refuseUnseen(judged: readonly JudgedCase[], { deployment }: ReplaySettings): void {
  const sawNothing = judged.every(
    ({ violations, observed }) => violations.length === 0 && observed.observations.every(toldNothing),
  );
  if (!sawNothing) return;
  const last = judged.at(-1);
  const exchange = last?.exchanges.at(-1);
  throw new CampaignCannotRunError({
    summary: `${deployment.name} gave no answer to judge in ${judged.length} runs of the case`,
    details: [
      ...(last?.observed.observations ?? []).flatMap(({ failure }) =>
        failure === undefined ? [] : [`Failure:   ${failure.message}`],
      ),
      ...(exchange === undefined ? [] : exchangeLines(exchange)),
      'What to do: check the base URLs, and that the service runs and can be reached from here',
    ],
  });
}
