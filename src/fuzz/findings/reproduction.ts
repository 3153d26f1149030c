import {
  bodyBytes,
  type CaseRequest,
  caseRequests,
  type HttpCaseRequest,
} from '../../checks/case/case-plan.js';
import type { Exchange } from '../../client/exchange.js';
import { curlCommand, shellVariable } from '../../client/exchange-text.js';
import type { Deployment } from '../../deployment/deployment.js';
import { deploymentVariables } from '../../deployment/environment.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { cut, formatText } from '../../internal/print.js';
import { redactedText } from '../../internal/redaction.js';
import { shellQuoted, shellWord } from '../../internal/terminal.js';
import { defaultCorpus } from '../campaign-options.js';
import { parseCaseId } from '../case-id.js';
import { findingTitle } from './describe-findings.js';
import { type Finding, generalId, type RecordedCall } from './finding.js';
import { isSure, runsToProveFixed } from './finding-certainty.js';

// What to repeat.

/** Bodies are truncated here: the plan has the whole request, and the rest of an answer shows nothing more. */
const maxRecordedBody = 65_536;

/** Copies the parts of an exchange that a report shows, secrets masked. */
export function recordedCall({ request, response, startedAt, durationMs, attempts }: Exchange): RecordedCall {
  const { body, ...head } = request;
  return {
    request: body === undefined ? head : { ...head, body: cut(body, maxRecordedBody) },
    ...(response === undefined
      ? {}
      : { response: { ...response, body: cut(response.body, maxRecordedBody) } }),
    startedAt,
    durationMs,
    attempts,
  };
}

