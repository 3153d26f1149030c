import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bodyBytes,
  type CaseRequest,
  caseRequests,
  type Expectation,
  type HttpCaseRequest,
  parseCaseId,
} from '../../case/case-plan.js';
import { intrinsicGas } from '../../checks/gas-and-fee-checks.js';
import { checkNamed } from '../../checks/known-checks.js';
import { curlCommand, shellVariable } from '../../client/exchange-text.js';
import { defaultConventions } from '../../contract/conventions.js';
import { renameMembers, wirePath } from '../../contract/dialect.js';
import { wireMember } from '../../contract/extension.js';
import {
  fieldsBelow,
  type ResponseField,
  type ResponseFields,
  simulationFields,
} from '../../contract/responses.js';
import { simulationRequestSchema } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { chainsOfVariables, deploymentVariables } from '../../deployment/environment.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { literalText } from '../../internal/code-text.js';
import { cannotWrite } from '../../internal/files.js';
import { formatText } from '../../internal/print.js';
import { redactedText } from '../../internal/redaction.js';
import { shellQuoted, shellWord } from '../../internal/terminal.js';
import { defaultCorpus } from '../model/campaign-options.js';
import { type Finding, generalId, type RecordedCall } from '../model/finding.js';
import { failsCampaign, isReproduced, runsToProveFixed } from '../model/finding-certainty.js';
import { bodyFilesOf, writeCorpusEntry } from './corpus.js';
import { findingTitle } from './describe-findings.js';

