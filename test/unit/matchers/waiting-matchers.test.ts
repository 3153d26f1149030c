import 'crosscheck/vitest';
import { InconclusiveError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { type Answer, status } from '../../support/scripted-observer.js';
import type { MatcherOf } from './matchers-by-subject.js';
import { collected, id, included, observed } from './observed.js';

type Options = Awaited<ReturnType<typeof observed>>['often'];

interface Polarity {
  readonly args: (options: Options) => unknown[];
  readonly passesFor: Answer;
  readonly failsFor: Answer;
}

const untilReached = { passesFor: included, failsFor: collected };
const throughWindow = { passesFor: collected, failsFor: included };

/** Each matcher that waits, in both polarities, or `undefined` if it has only one. The compiler finds one that is missing here. */
const polarities: Record<MatcherOf<'wait'>, Record<'expect(id)' | 'expect(id).not', Polarity | undefined>> = {
  toReachInclusion: {
    'expect(id)': { args: (options) => [{ ...options, timeoutMs: 3000 }], ...untilReached },
    'expect(id).not': { args: (options) => [{ ...options, forMs: 3000 }], ...throughWindow },
  },
  toReachStage: {
    'expect(id)': {
      args: (options) => ['includedInBETAConsensus', { ...options, timeoutMs: 3000 }],
      ...untilReached,
    },
    'expect(id).not': {
      args: (options) => ['includedInBETAConsensus', { ...options, forMs: 3000 }],
      ...throughWindow,
    },
  },
  toRemainPending: {
    'expect(id)': { args: (options) => [{ ...options, forMs: 3000 }], ...throughWindow },
    'expect(id).not': undefined,
  },
};

const rows = Object.entries(polarities).flatMap(([matcher, both]) =>
  Object.entries(both).map(([start, polarity]) => ({
    name: `${start}.${matcher}`,
    matcher,
    start,
    polarity,
  })),
);

type Row = (typeof rows)[number];

/** Runs the assertion of a row. */
async function run({ matcher, start }: Row, args: readonly unknown[], subject: unknown = id): Promise<void> {
  const assertion = start === 'expect(id)' ? expect(subject) : expect(subject).not;
  await (assertion as unknown as Record<string, (...args: unknown[]) => Promise<void>>)[matcher]?.(...args);
}

describe.each(rows.filter(({ polarity }) => polarity !== undefined))('$name', (row) => {
  const { args, passesFor, failsFor } = row.polarity as Polarity;

  it('passes and fails by what the records say', async () => {
    await run(row, args((await observed([passesFor])).often));
    const failing = args((await observed([failsFor])).often);
    // Neither an error of usage nor an inconclusive one.
    await expect(run(row, failing)).rejects.not.toHaveProperty('code');
  });

  it('has no verdict if no poll is answered', async () => {
    const { often } = await observed([status(503)]);
    await expect(run(row, args(often))).rejects.toThrow(InconclusiveError);
  });

  it.each([7, null, '', { response: {} }])('rejects the subject %j', async (subject) => {
    const { often } = await observed([passesFor]);
    await expect(run(row, args(often), subject)).rejects.toThrow(`.${row.matcher}() takes an operation id`);
  });
});

it.each(rows.filter(({ polarity }) => polarity === undefined))('$name does not exist', async (row) => {
  await expect(run(row, [{ forMs: 10 }])).rejects.toThrow(`${row.matcher} has no .not`);
});
