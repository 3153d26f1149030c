import type { matchers } from 'crosscheck/matchers';

/** What each matcher judges. The compiler finds a matcher that is missing here. */
const subjects = {
  toSimulateSuccessfully: 'simulation',
  toFailSimulation: 'simulation',
  toMatchSimulation: 'simulation',
  toEmitOutMessage: 'simulation',
  toHaveOutMessageCount: 'simulation',
  toUseGasWithin: 'simulation',
  toCostAtMost: 'simulation',
  toReachInclusion: 'wait',
  toReachStage: 'wait',
  toRemainPending: 'wait',
  toBeIncluded: 'record',
  toBeRejected: 'record',
  toHaveInclusionTransaction: 'record',
  toBeConsistent: 'history',
  toHaveReceivedRequest: 'local',
  toSurviveFuzzing: 'deployment',
  outMessage: 'value',
  operationId: 'value',
  amount: 'value',
} as const satisfies Record<keyof typeof matchers, string>;

type Subjects = typeof subjects;

/** The names of the matchers of a subject. */
export type MatcherOf<Subject extends Subjects[keyof Subjects]> = {
  [Name in keyof Subjects]: Subjects[Name] extends Subject ? Name : never;
}[keyof Subjects];

/** Returns the names of the matchers of a subject. */
export function matchersOf(subject: Subjects[keyof Subjects]): string[] {
  return Object.entries(subjects).flatMap(([name, of]) => (of === subject ? [name] : []));
}
