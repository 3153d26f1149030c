import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import { CampaignCannotRunError } from '../errors.js';
import { findingGroups, findingTitle } from '../fuzz/findings/describe-findings.js';
import { type FindingTextOptions, findingsTable, groupText } from '../fuzz/findings/finding-text.js';
import { defaultCorpus } from '../fuzz/model/campaign-options.js';
import type { Finding } from '../fuzz/model/finding.js';
import type { Replay } from '../fuzz/replay-case.js';
import { type ReplayProgress, replayOptions } from '../fuzz/replay-options.js';
import { realClock } from '../internal/clock.js';
import { loadWithPeer } from '../internal/load-with-peer.js';
import { definedMembers } from '../internal/objects.js';
import { withOptionNames } from '../internal/option-names.js';
import { counted, formatCount } from '../internal/print.js';
import { ProgressLine, shellWord } from '../internal/terminal.js';
import { type CommandContext, exitCodes } from './command/cli-context.js';
import { addFlags, flagSet, givenOptions } from './command/flags.js';
import { jsonFlag } from './command/output.js';
import { showFlags, shownOf } from './command/show-flags.js';
import {
  callFlags,
  deploymentFlags,
  localFlags,
  optionNames,
  pollableOperations,
  type Target,
  targetFlags,
  withTarget,
} from './command/target.js';

const examples = `
Name the case by the id of a finding in the corpus, by a file of a corpus, or by its index in a campaign. A case by its index
needs the deployment, calls and endpoints of the campaign.

Exit codes:
  0  the finding did not occur again; for a case by its index, no finding occurred
  1  the finding occurred again; for a case by its index, any finding occurred
  2  usage error: an invalid flag, or an unknown case
  3  inconclusive: the deployment could not be tested

Examples:
  $ crosscheck replay schema-1f3a9c2b40
  $ crosscheck replay .crosscheck/corpus/schema-1f3a9c2b40.json --runs 20
  $ crosscheck replay 7:valid/123 --control-url http://127.0.0.1:8082
  $ crosscheck replay 7:valid/123 --local`;

const jsonFlags = jsonFlag('print the result as one line of JSON');
const { runs, corpus, connectTimeoutMs, operationIds } = replayOptions.shape;
const replayFlags = flagSet('Replay', {
  ...{ runs, corpus, operationIds },
  connectTimeoutMs: connectTimeoutMs.meta({ ...connectTimeoutMs.meta(), heading: 'Replay' }),
});

/** Makes a command `crosscheck replay`. */
export function configureReplay(command: Command, context: CommandContext): void {
  command
    .description('Run a case of a campaign again, and report its findings.')
    .argument('<id|file>', 'the case: schema-1f3a9c2b40, a file of a corpus, or 7:valid/123')
    .addHelpText('after', examples);
  addFlags(command, jsonFlags, showFlags, replayFlags, localFlags, targetFlags, callFlags);
  command.action((name: string) => runReplay(name, command, context));
}

/** Replays a case and prints its findings. */
async function runReplay(name: string, command: Command, context: CommandContext): Promise<void> {
  const { json } = givenOptions(command, jsonFlags);
  const show = shownOf(command, json);
  const stop = new AbortController();
  // Before anything is loaded, so that an early signal ends it as cleanly as a late one.
  void context.untilStopped().then(() => stop.abort());
  const { replayCase } = await loadWithPeer('This command', () => import('../fuzz/replay-case.js'));
  const { campaignCalls } = await import('./command/campaign-calls.js');
  await withTarget(command, context, stop.signal, async (target) => {
    const given = { ...configured(target), ...givenOptions(command, replayFlags) };
    const progress = new ProgressLine(context.stderr);
    const startMs = realClock.now();
    const options = {
      ...given,
      ...caseNamed(name),
      deployment: target.deployment,
      endpoints: target.endpoints,
      calls: campaignCalls(command, target),
      operationIds: given.operationIds ?? (await pollableOperations(target)),
      signal: stop.signal,
      onRun: (done: ReplayProgress) => progress.update(realClock.now() - startMs, () => progressText(done)),
    };
    const replaying = withOptionNames(optionNames(target, replayFlags), () => replayCase(options));
    const replay = await replaying
      .catch((error: unknown) => {
        if (stop.signal.aborted)
          throw new CampaignCannotRunError({
            summary: 'The replay was stopped before it could judge the case',
          });
        throw error;
      })
      .finally(() => progress.end());
    const flags = deploymentFlags(command, target);
    context.stdout.write(
      json
        ? `${JSON.stringify(replay)}\n`
        : replayText(replay, name, { args: context.args, flags, corpus: given.corpus, show }),
    );
    if (replay.isShown) context.endWith(exitCodes.findings);
  });
}

