import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import type { ChainNames } from '../../contract/dialect.js';
import { deploymentOptions } from '../../deployment/deployment.js';
import { UsageError } from '../../errors.js';
import { list, text } from '../../internal/options.js';
import { counted, formatText, formatValue } from '../../internal/print.js';
import { labelled, paintFor, textTable } from '../../internal/terminal.js';
import { type CommandContext, exitCodes } from '../command/cli-context.js';
import { addFlags, flagSet, givenOptions } from '../command/flags.js';
import { assertWritable, jsonFlag, outputFlags, writeOutput } from '../command/output.js';
import { readChains } from '../command/target.js';
import { type Comparison, compareDocuments } from './compare-document.js';
import { contractModule } from './contract-module.js';
import type { Difference } from './differences.js';
import { DocumentReader } from './document-schema.js';
import { type OpenApiDocument, readDocument } from './read-document.js';

const examples = `
Compares the two operations of the service with the interface: paths, members, types, required members, enumerations, statuses, errors.
With --out, it writes a module with the chain names, the conventions and the extension that the differences amount to. Name it
in crosscheck.config.ts, or in --extend. References to other documents are not followed.

Exit codes:
  0  compared; extension, conventions and other options express every difference
  1  a difference that they cannot express
  2  usage error: a flag, a document that is not an OpenAPI document, a file that exists
  3  the server of the document cannot be reached

Examples:
  $ crosscheck contract --from openapi.yaml
  $ crosscheck contract --from https://staging.example.org/openapi.json --out contract.ts
  $ crosscheck contract --from simulator.yaml --from observer.yaml --chains evm,tvm --json`;

const fromFlags = flagSet(
  undefined,
  {
    from: list(text()).meta({
      flag: '--from <file or URL>',
      description: 'an OpenAPI document, 3.0 or 3.1, JSON or YAML; one for each server if each has its own',
    }),
    chains: deploymentOptions.shape.chains.meta({
      flag: '--chains <names>',
      description: 'names of the two chains, destination first: evm,tvm (default: those of the document)',
    }),
  },
  { chains: readChains },
);
const jsonFlags = jsonFlag('print one line of JSON');
const { shape: outputShape } = outputFlags({});
const outFlags = flagSet('Output', {
  ...outputShape,
  out: outputShape.out.meta({
    flag: '--out <file>',
    description: 'a new .ts or .js file to write the chain names, conventions and extension to',
  }),
});

/** Makes a command `crosscheck contract`. */
export function configureContract(command: Command, context: CommandContext): void {
  command
    .description('Compare the OpenAPI document of a deployment with the interface, and write its extension.')
    .addHelpText('after', examples);
  addFlags(command, fromFlags, jsonFlags, outFlags);
  command.action(() => runContract(command, context));
}

/** Prints the differences, and writes the module that they amount to. */
async function runContract(command: Command, context: CommandContext): Promise<void> {
  const { from = [], chains } = givenOptions(command, fromFlags);
  const output = givenOptions(command, outFlags);
  const { out } = output;
  if (from.length === 0)
    throw new UsageError('--from is missing: name an OpenAPI document, such as --from openapi.yaml');
  const isTyped = /^\.[cm]?ts$/.test(extname(out ?? ''));
  if (out !== undefined && !isTyped && !/^\.m?js$/.test(extname(out)))
    throw new UsageError(`--out must end in .ts or .js, got ${formatValue(out)}`);
  if (/^crosscheck\.config\./.test(basename(out ?? '')))
    throw new UsageError('--out must be a file that crosscheck.config imports, such as contract.ts');
  await assertWritable(output);
  const documents = await Promise.all(from.map((source) => readDocument(source, context.cwd)));
  const givenChains = chains as ChainNames | undefined;
  const comparison = compareDocuments(
    documents.map((document) => ({ document, reader: new DocumentReader(document) })),
    givenChains,
  );
  if (out !== undefined)
    await writeOutput(contractModule(comparison, documents, { isTyped, givenChains }), output, context);
  const isJson = givenOptions(command, jsonFlags).json;
  context.stdout.write(
    isJson ? comparisonJson(comparison, documents) : comparisonText(comparison, documents, out, context),
  );
  if (comparison.differences.some(({ kind }) => kind === 'not-expressed'))
    context.endWith(exitCodes.findings);
}

