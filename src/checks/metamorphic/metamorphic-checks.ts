import type { Check } from '../case/check.js';
import {
  type ComparedMember,
  callData,
  errorText,
  gasAndFees,
  messageCount,
  messageMembers,
  payloads,
  recipient,
  sender,
  sentTotals,
  verdict,
} from './compared-members.js';
import { relationCheck } from './relation-check.js';

/**
 * What two simulations of one request agree in. Not compared: operation ids, blocks and the text `message`, which may
 * be others each time; suggested prices and the fee in the fee asset.
 */
const same: readonly ComparedMember[] = [
  verdict,
  errorText,
  messageCount,
  ...messageMembers,
  payloads,
  callData,
  sender,
  recipient,
  ...gasAndFees,
];

/** The layer gets other bytes, and another asset may be the first that is rejected; what is sent back is the same. */
const sameInTotal: readonly ComparedMember[] = [verdict, sentTotals];

/** A caller's address is a text for the layer: payloads, call data and ids may hold it as it is written. */
const sameButForTexts: readonly ComparedMember[] = [verdict, errorText, messageCount, ...messageMembers];

export const determinism = relationCheck({
  name: 'determinism',
  about: 'The same request must get the same answer, however often it is sent.',
  source: 'practice: verdicts that vary without cause',
  change: 'the same request once more',
  members: same,
});

/** The checks of relations between requests, in the order in which they are listed. */
export const metamorphicChecks: readonly Check[] = [
  determinism,
  relationCheck({
    name: 'key-order',
    about: 'The order of the members of a request must not affect the answer.',
    source: 'section 2.1: JSON objects are unordered (RFC 8259, 4)',
    change: 'another order of members',
    members: same,
  }),
  relationCheck({
    name: 'absent-or-default',
    about: 'An absent field must mean the same as its documented default.',
    source: 'practice: the defaults of optional fields',
    change: 'a default that is left out or written',
    members: same,
  }),
  relationCheck({
    name: 'asset-order',
    about: 'The order of the assets must not affect the answer.',
    source: 'practice: order that changes the meaning',
    change: 'another order of assets',
    members: sameInTotal,
  }),
  relationCheck({
    name: 'split-amounts',
    about: 'An amount must mean the same in one entry as in two, where the call cannot tell them apart.',
    source: 'practice: duplicates that change the meaning',
    change: 'an amount in one entry or two',
    members: sameInTotal,
  }),
  relationCheck({
    name: 'address-case',
    about: 'The letter case of a destination-chain address must not affect the answer.',
    source: 'practice: the letter case is a checksum',
    change: 'another letter case of an address',
    members: same,
  }),
  relationCheck({
    name: 'address-form',
    about: 'The form of a source-chain address must not affect the answer.',
    source: 'practice: friendly and raw forms are accepted',
    change: 'another form of an address',
    members: sameButForTexts,
  }),
  relationCheck({
    name: 'isolation',
    about: 'An unrelated request must not affect the next request.',
    source: 'practice: state that leaks between requests in sequence',
    change: 'an unrelated request before it',
    members: same,
  }),
  relationCheck({
    name: 'concurrency',
    about: 'Concurrent requests must not affect each other.',
    source: 'practice: state that leaks between requests in parallel',
    change: 'other requests beside it',
    members: same,
  }),
];
