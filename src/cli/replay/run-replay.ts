import type { Command } from 'commander';
import { CampaignCannotRunError, UsageError } from '../../errors.js';
import { defaultCorpus } from '../../fuzz/corpus/default-corpus.js';
import { UnknownEndpointError } from '../../fuzz/corpus/unknown-endpoint.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { findingText } from '../../fuzz/findings/finding-text.js';
import { findingTitle } from '../../fuzz/findings/finding-title.js';
import { type Replay, replayCase } from '../../fuzz/replay-case.js';
import type { ReplayOptions } from '../../fuzz/replay-options.js';
import { definedMembers } from '../../internal/objects.js';
import { counted } from '../../internal/print.js';
import type { CommandContext } from '../cli-context.js';
import { exitCodes } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import { campaignCalls } from '../fuzz/campaign-calls.js';
import { pollableOperations } from '../fuzz/pollable-operations.js';
import { deploymentFlags, type Target, targetOf } from '../target.js';
import { replayFlags } from './replay-flags.js';

type GivenReplayOptions = Pick<
  ReplayOptions,
  'runs' | 'connectTimeoutMs' | 'corpus' | 'operationIds' | 'skipChecks' | 'limits'
>;

/**
 * Replays a case and prints what it shows.
 *
 * @param name - A file where it has a separator or an ending, else a finding, or a case of a campaign.
 * @param stopped - Resolves when the command must stop.
 */
export async function runReplay(
  name: string,
  command: Command,
  context: CommandContext,
  stopped: Promise<void>,
): Promise<void> {
  const target = await targetOf(command, context);
  const given: GivenReplayOptions = { ...configured(target), ...givenOptions(command, replayFlags) };
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const options = {
    ...given,
    ...caseNamed(name),
    deployment: target.deployment,
    endpoints: target.endpoints,
    calls: campaignCalls(command, target),
    operationIds: given.operationIds ?? (await pollableOperations(target)),
    signal: stop.signal,
  };
  const replay = await replayCase(options).catch((error: unknown) => {
    if (stop.signal.aborted)
      throw new CampaignCannotRunError({ summary: 'The replay was stopped before it could judge the case' });
    if (error instanceof UnknownEndpointError)
      throw new UsageError(error.summary, [`What to do: add it to ${target.endpointsPlace}`]);
    throw error;
  });
  const isJson = command.getOptionValue('json') === true;
  const flags = deploymentFlags(command, target);
  context.stdout.write(
    isJson ? `${JSON.stringify(replay)}\n` : replayText(replay, name, flags, given.corpus),
  );
  if (replay.isShown) context.endWith(exitCodes.findings);
}

/** What the configuration says of campaigns that their cases need as well. */
function configured({ fuzz = {} }: Target): GivenReplayOptions {
  const { skipChecks, limits, connectTimeoutMs, operationIds, corpus } = fuzz;
  return definedMembers({ skipChecks, limits, connectTimeoutMs, operationIds, corpus: corpus || undefined });
}

function caseNamed(
  name: string,
): { readonly caseId: string } | { readonly file: string } | { readonly id: string } {
  if (/^\d+:/.test(name)) return { caseId: name };
  return /[\\/]|\.json$/.test(name) ? { file: name } : { id: name };
}

function replayText(replay: Replay, name: string, flags: string, corpus = defaultCorpus): string {
  const { asked, isShown, findings, runs, notes = [] } = replay;
  const isAsked = ({ id }: Finding): boolean => asked === undefined || id === asked;
  const others = findings.filter((finding) => !isAsked(finding)).map(otherText);
  const said = isShown
    ? // Only what was asked for by its id is known to be in that corpus.
      findings
        .filter(isAsked)
        .map((finding) => `${findingText(finding, finding.id === name && corpus, flags)}\n`)
    : [
        asked === undefined
          ? `${name} shows nothing in ${counted(runs, 'run')}. No finding was named that could be fixed.\n`
          : `${name} ${others.length > 0 ? 'is not shown' : 'shows nothing'} in ${counted(runs, 'run')}: ${notes.length > 0 ? 'the conventions in force do not ask for what it missed, or it is fixed' : 'it is fixed'}.\n`,
      ];
  return [
    ...said,
    ...notes.map((note) => `Note: ${note}\n`),
    ...(others.length > 0 ? [`Also seen:\n${others.join('')}`] : []),
  ].join('\n');
}

function otherText(finding: Finding): string {
  return `  ${finding.severity} ${findingTitle(finding)}\n`;
}
