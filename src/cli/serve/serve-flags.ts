import { realClock } from '../../internal/clock.js';
import type { LocalConventions } from '../../local/local-conventions.js';
import type { LocalDeploymentOptions } from '../../local/local-deployment.js';
import type { TimingProfile } from '../../local/timing-profiles.js';
import type { Flag } from '../flag.js';
import { chainNames } from '../values/chain-names.js';
import { durationMs } from '../values/duration-ms.js';
import { httpUrl } from '../values/http-url.js';
import { integer } from '../values/integer.js';
import { oneOf } from '../values/one-of.js';
import { text, texts } from '../values/text.js';
import { readCaller } from './read-caller.js';
import { readContract } from './read-contract.js';
import { readFault } from './read-fault.js';
import { readFundedAccount } from './read-funded-account.js';
import { readToken } from './read-token.js';

/** Every option of a local deployment that can be written as text. */
type ServeOption =
  | Exclude<keyof LocalDeploymentOptions, 'conventions' | 'onFault'>
  | `conventions.${keyof LocalConventions}`;

const port = integer(0, 65_535);
const profiles: Record<TimingProfile, true> = { quick: true, realistic: true, peak: true };

const addresses = {
  host: { usage: '--host <address>', about: 'the address to listen on (default: 127.0.0.1)', read: text },
  simulatorPort: { usage: '--simulator-port <port>', about: 'default: a free one', read: port },
  observerPort: { usage: '--observer-port <port>', about: 'default: a free one', read: port },
  controlPort: { usage: '--control-port <port>', about: 'default: a free one', read: port },
} satisfies Record<string, Flag>;

const time = {
  profile: {
    usage: '--profile <name>',
    about: 'how long things take: quick, realistic or peak (default: quick)',
    read: oneOf(...(Object.keys(profiles) as TimingProfile[])),
  },
  epochMs: { usage: '--epoch-duration <duration>', about: 'length of an epoch', read: durationMs(1) },
  consensusMs: {
    usage: '--consensus-duration <duration>',
    about: 'from the end of an epoch until its root is set',
    read: durationMs(0),
  },
  executionMs: {
    usage: '--execution-duration <duration>',
    about: 'from the root until the messages are executed',
    read: durationMs(0),
  },
  rollBackAfterMs: {
    usage: '--roll-back-after <duration>',
    about: 'from a failure until the roll-back (default: never by itself)',
    read: durationMs(0),
  },
  quorum: {
    usage: '--quorum <count>',
    about: 'validators, of five, that must agree on a root (default: 3, or what --layer has)',
    read: integer(1, 5),
  },
  clock: {
    usage: '--clock <kind>',
    about: 'real, or manual: time moves only by the control API (default: real)',
    read: (given: string) => (oneOf('real', 'manual')(given) === 'manual' ? 'manual' : realClock),
  },
} satisfies Record<string, Flag>;

const engine = {
  rpcUrl: {
    usage: '--rpc <url>',
    about: 'a JSON-RPC node in the place of the bundled engine (default: $CROSSCHECK_LOCAL_RPC_URL)',
    read: httpUrl,
    isConcealed: true,
  },
  layer: {
    usage: '--layer <address>',
    about: 'where the cross-chain layer is on that node (default: placed by state override)',
    read: text,
  },
  forkUrl: {
    usage: '--fork <url>',
    about: 'the JSON-RPC endpoint of a chain to fork',
    read: httpUrl,
    isConcealed: true,
  },
  forkBlock: {
    usage: '--fork-block <number>',
    about: 'the block to fork (default: the newest)',
    read: integer(0),
  },
  chainId: {
    usage: '--chain-id <number>',
    about: 'of the bundled engine (default: 31337), or what the node must have',
    read: integer(1),
  },
  anvilBinary: { usage: '--anvil <path>', about: 'the binary of the bundled engine', read: text },
} satisfies Record<string, Flag>;

