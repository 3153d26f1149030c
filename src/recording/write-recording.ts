import { stringify } from 'lossless-json';
import { UsageError } from '../errors.js';
import { writeWholeFile } from '../internal/json-files/write-whole-file.js';
import type { ExchangeLog, LoggedExchange } from './exchange-log.js';
import { type RecordedAnswer, recordedAnswer } from './recorded-answer.js';
import { type RecordedRequest, recordedRequest, requestKey } from './recorded-request.js';
import { inRecordingPlace } from './recording-place.js';
import { numberedMask, secretMask } from './secret-mask.js';
import { mostRecordingBytes, recordingVersion, type TapedExchange } from './taped-exchange.js';

/**
 * Writes what was logged as JSON for people to review: without secrets, in the order of the requests, which is the same
 * however they were mixed, and whole or not at all.
 *
 * @throws {UsageError} when it is too large, its file is something else, or it cannot be written.
 */
export async function writeRecording(file: string, log: ExchangeLog): Promise<void> {
  const recording = {
    'crosscheck-recording': recordingVersion,
    deployments: log.deployments,
    exchanges: exchangesOf(log),
  };
  const text = `${stringify(recording, undefined, 2)}\n`;
  if (text.length > mostRecordingBytes)
    throw new UsageError(
      `The recording ${file} would have ${text.length} characters, and ${mostRecordingBytes} are read at most: record fewer exchanges`,
    );
  await inRecordingPlace(file, () => writeWholeFile(file, text));
}

function exchangesOf(log: ExchangeLog): TapedExchange[] {
  const redact = secretMask(log.secrets);
  const isOfOne = log.deployments.length === 1;
  const logged = new Map<
    string,
    { readonly request: RecordedRequest; readonly of: Required<LoggedExchange>[] }
  >();
  for (const exchange of log.ended) {
    const { request: sent } = exchange;
    const ofDeployment = isOfOne ? {} : { deployment: sent.deployment };
    const request = { ...ofDeployment, ...recordedRequest(sent, redact) };
    const key = [requestKey(request), request.server, request.deployment].join(' ');
    const known = logged.get(key) ?? { request, of: [] };
    logged.set(key, known);
    known.of.push(exchange);
  }
  // In the order in which they are written, so that the masks have the same numbers however the requests were mixed.
  const redactAnswer = secretMask(log.secrets, numberedMask());
  return [...logged]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { request, of }]) => {
      const answers: RecordedAnswer[] = [];
      for (const { answer, wait } of of)
        addAnswer(answers, { wait, ...recordedAnswer(answer, redactAnswer) });
      const waitedMs = log.waitedMs(of[0]?.request.operationId);
      return { request, waitedMs, answers: withWaits(answers) };
    });
}

/** What comes several times in a row, as it does while an operation is polled, is written once. */
function addAnswer(answers: RecordedAnswer[], answer: RecordedAnswer): void {
  const { times = 1, ...last } = answers.at(-1) ?? {};
  if (stringify(last) === stringify(answer)) answers[answers.length - 1] = { times: times + 1, ...last };
  else answers.push(answer);
}

/** Answers of one wait need not say so. */
function withWaits(answers: readonly RecordedAnswer[]): readonly RecordedAnswer[] {
  if (answers.some(({ wait }) => wait !== answers[0]?.wait)) return answers;
  return answers.map(({ wait: _, ...answer }) => answer);
}
