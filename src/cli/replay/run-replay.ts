import type { Command } from 'commander';
import { defaultCorpus } from '../../fuzz/corpus/default-corpus.js';
import { findingText } from '../../fuzz/findings/finding-text.js';
import { type Replay, replayCase } from '../../fuzz/replay-case.js';
import type { CommandContext } from '../cli-context.js';
import { exitCodes } from '../exit-codes.js';
import { givenOptions } from '../flag.js';
import { callsOf } from '../fuzz/calls-of.js';
import { pollableOperations } from '../fuzz/pollable-operations.js';
import { targetOf } from '../target/target.js';
import { replayFlags } from './replay-flags.js';

interface GivenReplayOptions {
  readonly runs?: number;
  readonly corpus?: string;
  readonly operationIds?: readonly string[];
}

/**
 * Replays a case and prints what it shows.
 *
 * @param name - A file where it has a separator or an ending, else a finding, or a case of a campaign.
 * @param stopped - Resolves when it shall stop.
 */
export async function runReplay(
  name: string,
  command: Command,
  context: CommandContext,
  stopped: Promise<void>,
): Promise<void> {
  const target = await targetOf(command, context);
  const given: GivenReplayOptions = givenOptions(command, replayFlags);
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const replay = await replayCase({
    ...given,
    ...caseNamed(name),
    deployment: target.deployment,
    calls: callsOf(command, target),
    operationIds: given.operationIds ?? (await pollableOperations(target)),
    signal: stop.signal,
  });
  const isJson = command.getOptionValue('json') === true;
  context.stdout.write(
    isJson ? `${JSON.stringify(replay)}\n` : replayText(replay, name, corpusOf(name, given)),
  );
  if (replay.findings.length > 0) context.endWith(exitCodes.findings);
}

function caseNamed(
  name: string,
): { readonly caseId: string } | { readonly file: string } | { readonly id: string } {
  if (/^\d+:/.test(name)) return { caseId: name };
  return /[\\/]|\.json$/.test(name) ? { file: name } : { id: name };
}

/** Only what is in a corpus can be told to be replayed from there. */
function corpusOf(name: string, { corpus = defaultCorpus }: GivenReplayOptions): string | false {
  return 'id' in caseNamed(name) ? corpus : false;
}

function replayText({ findings, runs }: Replay, name: string, corpus: string | false): string {
  if (findings.length === 0)
    return `${name} shows nothing in ${runs} runs: it is mended, or needs what is no part of the case.\n`;
  return findings.map((finding) => `${findingText(finding, corpus)}\n`).join('\n');
}
