import { defineDeployment } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import { phaseNames, readCorpus } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { findOperations, shardStatistics } from '../../support/custom-endpoints.js';
import { projectFolder } from '../../support/project-folder.js';
import { sampleFinding, samplePlan, writeCorpusEntry } from '../../support/sample-finding.js';
import { createPhase } from './phases/phase-context.js';

const url = 'http://127.0.0.1:8545';
const deployment = defineDeployment({
  simulatorUrl: url,
  observerUrl: url,
  chains: { alpha: 'evm', beta: 'tvm' },
});

/** Of long phases so many cases, spread over them. */
const maxCases = 60;

test.each(phaseNames)(
  'every case of the phase %s can be written to a corpus and read again',
  async (name) => {
    const folder = await projectFolder();
    const phase = createPhase(name, {
      deployment,
      calls: simulationRequest({ deployment }).map((request) => ({ request })),
      operationIds: [`0x${'ab'.repeat(32)}`],
      endpoints: [shardStatistics, findOperations],
      corpus: [samplePlan],
    });
    const size = Math.min(phase.size, 3_000);
    expect(size).toBeGreaterThan(0);
    const step = Math.max(1, Math.floor(size / maxCases));
    for (let place = 0; place < size; place += step) {
      const { plan } = phase.caseAt(7, place);
      await writeCorpusEntry(folder, sampleFinding({ plan, exchanges: [] }));
      const [read, ...others] = await readCorpus(folder);
      expect(JSON.parse(JSON.stringify(read?.plan))).toEqual(JSON.parse(JSON.stringify(plan)));
      expect(others).toEqual([]);
    }
  },
);
