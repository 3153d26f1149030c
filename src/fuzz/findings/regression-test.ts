import { caseRequests } from '../../checks/case/case-plan.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { formatText } from '../../internal/print.js';
import type { Finding } from './finding.js';
import { runsToProveFixed } from './finding-certainty.js';
import { findingTitle } from './finding-title.js';
import { literalText } from './literal-text.js';
import { generalId } from './signature.js';

/** So many runs fit into the timeout of the test. */
const mostRuns = 200;
const longestVariables = 1_000;

/**
 * Returns a Vitest test in TypeScript that fails as long as the deployment in force shows a finding.
 *
 * @param file - The case in a corpus, which the test reads. Default: the test contains the case.
 */
export function regressionTest(finding: Finding, file?: string): string {
  const { variables } = finding;
  const endpoints = customEndpointNames(finding).join(', ');
  const source = file === undefined ? `plan: ${literalText(finding.plan, 2)}` : `file: ${literalText(file)}`;
  const imports =
    endpoints === '' ? 'currentDeployment' : 'configuredDeployment, currentDeployment, loadConfig';
  return `${variables === undefined ? '' : `// ${formatText(variables, longestVariables)}\n`}import { ${imports} } from 'crosscheck';
import { replayCase } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';

test(${literalText(findingTitle(finding))}, async () => {${endpoints === '' ? '' : endpointsLines(endpoints)}
  const { findings } = await replayCase({
    deployment: currentDeployment(),
    ${source},${endpoints === '' ? '' : '\n    endpoints,'}${
      finding.confidence === 'stable'
        ? ''
        : `
    runs: ${Math.min(runsToProveFixed(finding), mostRuns)},`
    }
  });
  expect(findings.filter(({ id }) => id === ${literalText(file === undefined ? generalId(finding.signature) : finding.id)}).map(({ message }) => message)).toEqual([]);
}, 60_000);
`;
}

/** The configuration determines where a custom endpoint is defined. */
function endpointsLines(names: string): string {
  return `
  // From crosscheck.config.ts. Without one: [${names}], as defineEndpoint gives them.
  const { endpoints } = configuredDeployment(await loadConfig()) ?? {};`;
}

function customEndpointNames({ plan }: Finding): string[] {
  const names = new Set(caseRequests(plan).map(({ endpoint }) => endpoint));
  return [...names].filter((name) => !isBuiltIn(name));
}