/** Returns the configured options of campaigns that a replay has too. */
function configured({ fuzz = {} }: Target) {
  const { skipChecks, limits, connectTimeoutMs, operationIds, corpus } = fuzz;
  return definedMembers({ skipChecks, limits, connectTimeoutMs, operationIds, corpus: corpus || undefined });
}

/** A file has a separator or an ending. */
function caseNamed(
  name: string,
): { readonly caseId: string } | { readonly file: string } | { readonly id: string } {
  if (/^\d+:/.test(name)) return { caseId: name };
  return /[\\/]|\.json$/.test(name) ? { file: name } : { id: name };
}

function progressText({ runs, of, shown }: ReplayProgress): string {
  return `${formatCount(runs)} of ${counted(of, 'run')}, ${formatCount(shown)} showed it`;
}

interface ReplayTextOptions {
  /** Of the command line, whose output masks the secrets of URLs. */
  readonly args: readonly string[];
  readonly flags: string;
  readonly corpus?: string | undefined;
  readonly show?: FindingTextOptions['show'];
}

function replayText(
  replay: Replay,
  name: string,
  { args, flags, corpus = defaultCorpus, show }: ReplayTextOptions,
): string {
  const { asked, isShown, findings, runs, notes = [] } = replay;
  const isAsked = ({ id }: Finding): boolean => asked === undefined || id === asked;
  const shown = findings.filter(isAsked);
  const others = findings.filter((finding) => !isAsked(finding));
  const folderOf = ({ id }: Finding): string | false => {
    // Only what was asked for is known to be there.
    if (id === name) return corpus;
    return basename(name) === `${id}.json` && dirname(name);
  };
  const repeat = `npx crosscheck ${args.map(shellWord).join(' ')}`;
  const none = `${counted(runs, 'run')} of ${name} showed no finding`;
  const parts = isShown
    ? [
        `${shownText(replay, name, shown)}.\n`,
        findingsTable(shown),
        ...findingGroups(shown).map(
          (group) => `${groupText(group, { corpus: folderOf(group.lead), flags, show, repeat })}\n`,
        ),
      ]
    : [
        asked === undefined
          ? `${none}.\n`
          : `${none}${others.length > 0 ? ' of this id' : ''}: ${notes.length > 0 ? 'it is fixed, or the current conventions no longer require it' : 'it is fixed'}.\n`,
      ];
  return [
    ...parts,
    ...notes.map((note) => `Note: ${note}\n`),
    ...(others.length > 0 ? [`Also seen:\n${others.map(otherText).join('')}`] : []),
  ].join('\n');
}

/** Returns how many runs showed what: `4 of 5 runs of gas-missing-1f3a9c2b40 showed it, 1 was inconclusive`. */
function shownText({ runs, asked }: Replay, name: string, findings: readonly Finding[]): string {
  const open = runs - Math.min(...findings.map((finding) => finding.runs.of));
  const inconclusive = open === 0 ? '' : `, ${formatCount(open)} ${open === 1 ? 'was' : 'were'} inconclusive`;
  if (asked === undefined)
    return `${counted(runs, 'run')} of ${name} showed ${counted(findings.length, 'finding')}${inconclusive}`;
  const shown = Math.max(...findings.map((finding) => finding.runs.shown));
  return `${formatCount(shown)} of ${counted(runs, 'run')} of ${name} showed it${inconclusive}`;
}

function otherText(finding: Finding): string {
  return `  ${finding.severity} ${findingTitle(finding)}\n`;
}
