import { readFile } from 'node:fs/promises';
import { requestMutations } from 'crosscheck/arbitraries';
import { expect, it } from 'vitest';
import { textsOf } from '../../../src/arbitraries/values.js';
import { noVerdictText } from '../../../src/client/evidence.js';

const page = await readFile(new URL('../../../docs/property-tests.md', import.meta.url), 'utf8');
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

it('lists the statuses that end a property as inconclusive', () => {
  const [, statuses] = /status 3xx, (\d.*)$/.exec(noVerdictText) ?? [];
  expect(page).toContain(`a redirect (3xx) or status ${statuses}. |`);
});

it('lists the arbitrary of each format', () => {
  const [, list = ''] = /arbitraries for single values too: (.+)\./.exec(page) ?? [];
  expect(namesIn(list).sort()).toEqual(
    Object.values(textsOf)
      .map(({ name }) => name)
      .sort(),
  );
});

it('lists the mutations of requests', () => {
  const [, table = ''] = /\| applies to \| `requestMutations` \|\n(.+?)\n\n/s.exec(page) ?? [];
  expect(namesIn(table).sort()).toEqual([...requestMutations].sort());
});
