import {
  bodyBytes,
  type CaseRequest,
  caseRequests,
  type HttpCaseRequest,
} from '../../checks/case/case-plan.js';
import { curlCommand, quoted, shellVariable } from '../../client/exchange-text.js';
import { redactedText } from '../../internal/redaction.js';
import { bodyFilesOf } from './body-files.js';
import { caseReplay } from './case-replay.js';
import type { Finding, RecordedCall } from './finding.js';
import { inBackground, pausing } from './shell-lines.js';
import { wireCommand } from './wire-command.js';

/** A terminal would interpret these characters, or not show them. */
const unprintable = /[^\P{C}\n]/u;
/** Linux limits an argument to 128 KiB. */
const longestArgument = 100_000;

/**
 * Returns the commands that repeat the requests of a finding's case, for a POSIX shell. Credentials are variables, named in
 * a comment. Bodies that are too long for a line come from files, if the corpus has the case.
 *
 * @param corpus - The folder to which the campaign wrote confirmed findings, or false. Default: false.
 * @param flags - The flags that select the deployment. Default: none.
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
