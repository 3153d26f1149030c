import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { writing } from '../../internal/files.js';
import { boolean } from '../../internal/options.js';
import {
  addCall,
  callText,
  installCall,
  type ProgramCall,
  scriptCall,
} from '../../internal/package-manager.js';
import { packageManifest, packageVersion } from '../../internal/package-manifest.js';
import { textTable } from '../../internal/terminal.js';
import { type CommandContext, exitCodes } from '../command/cli-context.js';
import { addFlags, flagSet, type GivenOptions, givenOptions } from '../command/flags.js';
import { changeManifest, dependsOn, type Project, projectOf } from './project.js';
import { type SuiteFile, suiteCommand, suiteFiles, suitePatterns, suiteScript } from './suite-files.js';

const examples = `
Writes crosscheck.config, an end-to-end test, a property test with their own Vitest configuration, and a GitHub workflow, adds
the script test:crosscheck, and installs missing packages with the package manager of the project. Existing files and tests
are not changed.

Exit codes:
  0  done, or nothing to do
  2  usage error: no package.json, no terminal to ask in, or a file cannot be written
  3  all files were written, but the packages could not be installed

Examples:
  $ crosscheck init
  $ crosscheck init --yes
  $ crosscheck init --dry-run`;

const flags = flagSet(undefined, {
  yes: boolean().meta({ flag: '-y, --yes', description: 'do not ask for confirmation' }),
  dryRun: boolean().meta({ flag: '--dry-run', description: 'show what would be done, without doing it' }),
  install: boolean().meta({
    flag: '--no-install',
    description: 'add the packages to package.json without installing them',
  }),
});

/** Makes a command `crosscheck init`. */
export function configureInit(command: Command, context: CommandContext): void {
  command.description('Add a test suite to the project in this folder.').addHelpText('after', examples);
  addFlags(command, flags);
  command.action(() => runInit(givenOptions(command, flags), context));
}

async function runInit(
  { yes = false, dryRun = false, install = true }: GivenOptions<typeof flags.shape>,
  context: CommandContext,
): Promise<void> {
  const { stdout, stderr, confirm, runProgram } = context;
  const project = await projectOf(context.cwd);
  const packages = missingPackages(project);
  const add = packages.length > 0 && install ? installation(project, packages) : undefined;
  const steps = await stepsOf(project, add === undefined ? packages : []);
  stdout.write(planText(project, steps, add));
  if (add === undefined && steps.every(({ take }) => take === undefined)) {
    stdout.write('\nNothing to do: the suite is complete.\n');
    return;
  }
  if (dryRun) {
    stdout.write('\nNothing was done, because of --dry-run.\n');
    return;
  }
  if (!yes && confirm === undefined)
    throw new UsageError('init asks for confirmation, but there is no terminal: add --yes');
  if (!yes && !(await confirm?.('\nDo this? [y/N] '))) {
    stdout.write('\nNothing was done.\n');
    return;
  }
  for (const step of steps) await writing(step.what, async () => step.take?.());
  const failure = add && (await runProgram(add, project.folder));
  if (add !== undefined && failure !== undefined) {
    stderr.write(
      `error: All files were written, but \`${callText(add)}\` failed (${failure}): run it again\n`,
    );
    context.endWith(exitCodes.cannotRun);
    return;
  }
  stdout.write(doneText(project, packages, add !== undefined));
}

/** A package, and the version of it that the suite is tested with. */
interface Package {
  readonly name: string;
  /** A version, or the start of one: `4`. */
  readonly version: string;
}

/** The peers of this package that the suite uses. */
const peers: readonly Package[] = [
  { name: 'fast-check', version: '4' },
  { name: 'vitest', version: '4' },
];

function missingPackages({ manifest }: Project): Package[] {
  return [{ name: 'crosscheck', version: packageVersion() }, ...peers].filter(
    ({ name }) => !dependsOn(manifest, name),
  );
}

function installation(project: Project, packages: readonly Package[]): ProgramCall {
  const versions = packages.map(({ name, version }) => `${name}@${version}`);
  return addCall(project.packageManager, project, versions);
}

/** A change of the project, or something that it already has. */
interface Step {
  readonly verb: 'write' | 'add' | 'keep';
  /** A file. */
  readonly what: string;
  readonly about: string;
  /** Makes the change. Undefined if there is nothing to do. */
  readonly take?: () => Promise<void>;
}

/**
 * Returns the changes of the project. Only reads files.
 *
 * @param packages - What to add to `package.json` without installing it.
 */
