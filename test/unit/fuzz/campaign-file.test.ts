import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCampaignFile } from '../../../src/fuzz/campaign-file.js';
import { projectFolder } from '../../support/project-folder.js';

test.each([
  ['{"cases": -4}', 'cases must be at least 1, got -4'],
  ['{"mostUnseen": 1.5}', 'mostUnseen must be at most 1, got 1.5'],
  ['{"limits": {"slowMs": 0}}', 'limits.slowMs must be at least 1, got 0'],
  ['{"ratePerSecond": -1}', 'ratePerSecond must be at least 0.001, got -1'],
])('a number out of bounds is refused in plain words: %s', async (text, fault) => {
  const file = join(await projectFolder({ 'campaign.json': text }), 'campaign.json');
  await expect(readCampaignFile(file)).rejects.toMatchObject({
    message: expect.stringContaining(`${file}:1: ${fault}`),
  });
});
