import { join } from 'node:path';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, onTestFinished, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { sampleFinding } from '../../support/sample-finding.js';
import { scriptedCampaign } from './scripted-campaign.js';

/** The flags of the command that repeats a finding of a campaign with these flags. */
async function flagsAfter(target: readonly string[], env = {}): Promise<string | undefined> {
  const events = [{ event: 'finding', atMs: 1, finding: sampleFinding() }] as const;
  const { stdout } = await scriptedCampaign(events, { target, env });
  return /^ {2}Repeat: +npx crosscheck replay 7:valid\/123 ?(.*)$/m.exec(stdout)?.[1];
}

const simulator = 'https://simulator.example.org/api';
const observer = 'https://observer.example.org';
const urls = `--simulator-url ${simulator} --observer-url ${observer}`;

test.each([
  [['--simulator-url', simulator, '--observer-url', observer, '--name', 'x'], urls],
  [
    ['--simulator-url', simulator, '--observer-url', observer, '--chains', 'evm,tvm'],
    `${urls} --chains evm,tvm`,
  ],
  [['--simulator-url', simulator], `--simulator-url ${simulator} --observer-url ${simulator}`],
])(
  'the command that repeats a finding of a campaign with %j names the deployment by %s',
  async (target, flags) => {
    expect(await flagsAfter(target)).toBe(flags);
  },
);

test('it names no deployment of the environment', async () => {
  expect(await flagsAfter(['--name', 'x'], { CROSSCHECK_SIMULATOR_URL: simulator })).toBe('');
});

test('it names the deployment of a file as the campaign did', async () => {
  const deployments = { "it's": { simulatorUrl: simulator } };
  const file = join(await projectFolder({ 'a.json': JSON.stringify({ deployments }) }), 'a.json');
  expect(await flagsAfter(['--deployment', "it's", '--config-file', file])).toBe(
    `--deployment 'it'\\''s' --config-file ${file}`,
  );
});

test('it names a local deployment without the credentials of its URL', async () => {
  const local = await startLocalDeployment();
  onTestFinished(() => local.stop());
  const url = new URL('/?key=secret', local.controlUrl);
  Object.assign(url, { username: 'me', password: 'secret' });
  expect(await flagsAfter(['--control-url', url.href])).toBe(`--control-url ${local.controlUrl}`);
});