/** Formats a comparison as one line of JSON. */
function comparisonJson(comparison: Comparison, documents: readonly OpenApiDocument[]): string {
  const { chains, endpoints, differences, conventions, extension, otherPaths } = comparison;
  const extend = Object.fromEntries(
    [...extension].map(([object, members]) => [object, members.map(({ name }) => name)]),
  );
  const shown = documents.map(({ source, openapi, title, version }) => ({ source, openapi, title, version }));
  return `${JSON.stringify({ documents: shown, chains, endpoints, differences, conventions, extend, otherPaths })}\n`;
}

/** Formats a comparison for people: a table of the differences, and what they amount to. */
function comparisonText(
  { chains, endpoints, differences, otherPaths }: Comparison,
  documents: readonly OpenApiDocument[],
  out: string | undefined,
  { stdout, env }: CommandContext,
): string {
  const paint = paintFor(stdout, env);
  const sources = documents.map(({ source, openapi, title, version }) =>
    labelled(
      'Document',
      [source, `OpenAPI ${openapi}`, [title, version].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    ),
  );
  const rows = differences.map((difference) => [
    `${difference.endpoint} ${difference.path}`,
    cell(difference.interface),
    cell(difference.document),
    becomesText(difference),
  ]);
  const [header, ...lines] = textTable([['PLACE', 'INTERFACE', 'DOCUMENT', 'BECOMES'], ...rows])
    .trimEnd()
    .split('\n');
  const painted = lines.map((line, at) =>
    differences[at]?.kind === 'not-expressed' ? paint('yellow', line) : line,
  );
  return [
    ...sources,
    labelled(
      'Chains',
      `${chains.alpha} is the destination chain (alpha), ${chains.beta} the source chain (beta)`,
    ),
    labelled('Simulate', endpoints.simulate ?? 'not in the document'),
    labelled('Inclusion', endpoints.inclusion ?? 'not in the document'),
    '',
    ...(differences.length === 0
      ? ['No difference from the interface.']
      : [header, ...painted, '', summaryText(differences)]),
    ...(otherPaths.length === 0 ? [] : [otherPathsText(otherPaths)]),
    ...(out === undefined ? [] : [`Written: ${formatText(out, 400)}`]),
    '',
  ].join('\n');
}

const prefixes: Readonly<Partial<Record<Difference['kind'], string>>> = {
  none: 'nothing to do: ',
  'not-expressed': 'not expressed: ',
};

function becomesText({ kind, becomes }: Difference): string {
  return `${prefixes[kind] ?? ''}${becomes}`;
}

/** Shortens long lists, which would widen the table. */
function cell(value: string): string {
  return value.length > 44 ? `${value.slice(0, 43)}…` : value;
}

function summaryText(differences: readonly Difference[]): string {
  const count = (kind: Difference['kind']): number =>
    differences.filter((difference) => difference.kind === kind).length;
  const parts: readonly (readonly [number, string])[] = [
    [count('extension'), 'for the extension'],
    [count('convention'), 'for conventions'],
    [count('option'), 'for other options'],
    [count('none'), 'to leave as they are'],
    [count('not-expressed'), 'not expressed'],
  ];
  const listed = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${counted(differences.length, 'difference')}: ${listed.join(', ')}.`;
}

function otherPathsText(paths: readonly string[]): string {
  const named = formatText(paths.slice(0, 5).join(', '), 200);
  const more = paths.length > 5 ? ', …' : '';
  return `Not compared: ${counted(paths.length, 'other path')} (${named}${more}). Describe those that you test with defineEndpoint.`;
}