/** Returns the environment variables of a deployment, for a shell, without credentials. */
export function variablesText(deployment: Deployment): string {
  return Object.entries(deploymentVariables(deployment))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

// The replay command.

/** How to rerun the case of a finding. */
export interface CaseReplay {
  /** The shell command; undefined if only the plan itself can be replayed. */
  readonly command: string | undefined;
  /** The file of the case in the corpus; undefined if it is not written. */
  readonly file: string | undefined;
}

/**
 * Returns how to rerun the case of a finding: from the corpus, which has the confirmed ones, or by its index in the campaign.
 * An index in the corpus phase changes with the corpus, so it does not identify a case.
 *
 * @param corpus - The folder that the campaign wrote to, or false.
 * @param flags - The flags that select the deployment. Default: none.
 */
export function caseReplay(
  { id, confidence, caseId }: Finding,
  corpus: string | false,
  flags = '',
): CaseReplay {
  const command = (what: string): string => `npx crosscheck replay ${what}${flags && ` ${flags}`}`;
  if (corpus !== false && isSure(confidence)) {
    const corpusFlag = corpus === defaultCorpus ? '' : ` --corpus ${shellWord(corpus)}`;
    return { command: command(`${id}${corpusFlag}`), file: `${corpus}/${id}.json` };
  }
  const phase = parseCaseId(caseId)?.phase;
  const isNamed = phase !== undefined && phase !== 'corpus';
  return { command: isNamed ? command(caseId) : undefined, file: undefined };
}

// curl.

/** A terminal would interpret these characters, or not show them. */
const unprintable = /[^\P{C}\n]/u;
/** Linux limits an argument to 128 KiB. */
const maxArgument = 100_000;
const maxInlineBody = 2_000;

/** A body that is too long for a command line. */
interface BodyFile {
  /** The index of its request, counted from 0 over all steps. */
  readonly at: number;
  /** `schema-1f3a9c2b40-1.body`: the finding, and the number of the request. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the bodies of a finding's case that its curl command reads from files. */
export function bodyFilesOf({ id, plan }: Pick<Finding, 'id' | 'plan'>): BodyFile[] {
  return caseRequests(plan).flatMap((request, at) => {
    if ('wire' in request || request.body === undefined) return [];
    const bytes = bodyBytes(request.body);
    return bytes.length > maxInlineBody ? [{ at, name: `${id}-${at + 1}.body`, bytes }] : [];
  });
}

/**
 * Returns the commands that repeat the requests of a finding's case, for a POSIX shell. Credentials are variables, named in
 * a comment. Bodies that are too long for a line come from files, if the corpus has the case. Raw bytes, which curl cannot
 * send, are left to the replay.
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
    if ('wire' in request)
      return `# request ${at + 1} is raw bytes, which curl cannot send: ${replay ?? 'run the test'}`;
    return httpCommand(request, exchange, files.get(at));
  });
  return [
    ...variableLines(exchanges, requests),
    ...(files.size > 0 ? [`# ${[...files.values()].join(', ')}: written with the corpus`] : []),
    ...plan.steps.flatMap(({ pauseMs = 0, requests: { length } }) => {
      const step = commands.splice(0, length);
      return [
        ...(pauseMs > 0 ? [`sleep ${pauseMs / 1000}`] : []),
        ...(length > 1 ? [...step.map((command) => `${command} &`), 'wait'] : step),
      ];
    }),
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
  const command =
    typeof body === 'string' && !unprintable.test(body)
      ? write({ body })
      : `printf %s ${shellQuoted(bodyBytes(body).toString('base64'))} | base64 -d | ${write({}, '-')}`;
  return Buffer.byteLength(command) < maxArgument ? command : '# its body is too long for a command';
}

/** Names the variables of all masked headers that the case does not set itself. */
function variableLines(exchanges: readonly RecordedCall[], requests: readonly CaseRequest[]): string[] {
  const names = exchanges.flatMap(({ request: { headers } }, at) => {
    const request = requests[at];
    if (request === undefined || 'wire' in request) return [];
    return Object.keys(headers).filter(
      (name) => headers[name] === redactedText && request.headers?.[name] === undefined,
    );
  });
  return [...new Set(names)].map((name) => `# set ${shellVariable(name)} to the value of the header ${name}`);
}

// A test.

/** So many runs fit into the timeout of the test. */
const maxRuns = 200;
const maxVariables = 1_000;

/**
 * Returns a Vitest test in TypeScript that fails as long as the deployment in force shows a finding.
 *
 * @param file - The case in a corpus, which the test reads. Default: the test contains the case.
 */
export function regressionTest(finding: Finding, file?: string): string {
  const { variables } = finding;
  const endpoints = customEndpointNames(finding).join(', ');
  const source = file === undefined ? `plan: ${literalText(finding.plan, 2)}` : `file: ${literalText(file)}`;
  const imports =
    endpoints === '' ? 'currentDeployment' : 'configuredDeployment, currentDeployment, loadConfig';
  return `${variables === undefined ? '' : `// ${formatText(variables, maxVariables)}\n`}import { ${imports} } from 'crosscheck';
import { replayCase } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';

test(${literalText(findingTitle(finding))}, async () => {${endpoints === '' ? '' : endpointsLines(endpoints)}
  const { findings } = await replayCase({
    deployment: currentDeployment(),
    ${source},${endpoints === '' ? '' : '\n    endpoints,'}${
      finding.confidence === 'stable'
        ? ''
        : `
    runs: ${Math.min(runsToProveFixed(finding), maxRuns)},`
    }
  });
  expect(findings.filter(({ id }) => id === ${literalText(file === undefined ? generalId(finding.signature) : finding.id)}).map(({ message }) => message)).toEqual([]);
}, 60_000);
`;
}

/** The configuration determines where a custom endpoint is defined. */
function endpointsLines(names: string): string {
  return `
  // From crosscheck.config.ts. Without one: [${names}], as defineEndpoint gives them.
  const { endpoints } = configuredDeployment(await loadConfig()) ?? {};`;
}

function customEndpointNames({ plan }: Finding): string[] {
  const names = new Set(caseRequests(plan).map(({ endpoint }) => endpoint));
  return [...names].filter((name) => !isBuiltIn(name));
}

const identifier = /^[A-Za-z_$][\w$]*$/;

const maxLine = 100;

/** Returns plain data as a TypeScript expression, its lines after the first indented by a number of levels. */
export function literalText(value: unknown, level = 0): string {
  if (typeof value === 'string') return quotedText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const items = Array.isArray(value)
    ? value.map((item) => literalText(item, level + 1))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${memberName(name)}: ${literalText(member, level + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (items.length === 0) return (open + close).replaceAll(' ', '');
  const indent = '  '.repeat(level);
  const line = open + items.join(', ') + close;
  if (indent.length + line.length <= maxLine && !line.includes('\n')) return line;
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close.trim()}`;
}

function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return identifier.test(name) ? name : quotedText(name);
}

/** Quotes a text with single quotes. Escapes control characters, lone surrogates and invisible characters like JSON. */
function quotedText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const visible = escaped.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return `'${visible}'`;
}
