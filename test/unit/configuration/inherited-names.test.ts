import {
  createClient,
  type DeploymentOptions,
  defineDeployment,
  defineEndpoint,
  deploymentFromEnv,
} from 'crosscheck';
import { loadConfig } from 'crosscheck/config';
import { type CampaignOptions, runCampaign } from 'crosscheck/fuzz';
import { type FaultRule, type LocalDeploymentOptions, startLocalDeployment } from 'crosscheck/local';
import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postJson } from '../../support/http-exchange.js';
import { projectFolder } from '../../support/project-folder.js';
import { fullRequest, rejectionOf } from '../client/calls.js';

/** Names that every object inherits, of which none is one of the package's. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

/** A member that a parser of JSON makes the object's own. */
type Unknown = Readonly<Record<string, unknown>>;

const url = 'http://127.0.0.1:9';
const urls = { simulatorUrl: url, observerUrl: url };
const messageOf = async (use: () => unknown): Promise<string> =>
  (await rejectionOf(Promise.resolve().then(use))).message;
const inFile = (place: (given: Unknown) => Unknown) => (given: Unknown) =>
  messageOf(async () => {
    const cwd = await projectFolder({ 'crosscheck.config.json': JSON.stringify(place(given)) });
    return loadConfig({ cwd, env: {} });
  });
const inDeployment = (place: (given: Unknown) => Unknown) =>
  inFile((given) => ({ deployments: { a: { simulatorUrl: url, ...place(given) } } }));
const inCode = (use: (given: Unknown) => unknown) => (given: Unknown) => messageOf(() => use(given));

const surfaces: readonly (readonly [string, path: string, use: (given: Unknown) => Promise<string>])[] = [
  ['a configuration file', '', inFile((given) => given)],
  ['a deployment of it', 'deployments.a.', inDeployment((given) => given)],
  ['its conventions', 'deployments.a.conventions.', inDeployment((conventions) => ({ conventions }))],
  ['its chains', 'deployments.a.chains.', inDeployment((chains) => ({ chains }))],
  ['its retries', 'deployments.a.retries.', inDeployment((retries) => ({ retries }))],
  ['its request', 'deployments.a.request.', inDeployment((request) => ({ request }))],
  [
    'a call of its request',
    'deployments.a.request.alphaCallParams.',
    inDeployment((alphaCallParams) => ({ request: { alphaCallParams } })),
  ],
  ['the options of waits', 'wait.', inFile((wait) => ({ wait }))],
  ['the options of smoke runs', 'smoke.', inFile((smoke) => ({ smoke }))],
  ['their budgets', 'smoke.budgets.', inFile((budgets) => ({ smoke: { budgets } }))],
  ['the options of campaigns', 'fuzz.', inFile((fuzz) => ({ fuzz }))],
  ['defineDeployment', '', inCode((given) => defineDeployment({ ...urls, ...given } as DeploymentOptions))],
  [
    'conventions in code',
    'conventions.',
    inCode((conventions) => defineDeployment({ ...urls, conventions } as DeploymentOptions)),
  ],
  [
    'defineEndpoint',
    '',
    inCode((given) =>
      defineEndpoint({
        name: 'a',
        server: 'observer',
        method: 'GET',
        path: '/a',
        response: z.object({}),
        ...given,
      }),
    ),
  ],
  [
    'runSmoke',
    '',
    inCode((given) => runSmoke({ deployment: defineDeployment(urls), ...given } as SmokeOptions)),
  ],
  [
    'runCampaign',
    '',
    inCode((given) => runCampaign({ deployment: defineDeployment(urls), ...given } as CampaignOptions)),
  ],
  ['startLocalDeployment', '', inCode((given) => startLocalDeployment(given as LocalDeploymentOptions))],
  [
    'the faults of a local deployment',
    'faults[0].',
    inCode((given) => startLocalDeployment({ faults: [{ fault: 'delay', ...given } as FaultRule] })),
  ],
  [
    'a simulation',
    '',
    inCode((given) => createClient(defineDeployment(urls)).simulate({ ...fullRequest, ...given })),
  ],
  [
    'CROSSCHECK_CHAINS',
    'CROSSCHECK_CHAINS',
    inCode((given) =>
      deploymentFromEnv({ CROSSCHECK_SIMULATOR_URL: url, CROSSCHECK_CHAINS: JSON.stringify(given) }),
    ),
  ],
];

describe.each(inherited)('a member that is named %s', (name) => {
  const given = JSON.parse(`{"${name}":{"x":1}}`) as Unknown;

  it.each(surfaces)('is rejected with its path in %s', async (_, path, use) => {
    const named = path === '' || path.endsWith('.') ? `${path}${name}` : path;
    expect(await use(given)).toMatch(new RegExp(`(?<![\\w.])${named.replace(/[.[\]]/g, '\\$&')}[ :]`));
  });
});

describe('the control API', () => {
  let origin: string;
  beforeAll(async () => {
    const local = await startLocalDeployment();
    origin = local.controlUrl;
    return () => local.stop();
  });

  it.each(
    inherited.flatMap((name) => [
      [name, '/faults', '{"fault":"delay",'],
      [name, '/operations', `${JSON.stringify(fullRequest).slice(0, -1)},`],
      [name, '/clock/advance', '{"ms":5,'],
    ]),
  )('rejects a member %s in a body of %s', async (name, path, before) => {
    const { status, text } = await postJson(origin + path, `${before}"${name}":{"ms":1}}`);
    expect([status, text]).toEqual([400, expect.stringContaining(name as string)]);
  });

  it.each(inherited)('rejects a fault that is named %s', async (fault) => {
    const { status, text } = await postJson(`${origin}/faults`, JSON.stringify({ fault }));
    expect([status, text]).toEqual([400, expect.stringContaining(fault)]);
  });
});
