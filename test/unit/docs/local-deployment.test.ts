import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { knownFaults } from '../../../src/local/faults/known-faults.js';
import { timingProfiles } from '../../../src/local/timing-profiles.js';

const guide = await readFile(
  fileURLToPath(new URL('../../../docs/local-deployment.md', import.meta.url)),
  'utf8',
);

it.each([
  ['profiles', Object.keys(timingProfiles)],
  ['faults', knownFaults.map(({ fault }) => fault)],
])('the guide of the local deployment names all %s', (_, names) => {
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('says of each fault what the deployment says of it', () => {
  const unsaid = knownFaults.filter(({ summary }) => !guide.includes(summary));
  // These three share a line.
  expect(unsaid.map(({ fault }) => fault)).toEqual(['bad-gateway', 'service-unavailable', 'gateway-timeout']);
});
