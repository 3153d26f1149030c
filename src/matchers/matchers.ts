import { toReachInclusion } from './to-reach-inclusion.js';
import { toSimulateSuccessfully } from './to-simulate-successfully.js';

/** Every matcher, as `expect.extend` takes them. */
export const matchers = { toReachInclusion, toSimulateSuccessfully };
