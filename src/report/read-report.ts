import { createReadStream } from 'node:fs';
import { UsageError } from '../errors.js';
import { type CampaignEvent, eventSchema } from '../fuzz/model/campaign-event.js';
import { type CampaignReport, CampaignSums } from '../fuzz/model/campaign-verdict.js';
import { parseStrictJson } from '../internal/json.js';
import { isPlainObject } from '../internal/objects.js';
import { formatText, pathText } from '../internal/print.js';

/**
 * Reads the report of a campaign, a file with a line of JSON for each event. An incomplete last line, as of a killed run, is
 * left out.
 *
 * @throws {UsageError} for a file that cannot be read, for any other line that is not an event, with its number, and for
 * events that are not those of one campaign from its start to its end.
 * @example
 * import { readReport, summaryOfEvents } from 'crosscheck/report';
 *
 * const { findings } = summaryOfEvents(await readReport('report.ndjson'));
 */
export async function readReport(file: string): Promise<CampaignEvent[]> {
  const events: CampaignEvent[] = [];
  let number = 0;
  for await (const { line, isWhole } of linesOf(file)) {
    number++;
    if (line.trim() === '') continue;
    const event = readEvent(line, `${file}:${number}`, isWhole || number === 1);
    if (event !== undefined) events.push(event);
  }
  assertOneCampaign(events, file);
  return events;
}

/**
 * Sums up the events of a campaign, in one pass.
 *
 * @throws {UsageError} without the event that starts a campaign.
 */
export function summaryOfEvents(events: Iterable<CampaignEvent>): CampaignReport {
  return new CampaignSums(events).report;
}

/** Yields the lines of a file. The last one is complete only if it ends with a line feed. JSON may contain other line breaks. */
async function* linesOf(file: string): AsyncGenerator<{ readonly line: string; readonly isWhole: boolean }> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield { line, isWhole: true };
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const messages: Readonly<Record<string, string>> = {
      ENOENT: `${file}: there is no such file`,
      EISDIR: `${file} is a folder: name a report in it`,
    };
    throw new UsageError(messages[code ?? ''] ?? `The report cannot be read: ${message}`, [], error);
  }
  if (rest !== '') yield { line: rest, isWhole: false };
}

/** Reads an event. Returns undefined for a line that is not JSON and may be incomplete. */
function readEvent(line: string, at: string, isWhole: boolean): CampaignEvent | undefined {
  let json: unknown;
  try {
    json = parseStrictJson(line);
  } catch {
    if (!isWhole) return undefined;
    throw new UsageError(`${at}: must be an event of a campaign as JSON, got ${brief(line)}`);
  }
  const { data, error } = eventSchema.safeParse(json);
  if (data !== undefined) return data;
  if (!isPlainObject(json) || !('event' in json))
    throw new UsageError(
      `${at}: is not a line of a campaign's report, got ${brief(line)}: name a file of .crosscheck/reports`,
    );
  const { path = [], message = 'is not an event' } = error?.issues[0] ?? {};
  const where = path.length === 0 ? '' : `${pathText(path)}: `;
  throw new UsageError(
    `${at}: is not an event of a campaign's report: ${where}${message}, got ${brief(line)}`,
  );
}

function assertOneCampaign(events: readonly CampaignEvent[], file: string): void {
  const starts = events.flatMap(({ event }, index) => (event === 'campaign' ? [index + 1] : []));
  if (starts[0] !== 1)
    throw new UsageError(
      events.length === 0
        ? `${file} is empty: the campaign ended before it began; run it again`
        : `${file}:1: must be the start of a campaign, got the event ${events[0]?.event}; is its beginning missing?`,
    );
  if (starts[1] !== undefined)
    throw new UsageError(
      `${file}:${starts[1]}: a second campaign starts here; keep one file per campaign and merge them with crosscheck report merge`,
    );
  const end = events.findIndex(({ event }) => event === 'end');
  const after = end === -1 ? undefined : events[end + 1];
  if (after !== undefined)
    throw new UsageError(
      `${file}:${end + 2}: the event ${after.event} comes after the end of the campaign; was the file edited?`,
    );
}

function brief(line: string): string {
  return `"${formatText(line, 60)}"`;
}
