import { bodyBytes } from '../../checks/case/body-bytes.js';
import type { CaseRequest, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { caseRequests } from '../../checks/case/case-requests.js';
import { curlCommand, quoted, shellVariable } from '../../client/exchange-text.js';
import { redactedText } from '../../internal/redaction.js';
import { bodyFilesOf } from './body-files.js';
import { caseReplay } from './case-replay.js';
import type { Finding, RecordedCall } from './finding.js';
import { inBackground, pausing } from './shell-lines.js';
import { wireCommand } from './wire-command.js';

/** A terminal would act on them, or not show them. */
const unprintable = /[^\P{C}\n]/u;
/** Linux takes an argument of 128 KiB at most. */
const longestArgument = 100_000;

/**
 * Writes the commands that send the requests of a finding's case again, to be pasted into a POSIX shell. Credentials are
 * variables, named in a comment; bodies that are too long for a line come from files, where the corpus has the case.
 *
 * @param corpus - The folder that the campaign wrote sure findings to, or false. Default: false.
 * @param flags - What names the deployment to a shell. Default: nothing.
 */
export function curlCommands(finding: Finding, corpus: string | false = false, flags = ''): string {
  const { plan, exchanges } = finding;
  const { command: replay, file: entry } = caseReplay(finding, corpus, flags);
  const files = new Map(
    entry === undefined ? [] : bodyFilesOf(finding).map(({ at, name }) => [at, `${corpus}/${name}`]),
  );
  const requests = caseRequests(plan);
  const commands = requests.map((request, at) => {
    const exchange = exchanges[at];
    if (exchange === undefined) return `# request ${at + 1} was not sent`;
    if ('wire' in request) return wireCommand(request, exchange);
    return httpCommand(request, exchange, files.get(at));
  });
  return [
    ...variableLines(exchanges, requests),
    ...(files.size > 0 ? [`# ${[...files.values()].join(', ')}: written with the corpus`] : []),
    ...(entry !== undefined && requests.some((request) => 'wire' in request)
      ? [`# byte by byte, with its pauses: ${replay}`]
      : []),
    ...plan.steps.flatMap(({ pauseMs = 0, requests: { length } }) => [
      ...pausing(pauseMs),
      ...inBackground(commands.splice(0, length)),
    ]),
  ].join('\n');
}

function httpCommand(
  { query, headers, body }: HttpCaseRequest,
  { request }: RecordedCall,
  file: string | undefined,
): string {
  const [url = ''] = request.url.split('?', 1);
  const planned = {
    method: request.method,
    url: query === undefined ? url : `${url}?${query}`,
    headers: { ...request.headers, ...headers },
  };
  const write = (more: { readonly body?: string }, bodyFile?: string): string =>
    curlCommand(
      { request: { ...planned, ...more } },
      { credentials: 'variables', includeHead: true, bodyFile },
    );
  if (body === undefined) return write({});
  if (file !== undefined) return write({}, file);
  if (typeof body === 'string' && !unprintable.test(body)) return fitting(write({ body }));
  return fitting(`printf %s ${quoted(bodyBytes(body).toString('base64'))} | base64 -d | ${write({}, '-')}`);
}

function fitting(command: string): string {
  return Buffer.byteLength(command) < longestArgument ? command : '# its body is too long for a command';
}

/** Names the variables of all masked headers that the case does not set itself. */
function variableLines(exchanges: readonly RecordedCall[], requests: readonly CaseRequest[]): string[] {
  const names = exchanges.flatMap(({ request: { headers } }, at) => {
    const request = requests[at];
    const own = request !== undefined && 'headers' in request ? request.headers : undefined;
    return Object.keys(headers).filter((name) => headers[name] === redactedText && own?.[name] === undefined);
  });
  return [...new Set(names)].map((name) => `# set ${shellVariable(name)} to the value of the header ${name}`);
}
