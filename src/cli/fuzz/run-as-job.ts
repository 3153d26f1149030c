import type { Command } from 'commander';
import type { CampaignEvent } from '../../fuzz/campaign-event.js';
import { runCampaign } from '../../fuzz/run-campaign.js';
import type { CommandContext } from '../cli-context.js';
import { targetOf } from '../target.js';
import { fuzzOptions } from './fuzz-options.js';

/** Runs a part of a campaign for the parent process: sends its events and prints nothing. */
export async function runAsJob(
  command: Command,
  context: CommandContext,
  send: (event: CampaignEvent) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const options = await fuzzOptions(command, context, await targetOf(command, context));
  let sent: Promise<void> | undefined;
  const onEvent = (event: CampaignEvent): void => {
    sent = send(event);
  };
  await runCampaign({ ...options, signal: stop, onEvent });
  await sent;
}
