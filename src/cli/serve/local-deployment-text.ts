import type { LocalDeployment } from '../../local/local-deployment.js';
import { localDeploymentVariables } from './local-deployment-variables.js';

/** Returns what a user needs to use a local deployment. */
export function localDeploymentText(local: LocalDeployment): string {
  const { simulatorUrl, observerUrl, controlUrl, evmRpcUrl, contracts, tokens, accounts } = local;
  const contractRows = Object.entries({
    layer: contracts.layer,
    ...contracts.targets,
    ...contracts.deployed,
  });
  const tokenRows = tokens.map(
    ({ name, alpha, beta }) => [name, `${alpha}  ${beta || 'native coin'}`] as const,
  );
  return `Local deployment ready; stop it with Ctrl-C.

${rows([
  ['simulator', reachable(simulatorUrl)],
  ['observer', reachable(observerUrl)],
  ['control', `${reachable(controlUrl)}  (a page for browsers; /openapi.json)`],
  ['EVM', evmRpcUrl],
])}

Contracts
${rows(contractRows)}

Tokens: destination chain, source chain
${rows(tokenRows)}

Accounts
${accounts.map((caller) => `  ${caller}`).join('\n')}

For tests in another process:
${Object.entries(localDeploymentVariables(local))
  .map(([name, value]) => `  export ${name}=${quoted(value)}`)
  .join('\n')}
`;
}

/** The address of all interfaces cannot be called, but the loopback address can. */
function reachable(url: string): string {
  const loopback = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return loopback === url ? url : `${url}  (here: ${loopback})`;
}

function rows(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

function quoted(value: string): string {
  return /^[\w:/.,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
