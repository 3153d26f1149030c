import { isDeepStrictEqual } from 'node:util';
import { alphaAddressShape, rawBetaAddress } from '../contract/addresses.js';
import type { Conventions } from '../contract/conventions.js';
import { amountOf } from '../contract/integer-range.js';
import { largestAmount } from '../contract/response-formats.js';
import type { Simulation } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { formatText } from '../internal/print.js';
import { defineChecks, type Violation } from './check.js';
import { sentCall } from './earlier-simulations.js';
import { type AnswerViolation, judgeAfter, judgeSimulations } from './judge.js';
import {
  bareMethodName,
  type CaseSimulation,
  caseSimulations,
  hexBytes,
  isDistinctive,
  isDistinctiveNumber,
  isSameBut,
  pairsOf,
  selectorOf,
} from './simulations.js';

export const calldataChecks = defineChecks('meaning', 'verdicts', {
  'calldata-mismatch': {
    severity: 'critical',
    needs: 'carriedArguments',
    about:
      "Call data must be hex bytes and contain the call's method and arguments, and its target unless the call is sent there.",
    source: 'section 2.2; that encoding a call does not change them: assumption',
    judge: judgeSimulations((simulation, expect, { conventions }) => {
      const callData = simulation.debugInfo?.callData?.toLowerCase();
      if (callData === undefined || expect.kind !== 'simulated') return undefined;
      if (hexBytes.test(callData)) return missingParts(callData, simulation, expect.request, conventions);
      if (conventions.requestValidation === 'off') return undefined;
      // A call may fail before its call data is encoded.
      if (callData === '' && simulationVerdict(simulation) !== 'success') return undefined;
      return {
        path: callDataPath,
        class: 'no hex bytes',
        expected: 'hex bytes as call data',
        received: `"${formatText(callData)}"`,
      };
    }),
  },
  'calldata-encoding': {
    severity: 'critical',
    about:
      'Call data must be a selector and whole words with lengths and padding, in the same layout for every call, and must contain every part of the message.',
    source: 'contract ABI specification; that call data follows it: assumption',
    judge(observed, { conventions }) {
      const encoded = caseSimulations(observed).flatMap((one) => encodedCall(one) ?? []);
      const found = encoded.flatMap((one) => {
        const violation =
          wordsViolation(one) ??
          argumentsViolation(one, conventions.requestValidation) ??
          incompleteViolation(one);
        return violation === undefined ? [] : [{ at: one.at, ...violation }];
      });
      if (encoded.length < 2) return found;
      const pairs = pairsOf(encoded);
      return [
        ...found,
        ...partViolations(encoded),
        ...pairs.flatMap(changeViolations),
        ...pairs.flatMap(selectorViolations),
        ...ignoredViolations(pairs),
      ];
    },
  },
  'call-recipient': {
    severity: 'major',
    about:
      'All calls must go to one contract, or each to its target if its call data is for it. The sender must not be the recipient. The executor of the request must be the sender, not the recipient.',
    source:
      'section 2.2; that calls of one kind have the same recipient: assumption; that a bare method name means name(bytes,bytes): practice',
    judge: (observed, context) => [
      ...judgeSenders(observed, context),
      ...judgeRecipients(observed, context),
      ...otherRecipients(caseSimulations(observed)),
    ],
  },
});

function missingParts(
  callData: string,
  { debugInfo }: Simulation,
  { alphaCallParams: call = {} }: LooseSimulationRequest,
  { requestValidation }: Conventions,
): AnswerViolation[] {
  const { target = '', arguments: text = '', methodName = '' } = call;
  const recipient = debugInfo?.to?.toLowerCase() || target.toLowerCase();
  const missing = (part: string, value: string): AnswerViolation => ({
    path: callDataPath,
    class: `without the ${part}`,
    expected: `call data that contains the ${part} ${formatText(value)}`,
    received: formatText(callData),
  });
  const violations: AnswerViolation[] = [];
  if (alphaAddressShape.test(target) && recipient !== target.toLowerCase() && !holds(callData, target))
    violations.push(missing('target', target));
  if (!holds(callData, text)) violations.push(missing('arguments', text));
  else if (requestValidation === 'strict' && text.length > 2 && !namesMethod(callData, methodName))
    violations.push(missing('method', methodName));
  return violations;
}

