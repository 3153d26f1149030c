import { expect, it } from 'vitest';
import { createRootVotes } from '../../../../src/local/source-chain/root-votes.js';

const [red, blue] = ['0xaa', '0xbb'] as const;

it('sets a root once a quorum has voted for the same one, and never changes it', () => {
  const votes = createRootVotes(3);
  const seen = [red, blue, red, red, blue, blue].map((root, validator) => {
    votes.vote(7n, root, validator);
    return votes.rootOf(7n);
  });
  expect(seen).toEqual([undefined, undefined, undefined, red, red, red]);
});

it('counts one vote of a validator, for each epoch by itself', () => {
  const votes = createRootVotes(2);
  votes.vote(7n, red, 0);
  votes.vote(7n, red, 0);
  votes.vote(8n, red, 1);
  expect([votes.rootOf(7n), votes.rootOf(8n)]).toEqual([undefined, undefined]);
});

it('counts the votes that there are by the quorum of the moment, and keeps roots that are set', () => {
  const votes = createRootVotes(3);
  votes.vote(7n, red, 0);
  votes.setQuorum(2);
  expect(votes.rootOf(7n)).toBeUndefined();
  votes.vote(7n, red, 1);
  votes.setQuorum(5);
  expect(votes.rootOf(7n)).toBe(red);
});

it('gives an epoch whose root was withdrawn none any more', () => {
  const votes = createRootVotes(1);
  votes.vote(7n, red, 0);
  votes.withdraw(7n);
  votes.vote(7n, red, 1);
  expect(votes.rootOf(7n)).toBeUndefined();
});

it('goes back to a snapshot, as often as it is told to', () => {
  const votes = createRootVotes(2);
  votes.vote(7n, red, 0);
  const restore = votes.snapshot();
  for (const other of [1, 2]) {
    votes.vote(7n, red, other);
    votes.setQuorum(5);
    expect(votes.rootOf(7n)).toBe(red);
    restore();
    expect(votes.rootOf(7n)).toBeUndefined();
  }
});
