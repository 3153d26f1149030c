import { beforeAll, describe, expect, test } from 'vitest';
import { knownChecks, phaseNames } from '../../src/fuzz/index.js';
import { faultNames } from '../../src/local/index.js';
import { builtInCheckNames } from '../../src/smoke/smoke-check-names.js';
import { isAssuming } from '../support/assuming-checks.js';
import { inclusionDocs, type MemberDocs, requestDocs, simulationDocs } from '../support/member-docs.js';
import { type InstalledConsumer, installedAs } from './consumer.js';
import { output } from './run-in-consumer.js';

/** What the fixture in-editor.mjs prints. */
interface Shown {
  readonly completions: Readonly<Record<string, readonly string[]>>;
  readonly hovers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, MemberDocs>>;
}

/** The versions of TypeScript with a language service for JavaScript. */
export const editors = ['5.9', '6'] as const;

/** Declares what an editor must show a consumer. */
export function describeEditor(
  version: (typeof editors)[number],
  runner: string,
  consumer: () => InstalledConsumer,
): void {
  describe(`an editor with TypeScript ${version}`, () => {
    let shown: Shown;

    beforeAll(async () => {
      const script = ['test/consumers/fixtures/types/in-editor.mjs', installedAs(version), runner];
      const { stdout, stderr } = await output(consumer(), 'node', script);
      expect(stderr).toBe('');
      shown = JSON.parse(stdout) as Shown;
    }, 120_000);

    test('shows what the row of each member says, and a link', () => {
      expect(shown.members).toEqual({
        Request: requestDocs,
        LooseRequest: requestDocs,
        FewerRequest: requestDocs,
        Simulation: simulationDocs,
        Inclusion: inclusionDocs,
      });
    });

    test.runIf(runner === 'vitest')('completes the members of requests, answers and options', () => {
      const members = Object.keys(requestDocs).filter((path) => !path.includes('.'));
      const answers = Object.keys(simulationDocs).filter((path) => !/[.[]/.test(path));
      expect(sorted(shown.completions)).toMatchObject({
        request: members.sort(),
        call: ['arguments', 'methodName', 'target'],
        asset: ['amount', 'tokenAddress'],
        'extended request': [...members, 'calculateRollbackFee'].sort(),
        answer: answers.sort(),
        'extended answer': [...answers, 'suggestedFee'].sort(),
        'options of a request': ['deployment', 'signal'],
        wait: expect.not.arrayContaining(['forMs']),
        window: expect.arrayContaining(['forMs']),
        phase: [...phaseNames].sort(),
      });
    });

    test.runIf(runner === 'vitest')('completes names', () => {
      const reached = (chain: string): string[] => [
        `collectedIn${chain}`,
        `executedIn${chain}`,
        `includedIn${chain}Consensus`,
      ];
      const neutral = ['start', ...['ALPHA', 'BETA'].flatMap(reached)].sort();
      const spelled = ['start', ...['ALPHA', 'BETA', 'EVM', 'TVM'].flatMap(reached)].sort();
      const checks = knownChecks.map(({ name }) => name).sort();
      const assuming = knownChecks.filter(isAssuming).map(({ name }) => name);
      const smokeChecks = [...builtInCheckNames, ...assuming].sort();
      expect(sorted(shown.completions)).toMatchObject({
        'stage of a record': neutral,
        'chain type of a record': ['ALPHA', 'BETA'],
        stage: spelled,
        'stage of operations': spelled,
        'included stage': spelled.filter((name) => name !== 'start'),
        'chain type': ['ALPHA', 'BETA', 'EVM', 'TVM'],
        'required field': Object.keys(requestDocs).sort(),
        fault: [...faultNames].sort(),
        check: checks,
        'check of a finding': checks,
        'smoke check': smokeChecks,
        'check of a report': smokeChecks,
      });
    });

    test.runIf(runner === 'vitest')('shows types by their names', () => {
      expect(shown.hovers).toMatchObject({
        deployment: 'const deployment: Deployment<SimulationRequest, Extension>',
        'deployment with conventions':
          'const fewer: Deployment<RequestRequiring<readonly ["betaCaller"]>, Extension>',
        client: 'const client: Client<SimulationRequest, Extension>',
        'client of conventions':
          'const ofFewer: Client<RequestRequiring<readonly ["betaCaller"]>, Extension>',
        simulate:
          '(method) Client<SimulationRequest, Extension>.simulate(request: SimulationRequest, options?: CallOptions): Promise<SimulationResult<Extension>>',
        'not.toReachInclusion':
          '(method) NegatedMatchers.toReachInclusion(options: WindowOptions): Promise<void>',
      });
      for (const [name, text] of Object.entries(shown.hovers))
        expect(text.split('\n').length, `${name}: ${text}`).toBe(1);
    });
  });
}

function sorted(completions: Shown['completions']): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(completions).map(([name, offered]) => [name, [...offered].sort()]),
  );
}