const contents = {
  deploy: {
    usage: '--deploy <name=artifact>',
    about: 'deploy a contract: Vault=out/Vault.sol/Vault.json or Vault=….json("0x…", 5)',
    read: readContract,
    isRepeatable: true,
  },
  tokens: {
    usage: '--token <name=beta>',
    about: 'register a token: NAME=BETA[,bridged|reserve[,ALPHA]]',
    read: readToken,
    isRepeatable: true,
  },
  fund: {
    usage: '--fund <address=amount>',
    about: 'give an account of the destination chain something: ADDRESS=AMOUNT[,TOKEN]',
    read: readFundedAccount,
    isRepeatable: true,
  },
  callers: {
    usage: '--caller <address>',
    about:
      'a caller of the source chain, and what it has: ADDRESS[=AMOUNT[,TOKEN],…], TOKEN as for --fund or its BETA',
    read: readCaller,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;

const faults = {
  faults: {
    usage: '--fault <rule>',
    about: 'NAME[,MEMBER=VALUE,…] or JSON: delay,ms=500,probability=0.5,endpoint=simulate',
    read: readFault,
    isRepeatable: true,
  },
  seed: {
    usage: '--seed <number>',
    about: 'what probabilities are drawn from (default: 0)',
    read: integer(0),
  },
} satisfies Record<string, Flag>;

const conventions = {
  chains: {
    usage: '--chains <names>',
    about: 'names of the chains, destination first (default: alpha,beta)',
    read: chainNames,
  },
  'conventions.operationIdParameter': {
    usage: '--operation-id-parameter <name>',
    about: "the observer's query parameter (default: operationId)",
    read: text,
  },
  'conventions.timestampUnit': {
    usage: '--timestamp-unit <unit>',
    about: 's or ms (default: s)',
    read: oneOf('s', 'ms'),
  },
  'conventions.stages': {
    usage: '--stages <names>',
    about: 'the seven stages in order, with commas between them',
    read: texts,
  },
  'conventions.includedStage': {
    usage: '--included-stage <name>',
    about: 'the stage from which on a message is included',
    read: text,
  },
  'conventions.blockchainTypes': {
    usage: '--blockchain-types <names>',
    about: 'of transactions, destination first (default: ALPHA,BETA)',
    read: texts,
  },
  'conventions.requiredRequestFields': {
    usage: '--required-request-fields <paths>',
    about: 'fields that a request must have, with commas between them',
    read: texts,
  },
  'conventions.requestValidation': {
    usage: '--request-validation <kind>',
    about: 'strict, or off to take any text (default: strict)',
    read: oneOf('strict', 'off'),
  },
  'conventions.additionalRequestMembers': {
    usage: '--additional-request-members <kind>',
    about: 'allow to take request members that the interface does not name (default: reject)',
    read: oneOf('reject', 'allow'),
  },
  'conventions.duplicateRequestMembers': {
    usage: '--duplicate-request-members <kind>',
    about: 'allow to take a body that names a member twice, and read the last (default: reject)',
    read: oneOf('reject', 'allow'),
  },
} satisfies Record<string, Flag>;

const limits = {
  maxBodyBytes: { usage: '--max-body-bytes <count>', about: 'default: 1 MiB', read: integer(1) },
  maxJsonDepth: { usage: '--max-json-depth <count>', about: 'default: 32', read: integer(1, 1000) },
  maxHeaderBytes: { usage: '--max-header-bytes <count>', about: 'default: 16 KiB', read: integer(1) },
  maxConnections: {
    usage: '--max-connections <count>',
    about: 'of each listener (default: 1000)',
    read: integer(1),
  },
  requestTimeoutMs: {
    usage: '--request-timeout <duration>',
    about: 'until the last byte of a request is there (default: 10s)',
    read: durationMs(1),
  },
  keepAliveTimeoutMs: {
    usage: '--keep-alive-timeout <duration>',
    about: 'of a connection without a request (default: 5s)',
    read: durationMs(1),
  },
} satisfies Record<string, Flag>;

/** The flags of `serve` under the headings of its help. */
export const serveFlagGroups = {
  'Addresses:': addresses,
  'Names and conventions:': conventions,
  'Time:': time,
  'EVM:': engine,
  'What is there from the start:': contents,
  'Faults:': faults,
  'Limits:': limits,
};

/** The flags of `serve` by the option that each one gives; the compiler misses the flag of a new option here. */
export const serveFlags: Record<ServeOption, Flag> = {
  ...addresses,
  ...conventions,
  ...time,
  ...engine,
  ...contents,
  ...faults,
  ...limits,
};
