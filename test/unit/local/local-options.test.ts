import { formatBetaAddress } from 'crosscheck/contract';
import { type LocalDeployment, type LocalDeploymentOptions, startLocalDeployment } from 'crosscheck/local';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { sourceAccounts } from '../../support/source-accounts.js';

const caller = sourceAccounts[0];
const raw = formatBetaAddress({ workchain: 0, hash: 'ca'.repeat(32), form: 'raw' });
const address = `0x${'ab'.repeat(20)}`;
const rpcUrl = 'http://127.0.0.1:8545';
const stages = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

afterEach(() => vi.unstubAllEnvs());

async function rejection(options: unknown): Promise<string> {
  try {
    await using local = await startLocalDeployment(options as LocalDeploymentOptions);
    return `it is taken: ${local.controlUrl}`;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('rejects, by the path of each', () => {
  it.each([
    [null, 'options must be an object'],
    [5, 'options must be an object'],
    [{ port: 5 }, 'port is not an option; did you mean simulatorPort?'],
    [
      { clock: { ...createHandClock(), now: () => Number.NaN } },
      'clock must be a clock whose now() returns a number',
    ],
    [
      { clock: { ...createHandClock(), now: () => '5' } },
      'clock must be a clock whose now() returns a number',
    ],
    [{ profile: 'slow' }, 'profile must be one of quick, realistic, peak, got "slow"'],
    [{ quorum: 6 }, 'quorum must be an integer from 1 to 5, got 6'],
    [{ seed: -1 }, 'seed must be an integer of at least 0, got -1'],
    [{ accounts: {} }, 'accounts must be a list, got {}'],
    [{ accounts: ['x'] }, 'accounts[0] must be an object, got "x"'],
    [{ accounts: [{ adress: caller }] }, 'accounts[0].adress is not an option; did you mean address?'],
    [{ accounts: [{ address: 'me' }] }, 'accounts[0].address must be a source-chain address, got "me"'],
    [
      { accounts: [{ address: caller, balances: { '': '01' } }] },
      'accounts[0].balances of the native coin must be an amount in base units: a bigint, or decimal digits, got "01"',
    ],
    [
      { accounts: [{ address: caller, balances: { [raw]: '-1' } }] },
      `accounts[0].balances of "${raw}" must be an amount in base units`,
    ],
    [
      { accounts: [{ address: caller, balances: { RED: 1 } }] },
      'accounts[0].balances must name tokens by their source-chain address, and the native coin by "", got "RED"',
    ],
    [
      { accounts: [{ address: caller, balances: [] }] },
      'accounts[0].balances must be an object of amounts by token, got []',
    ],
    [{ accounts: [] }, 'accounts must not be empty'],
    [
      { accounts: [{ address: caller }, { address: raw }] },
      'accounts[1].address is the address of an earlier account',
    ],
    [{ faults: [{ fault: 'dely' }] }, 'faults[0].fault must be the name of a fault; did you mean delay?'],
    [
      { faults: [{ fault: 'delay' }, { fault: 'html', probability: 2 }] },
      'faults[1].probability must be a number above 0, up to 1, got 2',
    ],
    [
      { faults: [{ fault: 'html', probabilty: 1 }] },
      'faults[0].probabilty is not an option; did you mean probability?',
    ],
    [{ deploy: [{ name: 'Mine' }] }, 'deploy[0].artifact is missing'],
    [
      { deploy: [{ name: 'Mine', artifact: 5 }] },
      'deploy[0].artifact must be the path of an artifact, or its content, got 5',
    ],
    [{ deploy: [{ name: '', artifact: 'x' }] }, 'deploy[0].name must be a non-empty string, got ""'],
    [
      { deploy: [{ name: 'Mine', artifact: 'x', arg: [] }] },
      'deploy[0].arg is not an option; did you mean args?',
    ],
    [
      {
        deploy: [
          { name: 'Mine', artifact: 'x' },
          { name: 'Mine', artifact: 'y' },
        ],
      },
      'deploy[1].name is also the name of deploy[0]',
    ],
    [{ tokens: [{ name: 'GOLD', beta: 'x' }] }, 'tokens[0].beta must be a source-chain address, got "x"'],
    [
      { tokens: [{ name: 'GOLD', beta: raw, kind: 'burned' }] },
      'tokens[0].kind must be one of bridged, reserve, got "burned"',
    ],
    [
      { tokens: [{ name: 'GOLD', beta: raw, alpha: 'Mine' }] },
      'tokens[0].alpha must be an address, or the name of a contract in deploy, got "Mine"',
    ],
    [
      { tokens: [{ name: 'GOLD', beta: raw, alpha: '0x12' }] },
      'tokens[0].alpha must be 0x and 40 hex digits, got "0x12"',
    ],
    [{ tokens: [{ name: 'RED', beta: raw }] }, 'tokens[0].name is already used by a built-in token'],
    [
      { tokens: [{ name: 'RUBY', beta: `0:${'A1'.repeat(32)}` }] },
      'tokens[0].beta is already used by a built-in token',
    ],
    [
      {
        tokens: [
          { name: 'GOLD', beta: raw },
          {
            name: 'LEAD',
            beta: formatBetaAddress({ workchain: 0, hash: 'ca'.repeat(32), form: 'bounceable' }),
          },
        ],
      },
      'tokens[1].beta is also the beta of tokens[0]',
    ],
    [
      { tokens: [{ name: 'GOLD', beta: raw }], fund: [{ address, amount: '1', token: 'LEAD' }] },
      'fund[0].token must be one of COIN, RED, BLUE, HOME, GOLD, got "LEAD"',
    ],
    [{ fund: [{ address: '0x', amount: '1' }] }, 'fund[0].address must be 0x and 40 hex digits, got "0x"'],
    [{ fund: [{ address, amount: 1 }] }, 'fund[0].amount must be an amount in base units'],
    [{ fund: [{ address, amount: '-1' }] }, 'fund[0].amount must be an amount in base units'],
    [{ chains: { alpha: 5 } }, 'chains.alpha must be a lower-case name of letters and digits, got 5'],
    [{ chains: null }, 'chains must be an object, got null'],
    [{ conventions: null }, 'conventions must be an object, got null'],
    [{ chains: { alpah: 'evm' } }, 'chains.alpah is not an option; did you mean alpha?'],
    [{ conventions: { isIncluded: () => true } }, 'conventions.isIncluded is not an option'],
    [{ conventions: { stages: ['start'] } }, 'conventions.stages must be 7 names'],
    [
      { conventions: { stages: [...stages.slice(1), 'b'] } },
      'conventions.stages must name each stage once, got "b" twice',
    ],
    [
      { chains: { alpha: 'evm' }, conventions: { blockchainTypes: ['ALPHA', 'EVM'] } },
      'conventions.blockchainTypes must name each type once, got "EVM" twice',
    ],
    [
      { conventions: { stages, includedStage: 'h' } },
      'conventions.includedStage must be one of the stages, which h is not',
    ],
    [{ conventions: { timestampUnit: 'us' } }, 'conventions.timestampUnit must be one of s, ms, got "us"'],
    [
      { conventions: { requiredRequestFields: ['betaCaler'] } },
      'conventions.requiredRequestFields[0] must be one of',
    ],
    [{ forkUrl: rpcUrl, rpcUrl }, 'forkUrl is for the bundled engine, which rpcUrl replaces'],
    [{ anvilBinary: 'anvil', rpcUrl }, 'anvilBinary is for the bundled engine, which rpcUrl replaces'],
    [{ forkBlock: 1 }, 'forkBlock is a block of the chain at forkUrl, which is missing'],
    [
      { observerPort: 8081, controlPort: 8081 },
      'controlPort must not be simulatorPort or observerPort, got 8081 twice',
    ],
  ])('%j', async (options, message) => {
    expect(await rejection(options)).toContain(message);
  });

  it('all of them at once', async () => {
    const told = await rejection({
      quorum: 0,
      faults: [{ fault: 'html', times: 0 }],
      fund: [{ address }],
    });
    expect(told.split('\n')).toEqual([
      'The local deployment has invalid options',
      '',
      'quorum must be an integer from 1 to 5, got 0',
      'fund[0].amount must be an amount in base units: a bigint, or decimal digits',
      'faults[0].times must be an integer of at least 1, got 0',
    ]);
  });
});

it('does not print secrets of a URL', async () => {
  for (const option of ['rpcUrl', 'forkUrl']) {
    const message = await rejection({ [option]: 'ftp://user:hunter2@node.example/v2/s3cret' });
    expect(message).toContain(`${option} must be an http or https URL`);
    expect(message).not.toMatch(/hunter2|s3cret/);
  }
  vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', 'hunter2');
  const message = await rejection({});
  expect(message).toContain('CROSSCHECK_LOCAL_RPC_URL must be an http or https URL');
  expect(message).not.toContain('hunter2');
});

describe('a deployment', () => {
  /** A contract whose code is the byte 0x00. */
  const artifact = { abi: [], bytecode: '0x600160005260018060ff6000396000f3' };
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment({
      profile: 'realistic',
      consensusMs: 1,
      accounts: [{ address: caller, balances: { '': 7n, [raw]: '8' } }],
      faults: [{ fault: 'delay', endpoint: 'simulate', probability: 0.5, times: 2, ms: 10 }],
      deploy: [{ name: 'Mine', artifact, args: [] }],
      tokens: [
        { name: 'GOLD', beta: raw, kind: 'reserve', alpha: 'Mine' },
        { name: 'LEAD', beta: `0:${'1e'.repeat(32)}` },
      ],
      fund: [{ address, token: 'LEAD', amount: '5' }],
      conventions: { stages, timestampUnit: 'ms' },
    });
    return () => local.stop();
  });

  it('has what valid options of every kind say', async () => {
    expect(local.accounts).toEqual([caller]);
    expect(await local.faults()).toMatchObject([
      { fault: 'delay', endpoint: 'simulate', probability: 0.5, times: 2, ms: 10 },
    ]);
    expect(local.contracts.deployed).toEqual({ Mine: expect.stringMatching(/^0x/) });
    expect(local.tokens.slice(-2)).toMatchObject([
      { name: 'LEAD', kind: 'bridged' },
      { name: 'GOLD', beta: raw, kind: 'reserve', alpha: local.contracts.deployed.Mine },
    ]);
    expect(local.conventions).toEqual({ stages, timestampUnit: 'ms', includedStage: 'f' });
  });

  it('has the durations of its profile, except for those that are named', async () => {
    expect(await local.settings()).toMatchObject({ epochMs: 30_000, consensusMs: 1, executionMs: 10_000 });
  });

  it('runs on the node of the environment if no engine is named', async () => {
    vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', local.evmRpcUrl);
    const other = await startLocalDeployment({ clock: 'manual' });
    expect(other.evmRpcUrl).toBe(local.evmRpcUrl);
    await other.stop();
    vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', 'http://127.0.0.1:1');
    expect(await rejection({})).toBe(
      'The node at 127.0.0.1:1, which CROSSCHECK_LOCAL_RPC_URL names, does not listen.',
    );
    for (const option of ['rpcUrl', 'forkUrl'])
      expect(await rejection({ [option]: 'http://127.0.0.1:1' })).toBe(
        'The node at 127.0.0.1:1 does not listen.',
      );
    expect(await rejection({ anvilBinary: '/nowhere/anvil' })).toContain('/nowhere/anvil');
  });

  it.each(['', ' ', '\n'])('has no node with %j in the environment', async (blank) => {
    vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', blank);
    // What is not read before an engine is started is rejected for itself, and not for the URL of a node.
    const deploy = [{ name: 'Mine', artifact: '/nowhere/Mine.json' }];
    expect(await rejection({ deploy })).toContain('/nowhere/Mine.json cannot be read');
  });
});