/** Returns the environment variables of a deployment, for a shell, without credentials. */
export function variablesText(deployment: Deployment): string {
  return Object.entries(deploymentVariables(deployment))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** Returns the flags that select the deployment of such variables. */
function flagsOfVariables(variables = ''): string {
  const known = /\bCROSSCHECK_(SIMULATOR_URL|OBSERVER_URL|CHAINS)=['"]?([^\s'"\p{C}]+)/gu;
  return [...variables.matchAll(known)]
    .map(([, name = '', value = '']) => `--${name.toLowerCase().replace('_', '-')} ${shellWord(value)}`)
    .join(' ');
}

// The replay command.

/** How to rerun the case of a finding. */
interface CaseReplay {
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
 * @param flags - The flags that select the deployment. Default: the URLs of the deployment that showed the finding.
 */
export function caseReplay(
  { id, confidence, caseId, variables }: Finding,
  corpus: string | false,
  flags = flagsOfVariables(variables),
): CaseReplay {
  const command = (what: string): string => `npx crosscheck replay ${what}${flags && ` ${flags}`}`;
  if (corpus !== false && isReproduced(confidence)) {
    const file = `${corpus}/${id}.json`;
    return { command: command(corpus === defaultCorpus ? id : shellWord(file)), file };
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

/**
 * Returns the commands that repeat the requests of a finding's case, for a POSIX shell. Credentials are variables, named in
 * a comment. Bodies that are too long for a line come from files, if the corpus has the case. Raw bytes, which curl cannot
 * send, are left to the replay.
 *
 * @param corpus - The folder to which the campaign wrote confirmed findings, or false. Default: false.
 * @param flags - The flags that select the deployment. Default: its URLs.
 */
export function curlCommands(finding: Finding, corpus: string | false = false, flags?: string): string {
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
    ...(files.size > 0 ? [`# ${[...files.values()].join(', ')}: written with the case`] : []),
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

// A regression test.

/** The number of runs that fit into the timeout of the test. */
const maxRuns = 200;
const maxVariables = 1_000;
/** A longer request would hide the assertion. */
const maxRequest = 2_000;

/**
 * Returns a Vitest test in TypeScript that fails as long as the deployment in force shows a finding: a call of the client and
 * an assertion where these say all of it, otherwise the replay of its case.
 *
 * @param file - The case in a corpus, which a replay reads. Default: the test contains the case.
 */
export function regressionTest(finding: Finding, file?: string): string {
  return writtenTest(
    finding,
    file === undefined
      ? { member: `plan: ${literalText(finding.plan, 1)}`, id: generalId(finding.signature) }
      : { member: `file: ${literalText(file)}`, id: finding.id },
  );
}

/** Where a test has the case that it replays. */
interface CaseSource {
  /** The member of the options of `replayCase`. */
  readonly member: string;
  /** The id of the finding there. A plan knows no conditions. */
  readonly id: string;
  /** Default: none. */
  readonly imports?: readonly string[];
}

function writtenTest(finding: Finding, source: CaseSource): string {
  const { imports, lines, timeout = '' } = callTest(finding) ?? replayTest(finding, source);
  const { variables } = finding;
  return [
    ...(variables === undefined ? [] : [`// Found on: ${formatText(variables, maxVariables)}`]),
    ...imports,
    '',
    `test(${literalText(testTitle(finding))}, async () => {`,
    ...lines.map((line) => `  ${line}`),
    `}${timeout});`,
    '',
  ].join('\n');
}

/** Names a test by the first sentence of the rule that it holds the service to: `a simulation that succeeds must … (gas-missing: …)`. */
function testTitle(finding: Finding): string {
  const { check, endpoint, path } = finding.signature;
  const [rule] = checkNamed(check)?.about.split(/\.(?: |$)/, 1) ?? [];
  // Another version may have other checks.
  if (rule === undefined) return findingTitle(finding);
  const place = path === '' ? '' : ` ${wirePath(path, chainsOfVariables(finding.variables))}`;
  return formatText(
    `${rule.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())} (${check}: ${endpoint}${place})`,
    300,
  );
}

/** The parts of a test that differ. */
interface TestParts {
  readonly imports: readonly string[];
  readonly lines: readonly string[];
  /** Default: that of the test runner. */
  readonly timeout?: string;
}

/** A simulation that shows a finding: what was expected of it, and its answer. */
interface ShownCall {
  readonly expect: Expectation;
  readonly signature: Finding['signature'];
  /** The body of the answer. */
  readonly body: string;
}

/** The assertions, by check; undefined if none covers everything that the check found. */
const assertions: Readonly<Record<string, (shown: ShownCall) => string | undefined>> = {
  'gas-missing': () => 'toUseGasWithin({ min: 1 })',
  'gas-below-minimum': ({ body }) => {
    const data = callDataIn(body);
    return data && `toUseGasWithin({ min: ${intrinsicGas(data)} })`;
  },
  // The assertion of a success rejects a success with an error.
  'verdict-contradicts-error': ({ signature: { class: kind } }) =>
    kind === 'failure without error' ? 'toFailSimulation(/\\S/)' : 'toSimulateSuccessfully()',
  schema: ({ signature: { path } }) => {
    const pattern = memberPattern(path);
    return pattern && `toMatchSimulation(${pattern})`;
  },
  'wrong-verdict': ({ expect }) =>
    expect.kind === 'simulated'
      ? `${expect.succeeds ? 'toSimulateSuccessfully' : 'toFailSimulation'}()`
      : undefined,
  'unexpected-error': ({ expect }) =>
    // The error of a contract may be written in several ways.
    expect.kind === 'simulated' && typeof expect.fails === 'string'
      ? `toFailSimulation(${literalText(expect.fails)})`
      : undefined,
  'unexpected-messages': ({ expect, signature: { class: kind } }) =>
    expect.kind === 'simulated' && expect.sends !== undefined && ['lost', 'too many'].includes(kind)
      ? `toHaveOutMessageCount(${expect.sends.length})`
      : undefined,
};

/**
 * Returns the assertion that shows that a finding is fixed. The client throws for the answers that some checks report; but
 * without an assertion, an answer from a cache or one without a verdict would pass.
 */
function assertionOf(shown: ShownCall): string | undefined {
  const { check } = shown.signature;
  const write = assertions[check];
  if (write !== undefined) return write(shown);
  return checkNamed(check)?.isThrownByClient
    ? 'toMatchSimulation({ simulationStatus: expect.any(Boolean) })'
    : undefined;
}

/** Returns the call data in the body of an answer; undefined if it has none. */
function callDataIn(body: string): string | undefined {
  try {
    const data: unknown = JSON.parse(body)?.response?.debugInfo?.callData;
    return typeof data === 'string' && /^0x(?:[\da-f]{2})*$/i.test(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the lines of a test of one query whose record an assertion judges; undefined if there is none for what was found. */
function recordLines({ plan, signature: { check } }: Finding): readonly string[] | undefined {
  if (check !== 'included-without-transaction') return undefined;
  const [query, ...more] = caseRequests(plan);
  if (query === undefined || more.length > 0 || 'wire' in query) return undefined;
  const { expect, method, headers, body } = query;
  if (expect.kind !== 'known' && expect.kind !== 'unknown') return undefined;
  if (method !== undefined || headers !== undefined || body !== undefined) return undefined;
  return [
    `const record = await client.inclusion(${literalText(expect.operationId)});`,
    'expect(record).toHaveInclusionTransaction({ hash: expect.any(String) });',
  ];
}

/** Returns a pattern with a value of a simulation, `{ feeParams: { currentBaseFee: expect.anything() } }`; undefined for lists and objects. */
function memberPattern(path: string): string | undefined {
  const [, ...names] = path.split('.');
  let fields: ResponseFields | undefined = simulationFields;
  let field: ResponseField | undefined;
  for (const name of names) {
    field = fields?.[name];
    fields = field && fieldsBelow(field);
  }
  if (field === undefined || !('format' in field)) return undefined;
  return names.reduceRight((value, name) => `{ ${name}: ${value} }`, 'expect.anything()');
}

/** Returns a test of one or two calls or of one query; undefined if the finding needs more, or no assertion shows it. */
function callTest(finding: Finding): TestParts | undefined {
  const { confidence, context, plan, signature, exchanges } = finding;
  if (confidence !== 'stable' || context !== undefined || plan.growth !== undefined) return undefined;
  const test = (lines: readonly string[]): TestParts => ({
    imports: [
      "import { createClient, currentDeployment } from 'crosscheck';",
      "import 'crosscheck/vitest';",
      "import { expect, test } from 'vitest';",
      '',
      'const client = createClient(currentDeployment());',
    ],
    lines: lines.flatMap((line) => line.split('\n')),
  });
  const ofRecord = recordLines(finding);
  if (ofRecord !== undefined) return test(ofRecord);
  const [first, again, ...more] = caseRequests(plan);
  const request = first && simulatedRequest(first, finding);
  if (first === undefined || request === undefined || more.length > 0) return undefined;
  if (again === undefined) {
    const body = exchanges[0]?.response?.body ?? '';
    const assertion = assertionOf({ expect: first.expect, signature, body });
    if (assertion === undefined) return undefined;
    return test([`const result = await client.simulate(${request});`, `await expect(result).${assertion};`]);
  }
  // A success may lack an error and a message.
  const member = /^response\.(?!outMessages$|simulationError$|message$)(\w+)$/.exec(signature.path)?.[1];
  const isSame = signature.check === 'determinism' && simulatedRequest(again, finding) === request;
  if (!isSame || member === undefined || plan.steps.length !== 2) return undefined;
  return test([
    `const request = ${request};`,
    'const first = await client.simulate(request);',
    'const second = await client.simulate(request);',
    `await expect(first).toMatchSimulation({ ${member}: expect.anything() });`,
    `await expect(second).toMatchSimulation({ ${member}: first.response.${member} });`,
  ]);
}

/** Returns the request of the call of a client that sends exactly this; undefined if there is no such call. */
function simulatedRequest(request: CaseRequest, { variables }: Finding): string | undefined {
  if ('wire' in request || request.method !== undefined || request.headers !== undefined) return undefined;
  const { endpoint, query, body, expect } = request;
  if (endpoint !== 'simulate' || expect.kind !== 'simulated' || query !== undefined) return undefined;
  const chains = chainsOfVariables(variables);
  const wire = renameMembers({ ...expect.request }, (name) => wireMember(name, chains));
  const isValid = simulationRequestSchema(defaultConventions).safeParse(expect.request).success;
  const isSent = body === JSON.stringify(wire) && body.length <= maxRequest;
  return isValid && isSent ? literalText(expect.request) : undefined;
}

function replayTest(finding: Finding, { member, id, imports = [] }: CaseSource): TestParts {
  const { plan, confidence } = finding;
  const endpoints = [...new Set(caseRequests(plan).map(({ endpoint }) => endpoint))].filter(
    (name) => !isBuiltIn(name),
  );
  const isCustom = endpoints.length > 0;
  const runs = confidence === 'stable' ? [] : [`runs: ${Math.min(runsToProveFixed(finding), maxRuns)}`];
  return {
    imports: [
      ...imports,
      "import { currentDeployment } from 'crosscheck';",
      // The configuration determines where a custom endpoint is defined.
      ...(isCustom ? ["import { configuredDeployment, loadConfig } from 'crosscheck/config';"] : []),
      "import { findingText, replayCase } from 'crosscheck/fuzz';",
      "import { expect, test } from 'vitest';",
    ],
    lines: [
      ...(isCustom
        ? [
            `// From crosscheck.config.ts. Without one: [${endpoints.join(', ')}], as defineEndpoint returns them.`,
            'const { endpoints } = configuredDeployment(await loadConfig()) ?? {};',
          ]
        : []),
      'const { findings } = await replayCase({',
      '  deployment: currentDeployment(),',
      ...[member, ...(isCustom ? ['endpoints'] : []), ...runs].flatMap((option) =>
        `  ${option},`.split('\n'),
      ),
      '});',
      `const finding = findings.find(({ id }) => id === ${literalText(id)});`,
      'if (finding) expect.fail(findingText(finding));',
    ],
    timeout: ', 60_000',
  };
}

// Files next to a report.

/** Returns the folder next to a report: `campaign` for `campaign.ndjson`. */
export function reproductionFolder(report: string): string {
  const folder = report.replace(/\.ndjson$/, '');
  return folder === report ? `${report}-findings` : folder;
}

/** Returns the folder with the case of a finding: the corpus of its campaign, else the one next to a report that has it, else false. */
export function caseFolder(
  { id }: Finding,
  corpus: string | false,
  reports: readonly string[] = [],
): string | false {
  if (corpus !== false) return corpus;
  return reports.map(reproductionFolder).find((folder) => existsSync(join(folder, `${id}.json`))) ?? false;
}

/**
 * Writes next to a report how to repeat each finding that fails the campaign: its case, curl commands and a regression test.
 *
 * @param flags - The flags that select the deployment. Default: its URLs.
 * @throws {UsageError} if a file cannot be written.
 */
export async function writeReproductions(
  report: string,
  findings: readonly Finding[],
  flags?: string,
): Promise<void> {
  const folder = reproductionFolder(report);
  for (const finding of findings.filter(failsCampaign)) {
    await writeCorpusEntry(folder, finding);
    const name = join(folder, finding.id);
    try {
      await writeFile(`${name}.sh`, `${curlCommands(finding, folder, flags)}\n`);
      await writeFile(`${name}-test.ts`, writtenTest(finding, caseBeside(finding)));
    } catch (error) {
      throw cannotWrite(`The test ${name}-test.ts`, error);
    }
  }
}

/** The case in a file next to the test, wherever both are copied. */
function caseBeside({ id }: Finding): CaseSource {
  return {
    member: `file: fileURLToPath(new URL(${literalText(`./${id}.json`)}, import.meta.url))`,
    id,
    imports: ["import { fileURLToPath } from 'node:url';"],
  };
}
