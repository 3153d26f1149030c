import { toWireEnum } from '../../contract/dialect.js';
import { isMomentIn, momentText } from '../../contract/timestamps.js';
import type { Check } from '../case/check.js';
import type { EarlierAnswers, SeenState } from './earlier-answers.js';
import { judgePolls, type Poll } from './judge-polls.js';

/** How much the clocks of the parts of one deployment may differ, in milliseconds. Assumption. */
const clockSkewMs = 60_000;

/** How late the observer may report a change, or how far its clock may be behind, in milliseconds. Assumption. */
const longestDelayMs = 20 * 60_000;

export const timestampBeforeChange: Check = {
  name: 'timestamp-before-change',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'major',
  about:
    'The timestamp of a change must not be long before an answer that showed the operation without the change.',
  source:
    'section 2.3; tolerances of 20 minutes to the header Date and the clock of the campaign, 1 minute to other records: assumption, the convention timestampMeans',
  judge: judgePolls(
    (poll, earlier, { conventions: { timestampUnit: unit, timestampMeans, stages }, chains }) => {
      const { result } = poll.state;
      const { timestamp, stage = '' } = result;
      if (timestampMeans === 'unknown' || timestamp === undefined || !isMomentIn(timestamp, unit))
        return undefined;
      const timestampMs = Number(timestamp) * (unit === 's' ? 1000 : 1);
      for (const before of earlier.statesOf(poll.operationId, poll.span.startMs)) {
        if (!isReached(before, poll, stages)) continue;
        const byClockMs = before.lastAskedAtMs - longestDelayMs;
        const latest = earlier.timestampBefore(before.last.startMs)?.timestamp;
        const byRecords = latest !== undefined && isMomentIn(latest, unit) ? Number(latest) : 0;
        const byRecordsMs = byRecords * (unit === 's' ? 1000 : 1) - clockSkewMs;
        const earliestMs = Math.max(Number.isFinite(byClockMs) ? byClockMs : 0, byRecordsMs);
        if (timestampMs >= earliestMs) continue;
        const [was, is] = [before.result.stage ?? '', stage].map((name) => toWireEnum(name, chains));
        return {
          path: 'response.timestamp',
          class: 'before the change',
          message: `expected a timestamp after ${new Date(earliestMs).toISOString()} at ${is}, because an answer still showed ${was} then, got ${timestamp} (${momentText(timestamp, unit)})`,
          to: before.request,
        };
      }
      return undefined;
    },
  ),
};

/** Changes that are observed so far apart, in milliseconds, are not in the same second. */
const apartMs = 2_000;

/** So many different times are not all whole minutes by chance. */
const fewMoments = 3;

export const timestampRounded: Check = {
  name: 'timestamp-rounded',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'minor',
  about: 'Timestamps must be precise to the second; they must not all be whole minutes.',
  source:
    'section 2.3; practice: unix seconds; that they are not rounded: assumption, the convention timestampMeans',
  judge: judgePolls(({ state }, earlier, { conventions: { timestampUnit: unit, timestampMeans } }) => {
    const { timestamp } = state.result;
    const minute = unit === 's' ? 60n : 60_000n;
    if (timestampMeans === 'unknown' || timestamp === undefined || timestamp % minute !== 0n)
      return undefined;
    const [first, last] = farthestChanges(earlier);
    const areApart = first !== undefined && last !== undefined && last.afterMs - first.beforeMs >= apartMs;
    if (!areApart && earlier.timestamps.size < fewMoments) return undefined;
    if (first === undefined || [...earlier.timestamps].some((other) => other % minute !== 0n))
      return undefined;
    return {
      path: 'response.timestamp',
      class: 'whole minutes',
      message: `expected timestamps precise to the second, got only whole minutes, the last ${timestamp} (${momentText(timestamp, unit)})`,
      to: first.request,
    };
  }),
};

function farthestChanges({ changes }: EarlierAnswers): EarlierAnswers['changes'] {
  const first = changes.toSorted((one, other) => one.beforeMs - other.beforeMs)[0];
  const last = changes.toSorted((one, other) => other.afterMs - one.afterMs)[0];
  return first === undefined || last === undefined ? [] : [first, last];
}

/** Returns whether an operation reached its stage, or failed there, after an earlier answer. */
function isReached({ result, last }: SeenState, { state, span }: Poll, stages: readonly string[]): boolean {
  if (result.status !== undefined || last.endMs > span.startMs) return false;
  const [before, after] = [result.stage, state.result.stage].map((stage) => stages.indexOf(`${stage}`));
  if (before === undefined || after === undefined || before < 0) return false;
  return before === after ? result.success === true && state.result.success === false : before < after;
}