/** If formats are not validated, arguments may be any text. Only hex bytes can be found in call data. */
function holds(callData: string, part: string): boolean {
  const hex = part.toLowerCase();
  return !hexBytes.test(hex) || callData.includes(hex.slice(2));
}

/** Returns whether call data has the name of a method or its selector. A bare name means `name(bytes,bytes)`. Source: practice. */
function namesMethod(callData: string, methodName: string): boolean {
  const bare = Buffer.from(bareMethodName(methodName));
  if (callData.includes(bare.toString('hex'))) return true;
  return callData.includes(selectorOf(methodName));
}

const callDataPath = 'response.debugInfo.callData';
const wordDigits = 64;
const selectorDigits = 8;

/** A call and its data in lower case, without `0x`. */
interface EncodedCall extends CaseSimulation {
  readonly data: string;
}

function encodedCall(one: CaseSimulation): EncodedCall | undefined {
  const data = one.simulation.debugInfo?.callData?.toLowerCase();
  // `calldata-mismatch` reports anything else.
  return data !== undefined && data.length > 2 && hexBytes.test(data)
    ? { ...one, data: data.slice(2) }
    : undefined;
}

function wordsViolation({ data }: EncodedCall): AnswerViolation | undefined {
  if (data.length >= selectorDigits && (data.length - selectorDigits) % wordDigits === 0) return undefined;
  return {
    path: callDataPath,
    class: 'no whole words',
    expected: 'call data with a selector and words of 32 bytes',
    received: `${data.length / 2} bytes`,
  };
}

/** Finds arguments without their length before them, or without zero padding after them. */
function argumentsViolation(
  { request, data }: EncodedCall,
  validation: 'strict' | 'off',
): AnswerViolation | undefined {
  const text = request.alphaCallParams?.arguments?.toLowerCase() ?? '0x';
  if (validation === 'off' || !hexBytes.test(text) || !isDistinctive(text.slice(2))) return undefined;
  // `calldata-mismatch` reports arguments that are missing.
  if (data.includes(bytesValue(text.slice(2))) || !data.includes(text.slice(2))) return undefined;
  return {
    path: callDataPath,
    class: 'arguments without their length or padding',
    expected: 'the length of the arguments before them, and zero padding to whole words after them',
    received: formatText(data),
  };
}

/** Finds a part of the request of which call data has the length and the first word, but not the rest or the padding. */
function incompleteViolation({ request, data }: EncodedCall): AnswerViolation | undefined {
  for (const { name, encodingOf } of parts) {
    const broken = encodingOf(request).find((value) => {
      if (value.length === wordDigits) return false;
      const digits = 2 * Number(BigInt(`0x${value.slice(0, wordDigits)}`));
      const start = value.slice(0, wordDigits + Math.min(digits, wordDigits));
      return !data.includes(value) && isDistinctive(start.slice(wordDigits)) && data.includes(start);
    });
    if (broken === undefined) continue;
    return {
      path: callDataPath,
      class: `incomplete ${name}`,
      expected: `call data with all of the ${name}, zero padding included`,
      received: formatText(data),
    };
  }
  return undefined;
}

/** How a part of a request is encoded in call data, if its value is unlikely to occur there for another reason. */
interface Part {
  readonly name: string;
  readonly encodingOf: (request: LooseSimulationRequest) => readonly string[];
}

const parts: readonly Part[] = [
  { name: 'shards key', encodingOf: ({ shardsKey }) => numberWord(shardsKey) },
  { name: 'caller', encodingOf: ({ betaCaller }) => (betaCaller ? [textValue(betaCaller)] : []) },
  {
    name: 'extra data',
    encodingOf: ({ extraData = '0x' }) =>
      hexBytes.test(extraData.toLowerCase()) && isDistinctive(extraData.slice(2))
        ? [bytesValue(extraData.toLowerCase().slice(2))]
        : [],
  },
  {
    name: 'amounts',
    encodingOf: ({ betaAssets = [] }) => betaAssets.flatMap(({ amount }) => numberWord(amount)),
  },
  { name: 'tokens', encodingOf: ({ betaAssets = [] }) => tokensOf(betaAssets).map(textValue) },
  {
    name: 'token hashes',
    encodingOf: ({ betaAssets = [] }) => tokensOf(betaAssets).flatMap(hashOf),
  },
  {
    name: 'method',
    encodingOf: ({ alphaCallParams }) =>
      alphaCallParams?.methodName ? [textValue(alphaCallParams.methodName)] : [],
  },
];

