import { appendFileSync } from 'node:fs';
import type { CampaignEnded, CampaignEvent, CampaignStarted } from 'crosscheck/fuzz';
import { ended, started } from '../report/events.js';
import { type CliContext, type CliRun, cliRun } from './cli-run.js';

/** What a scripted campaign has besides its events. */
export interface ScriptedCampaign {
  /** What its jobs say when they begin. */
  readonly start?: Partial<CampaignStarted>;
  /** What the first job says when it ends. Default: that of a clean campaign. */
  readonly end?: Partial<Omit<CampaignEnded, 'event'>>;
  /** The flags that select the deployment. */
  readonly target?: readonly string[];
  /** Further flags. */
  readonly flags?: readonly string[];
  readonly env?: CliContext['env'];
  readonly stderr?: Partial<CliContext['stderr']>;
}

const staging = ['--simulator-url', 'http://127.0.0.1:1', '--name', 'staging'];

/** Runs `crosscheck fuzz` in two jobs, of which the first sends these events, and the second has no cases. */
export async function scriptedCampaign(
  events: readonly CampaignEvent[],
  { start = {}, end = {}, target = staging, flags = [], env = {}, stderr: sink }: ScriptedCampaign = {},
): Promise<CliRun> {
  const startJob: CliContext['startJob'] = (_, { report, shard }, onEvent) => {
    const isFirst = shard.index % 2 === 0;
    const { exercised, plannedCases, ...others } = end;
    const ofFirst = isFirst ? { exercised, plannedCases } : { plannedCases: plannedCases && 0 };
    const all = [
      started({ shard, corpus: false, ...start }),
      ...(isFirst ? events : []),
      ended({ atMs: 12_000, verdict: 'clean', ...others, ...ofFirst }),
    ];
    for (const event of all) {
      appendFileSync(report, `${JSON.stringify(event)}\n`);
      onEvent(event);
    }
    return { stop: () => {}, ended: Promise.resolve({ exitCode: 0, stderr: '' }) };
  };
  const args = ['fuzz', ...target, '--seed', '7', '--no-corpus', '--no-report', '--jobs', '2', ...flags];
  if (sink === undefined) return await cliRun(args, { startJob, env });
  let stderr = '';
  const run = await cliRun(args, { startJob, env, stderr: { ...sink, write: (text) => (stderr += text) } });
  return { ...run, stderr };
}