async function stepsOf(project: Project, packages: readonly Package[]): Promise<Step[]> {
  return [
    ...(await Promise.all(suiteFiles(project).map((file) => fileStep(project, file)))),
    scriptStep(project),
    ...(packages.length > 0 ? [dependenciesStep(project, packages)] : []),
    await ignoreStep(project),
  ];
}

/** Writes a file of the suite, unless one of its name exists, also with the extension of another language. */
async function fileStep({ folder }: Project, file: SuiteFile): Promise<Step> {
  const path = join(file.folder, file.path);
  const parent = dirname(path);
  const names = await readdir(parent).catch(() => []);
  const existing = names.filter((name) => stemOf(name) === stemOf(basename(path))).sort()[0];
  const shown = (to: string): string => relative(folder, to).split(sep).join('/');
  if (existing !== undefined) return { verb: 'keep', what: shown(join(parent, existing)), about: 'exists' };
  return {
    verb: 'write',
    what: shown(path),
    about: file.about,
    take: async () => {
      await mkdir(parent, { recursive: true });
      // The file may have been created meanwhile.
      await writeFile(path, file.text, { flag: 'wx' });
    },
  };
}

function stemOf(name: string): string {
  return name.replace(/\.(?:[cm]?[jt]s|json|ya?ml)$/, '');
}

function scriptStep(project: Project): Step {
  const what = 'package.json';
  const { folder, manifest } = project;
  if (manifest.scripts?.[suiteScript] !== undefined)
    return { verb: 'keep', what, about: `has a script ${suiteScript} already` };
  const command = suiteCommand(project);
  return {
    verb: 'add',
    what,
    about: `the script ${suiteScript}: ${command}`,
    take: () =>
      changeManifest(folder, (current) => ({
        ...current,
        scripts: { ...current.scripts, [suiteScript]: command },
      })),
  };
}

function dependenciesStep({ folder }: Project, packages: readonly Package[]): Step {
  const added = Object.fromEntries(packages.map(({ name, version }) => [name, `^${version}`]));
  return {
    verb: 'add',
    what: 'package.json',
    about: `for development: ${packages.map(({ name }) => name).join(', ')}`,
    take: () =>
      changeManifest(folder, (current) => ({
        ...current,
        devDependencies: sorted({ ...current.devDependencies, ...added }),
      })),
  };
}

/** Sorts as package managers do. */
function sorted(packages: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const ignored = '.crosscheck/reports/';

/** Makes git ignore the reports of campaigns. The corpus and baselines next to them should be committed. */
async function ignoreStep({ folder }: Project): Promise<Step> {
  const file = join(folder, '.gitignore');
  const text = await readFile(file, 'utf8').catch(() => '');
  const what = '.gitignore';
  if (/^\/?\.crosscheck(?:\/reports)?(?:\/\*?)?\s*$/m.test(text))
    return { verb: 'keep', what, about: `has ${ignored} already` };
  const line = `${text === '' || text.endsWith('\n') ? '' : '\n'}${ignored}\n`;
  return { verb: 'add', what, about: `${ignored}: reports of campaigns`, take: () => appendFile(file, line) };
}

function planText({ folder }: Project, steps: readonly Step[], add: ProgramCall | undefined): string {
  const layout = { indent: '  ', widths: [5] };
  const table = textTable(
    steps.map(({ verb, what, about }) => [verb, what, about]),
    layout,
  );
  return `${folder}\n${table}${add === undefined ? '' : textTable([['run', callText(add)]], layout)}`;
}

function doneText(project: Project, packages: readonly Package[], isInstalled: boolean): string {
  const { packageManager, hasLock, hasTsconfig } = project;
  const run = callText(scriptCall(packageManager, suiteScript));
  const { peerDependencies } = packageManifest();
  const existing = peers.filter(({ name }) => !packages.some((missing) => missing.name === name));
  const ranges = existing.map(({ name }) => `${name} ${peerDependencies[name]}`);
  const patterns = suitePatterns.map((pattern) => `"${pattern}"`);
  const notes = [
    hasTsconfig &&
      `If tsconfig.json compiles this folder, add to its "exclude", next to the outDir: ${patterns.join(', ')}`,
    ranges.length > 0 && `The suite needs ${ranges.join(' and ')}.`,
    packages.length > 0 &&
      !isInstalled &&
      `All files are written. To install the packages, run ${callText(installCall(packageManager))}`,
    !hasLock &&
      !isInstalled &&
      'The workflow needs a lock file, and there is none: install the packages and commit the file.',
  ];
  return `
Done. Run the suite on a local deployment, or on another one:
  ${run}
  CROSSCHECK_SIMULATOR_URL=https://… CROSSCHECK_OBSERVER_URL=https://… ${run}
${notes.flatMap((note) => (note ? [`\n${note}\n`] : [])).join('')}`;
}
