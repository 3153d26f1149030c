import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCampaignFile } from '../../../src/fuzz/campaign-options.js';
import { projectFolder } from '../../support/project-folder.js';

test.each([
  ['{"cases": -4}', 'cases must be an integer from 1 to 999999999999999, got -4'],
  ['{"maxInconclusive": 1.5}', 'maxInconclusive must be a number from 0 to 1, got 1.5'],
  [
    '{"limits": {"slowThresholdMs": 0}}',
    'limits.slowThresholdMs must be an integer from 1 to 2147483647, got 0',
  ],
  ['{"ratePerSecond": -1}', 'ratePerSecond must be auto or a number from 0.001 to 1000000, got -1'],
])('a number out of bounds is rejected in plain words: %s', async (text, fault) => {
  const file = join(await projectFolder({ 'campaign.json': text }), 'campaign.json');
  await expect(readCampaignFile(file)).rejects.toMatchObject({
    message: expect.stringContaining(`${file}:1: ${fault}`),
  });
});
