import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { noVerdictText } from '../../../src/client/evidence.js';

it('lists the statuses that end a property as inconclusive', async () => {
  const page = await readFile(new URL('../../../docs/property-tests.md', import.meta.url), 'utf8');
  const [, statuses] = /status 3xx, (\d.*)$/.exec(noVerdictText) ?? [];
  expect(page).toContain(`a redirect (3xx) or status ${statuses}. |`);
});