/** Returns everything else of a request that call data may contain: hashes of its other addresses, and bytes. */
function othersOf(request: LooseSimulationRequest): string[] {
  const { betaCaller, feeAssetAddress, alphaCallParams: call = {} } = request;
  const addresses = [betaCaller, feeAssetAddress].flatMap((text) => (text ? rawBetaAddress(text) : []));
  return [
    ...addresses.flatMap((text) => [Buffer.from(text).toString('hex'), ...hashOf(text)]),
    (request.extraData ?? '').toLowerCase(),
    (call.arguments ?? '').toLowerCase(),
    (call.target ?? '').toLowerCase(),
    (request.executorAddress ?? '').toLowerCase(),
  ];
}

/** Returns the values of a part that nothing else in the request explains. */
function uniqueValues({ name, encodingOf }: Part, request: LooseSimulationRequest): string[] {
  const others = [
    ...parts.flatMap((part) => (part.name === name ? [] : part.encodingOf(request))),
    ...(name === 'caller' || name === 'extra data' ? [] : othersOf(request)),
  ];
  return encodingOf(request).filter((value) => !others.some((other) => other.includes(value)));
}

/**
 * If the call data of two calls of a case contains a part of their requests, the call data of every call must. Values that may
 * occur for another reason do not count: those that look like padding, a length or a maximum, and those that another part has too.
 */
function partViolations(calls: readonly EncodedCall[]): Violation[] {
  return parts.flatMap((part) => {
    const all = calls.map((call) => ({ call, values: uniqueValues(part, call.request) }));
    const distinct = all.filter(({ values }) => values.length > 0);
    const holds = ({ call, values }: (typeof all)[number]) =>
      values.every((value) => call.data.includes(value));
    const held = new Set(distinct.filter(holds).map(({ values }) => values.join()));
    if (held.size < 2) return [];
    return distinct
      .filter((one) => !holds(one))
      .map(({ call }) => ({
        at: call.at,
        path: callDataPath,
        class: `without the ${part.name}`,
        expected: `call data that contains the ${part.name}, as other call data does`,
        received: formatText(call.data),
      }));
  });
}

/** If two calls differ only in one amount, their call data differs only in that amount and in what may be a hash. */
function changeViolations([one, other]: [EncodedCall, EncodedCall]): Violation[] {
  const amounts = changedAmount(one.request, other.request);
  if (amounts === undefined) return [];
  const [before = '', after = ''] = amounts.map((amount) => word(amount));
  if (!one.data.includes(before) || one.data.replaceAll(before, after) === other.data) return [];
  const [words, otherWords] = [wordsOf(one.data), wordsOf(other.data)];
  const isFine =
    one.data !== other.data &&
    words.length === otherWords.length &&
    words.every((part, index) => {
      const otherPart = otherWords[index] as string;
      return (
        part === otherPart || (part === before && otherPart === after) || (isHash(part) && isHash(otherPart))
      );
    });
  if (isFine) return [];
  return [
    {
      at: other.at,
      path: callDataPath,
      class: 'changes elsewhere',
      expected: `call data to differ only in the amount, ${amounts[0]} and ${amounts[1]}`,
      received: formatText(other.data),
    },
  ];
}

/** Finds calls that differ only in their extra data but have different selectors. */
function selectorViolations([one, other]: [EncodedCall, EncodedCall]): Violation[] {
  const [selector, otherSelector] = [one, other].map(({ data }) => data.slice(0, selectorDigits));
  if (selector === otherSelector || !isSameBut('extraData', one.request, other.request)) return [];
  return [
    {
      at: other.at,
      path: callDataPath,
      class: 'another selector',
      expected: `the selector ${selector} for the same call with other extra data`,
      received: `${otherSelector}`,
    },
  ];
}

