import type { PhaseName } from 'crosscheck/fuzz';
import { expect, it } from 'vitest';
import { CampaignCases } from '../../../src/fuzz/campaign-cases.js';
import type { Phase } from './phases/phase-context.js';

const phaseOf = (name: PhaseName): Phase => ({
  name,
  size: Number.POSITIVE_INFINITY,
  caseAt: (_, place) => ({ plan: { phase: name, kind: `${place}`, steps: [] }, shrinks: () => [] }),
});

function spread(
  counts: readonly [PhaseName, number][],
  pollsOperations = true,
  shard = { index: 0, count: 1 },
) {
  const phases = counts.map(([name, cases]) => ({ phase: phaseOf(name), cases }));
  const cases = new CampaignCases({ phases, seed: 1, shard, pollsOperations });
  return phases.map((budgeted) => [...cases.of(budgeted)].map(({ phase, index }) => `${phase}/${index}`));
}

it('puts polls of known operations evenly between the cases of all phases', () => {
  const [valid = [], stateful = [], wire = []] = spread([
    ['valid', 70],
    ['stateful', 20],
    ['wire', 10],
  ]);
  const all = [...valid, ...stateful, ...wire];
  expect(new Set(all).size).toBe(100);
  expect(all).toHaveLength(100);
  const polls = all.filter((one) => one.startsWith('stateful'));
  expect(polls).toEqual(Array.from({ length: 20 }, (_, place) => `stateful/${place}`));
  expect(stateful).toHaveLength(4);
  expect(valid.filter((one) => one.startsWith('stateful'))).toHaveLength(14);
  const places = valid.flatMap((one, place) => (one.startsWith('stateful') ? [place] : []));
  expect(Math.max(...places.slice(1).map((place, index) => place - (places[index] ?? 0)))).toBeLessThan(8);
});

it('runs the phases in order if no operation is known, and only polls if there is nothing else', () => {
  expect(
    spread(
      [
        ['valid', 3],
        ['stateful', 2],
      ],
      false,
    ),
  ).toEqual([
    ['valid/0', 'valid/1', 'valid/2'],
    ['stateful/0', 'stateful/1'],
  ]);
  expect(spread([['stateful', 2]])).toEqual([['stateful/0', 'stateful/1']]);
});

it('gives each shard its own cases', () => {
  const counts: [PhaseName, number][] = [
    ['valid', 21],
    ['stateful', 9],
  ];
  const shards = [0, 1].flatMap((index) => spread(counts, true, { index, count: 2 }).flat());
  expect(shards.toSorted()).toEqual(spread(counts).flat().toSorted());
});