/** The fields of a message from the source chain, other than the call. */
const messageFields = ['shardsKey', 'extraData', 'betaAssets'] as const;
const fieldNames: Record<(typeof messageFields)[number], string> = {
  shardsKey: 'shards key',
  extraData: 'extra data',
  betaAssets: 'assets',
};

/** Call data contains the whole message, or only the call: if it depends on one part of the message, it depends on each. */
function ignoredViolations(pairs: readonly [EncodedCall, EncodedCall][]): Violation[] {
  const changed = pairs.flatMap(([one, other]) => {
    const fields = messageFields.filter(
      (field) => !isDeepStrictEqual(one.request[field], other.request[field]),
    );
    const [field] = fields;
    if (field === undefined || fields.length > 1 || !isSameBut(field, one.request, other.request)) return [];
    if (!meansOther[field](one.request, other.request)) return [];
    return [{ field, at: other.at, isFollowed: one.data !== other.data }];
  });
  const followed = changed.find(({ isFollowed }) => isFollowed);
  const ignored = changed.find(({ isFollowed }) => !isFollowed);
  if (followed === undefined || ignored === undefined) return [];
  const [name, otherName] = [fieldNames[ignored.field], fieldNames[followed.field]];
  return [
    {
      at: ignored.at,
      path: callDataPath,
      class: `ignores the ${name}`,
      expected: `different call data for a different ${name}, as for a different ${otherName}`,
      received: 'the same',
    },
  ];
}

/** Returns whether two values of a field differ in meaning. Omitted defaults and amounts of zero may not. */
const meansOther: Record<
  (typeof messageFields)[number],
  (one: LooseSimulationRequest, other: LooseSimulationRequest) => boolean
> = {
  shardsKey: (one, other) => amountOf(one.shardsKey) !== amountOf(other.shardsKey),
  extraData: ({ extraData = '0x' }, { extraData: other = '0x' }) =>
    Math.abs(extraData.length - other.length) >= wordDigits,
  betaAssets: (one, other) => changedAmount(one, other)?.every((amount) => amount > 0n) === true,
};

function changedAmount(
  one: LooseSimulationRequest,
  other: LooseSimulationRequest,
): [bigint, bigint] | undefined {
  const { betaAssets: assets = [] } = one;
  const { betaAssets: otherAssets = [] } = other;
  if (assets.length !== otherAssets.length || !isSameBut('betaAssets', one, other)) return undefined;
  const places = assets.flatMap((asset, at) => (isDeepStrictEqual(asset, otherAssets[at]) ? [] : [at]));
  const [at] = places;
  if (at === undefined || places.length > 1 || assets[at]?.tokenAddress !== otherAssets[at]?.tokenAddress)
    return undefined;
  const [amount, otherAmount] = [amountOf(assets[at]?.amount), amountOf(otherAssets[at]?.amount)];
  if (amount === undefined || otherAmount === undefined || !isDistinctiveNumber(amount)) return undefined;
  return [amount, otherAmount];
}

function wordsOf(data: string): string[] {
  return data.slice(selectorDigits).match(/.{1,64}/g) ?? [];
}

/** Returns whether a word may be a hash: it has enough different digits, and is not a number or text. */
function isHash(part: string): boolean {
  return (
    part.length === wordDigits &&
    new Set(part).size >= 8 &&
    !part.startsWith('000000') &&
    !part.endsWith('000000')
  );
}

/** Returns the source-chain tokens of assets, each once, in raw form. */
function tokensOf(assets: NonNullable<LooseSimulationRequest['betaAssets']>): string[] {
  return [
    ...new Set(assets.flatMap(({ tokenAddress }) => (tokenAddress ? rawBetaAddress(tokenAddress) : []))),
  ];
}

function numberWord(text: string | undefined): string[] {
  const amount = amountOf(text);
  return amount === undefined || !isDistinctiveNumber(amount) || amount > largestAmount ? [] : [word(amount)];
}

function word(amount: bigint): string {
  return amount.toString(16).padStart(wordDigits, '0');
}

function textValue(text: string): string {
  return bytesValue(Buffer.from(text).toString('hex'));
}

/** Encodes hex digits as length, bytes and padding. */
function bytesValue(digits: string): string {
  const padded = Math.ceil(digits.length / wordDigits) * wordDigits;
  return word(BigInt(digits.length / 2)) + digits.padEnd(padded, '0');
}

/** Returns the hash of a raw source-chain address, unless it is too common, like that of the zero address. */
function hashOf(raw: string): string[] {
  const hash = raw.slice(raw.indexOf(':') + 1).toLowerCase();
  return isDistinctive(hash) ? [hash] : [];
}

const recipientPath = 'response.debugInfo.to';

const judgeSenders = judgeSimulations((simulation, expect) => {
  if (expect.kind !== 'simulated') return undefined;
  const from = simulation.debugInfo?.from?.toLowerCase();
  const sent = sentCall(expect.request, simulation);
  const executor = expect.request.executorAddress?.toLowerCase();
  if (from && executor && from !== executor && sent?.to === executor && !sent.isToTarget)
    return {
      path: recipientPath,
      class: 'sender and recipient swapped',
      expected: `the executor of the request, ${executor}, as the sender`,
      received: `it as the recipient, and ${from} as the sender`,
    };
  // A request may ask for this sender, or have it as its target.
  if (from !== sent?.to || sent?.isToTarget !== false) return undefined;
  if (from === executor) return undefined;
  return {
    path: 'response.debugInfo.from',
    class: 'sender is the recipient',
    expected: 'a sender that does not call itself',
    received: `${from} as sender and recipient`,
  };
});

const judgeRecipients = judgeAfter(({ request: { expect }, answer }, { startMs }, { simulations }) => {
  if (expect.kind !== 'simulated') return undefined;
  const sent = answer?.simulation && sentCall(expect.request, answer.simulation);
  if (!sent?.isToTarget) return undefined;
  const before = simulations.sentBefore(sent.kind, startMs);
  // The target of a call may be the contract that all calls go through.
  if (before.some((other) => other.to === sent.to && !other.isToTarget)) return undefined;
  const through = before.find((other) => !other.isToTarget);
  if (through !== undefined)
    return {
      path: recipientPath,
      class: 'target of the call',
      expected: `the call to be sent to ${through.to}, as another call is`,
      received: `its target ${sent.to}`,
      to: through.request,
    };
  const another = before.find((other) => other.to !== sent.to);
  if (another === undefined || !isForAnother(expect.request, answer?.simulation?.debugInfo?.callData))
    return undefined;
  return {
    path: recipientPath,
    class: 'not the contract of the call data',
    expected: 'the contract whose function the call data calls',
    received: `the target ${sent.to}, although the call data contains the method's name as a string`,
    to: another.request,
  };
});

/** Finds calls to another recipient than most. A recipient that is the executor of its own request is not a leak. */
function otherRecipients(all: readonly CaseSimulation[]): Violation[] {
  const known = all.flatMap((one) => {
    const to = one.simulation.debugInfo?.to?.toLowerCase();
    return to ? [{ one, to, isTarget: to === one.request.alphaCallParams?.target?.toLowerCase() }] : [];
  });
  const usual = new Map<string, number>();
  for (const { to } of known) usual.set(to, (usual.get(to) ?? 0) + 1);
  const [most] = [...usual].sort(([, one], [, other]) => other - one);
  if (most === undefined || usual.size < 2 || most[1] < 3) return [];
  const [layer] = most;
  // If the most frequent recipient is a call's own target, calls have no common recipient.
  if (known.some(({ to, isTarget }) => to === layer && isTarget)) return [];
  return known
    .filter(({ one, to }) => to !== layer && to !== one.request.executorAddress?.toLowerCase())
    .map(({ one, to }) => ({
      at: one.at,
      path: recipientPath,
      class: 'another recipient',
      expected: `the call to be sent to ${layer}, as other calls are`,
      received: to,
    }));
}

/** A target is called by the selector of its method. Call data with the full name is for a contract that forwards the call. */
function isForAnother({ alphaCallParams }: LooseSimulationRequest, callData = ''): boolean {
  const name = alphaCallParams?.methodName ?? '';
  const bare = bareMethodName(name);
  if (bare.length < minNameLength || !callData.includes(Buffer.from(bare).toString('hex'))) return false;
  return !callData.startsWith(`0x${selectorOf(name)}`);
}

/** Call data may contain a shorter name by chance. */
const minNameLength = 4;
