import type { ServedDeployment } from './served-deployment.js';
import type { Snippet } from './snippet.js';

/** The local deployments that snippets meet. */
export interface Deployments {
  readonly neutral: ServedDeployment;
  /** With the names that the pages give to chains: `evm` and `tvm`. */
  readonly evm: ServedDeployment;
}

/** The local deployment that a snippet meets: the one with names of chains, when it says them. */
export function met({ code }: Snippet, deployments: Deployments): ServedDeployment {
  return /\bevm\b/.test(code) ? deployments.evm : deployments.neutral;
}

/** The text of a snippet with URLs of a local deployment in the place of those of staging, and its own replacements. */
export function fillIn(snippet: Snippet, deployments: Deployments): string {
  const { baseUrl, controlUrl, values } = met(snippet, deployments);
  const evm = Object.entries(deployments.evm.values).map(([name, value]) => [`evm.${name}`, value]);
  const known: Record<string, string> = { ...values, ...Object.fromEntries(evm) };
  let code = snippet.code;
  for (const [part, by] of snippet.directives.replace ?? []) {
    if (!code.includes(part)) throw new Error(`${snippet.page}:${snippet.line}: nothing to replace: ${part}`);
    code = code.replaceAll(
      part,
      by.replace(/\{([\w.]+)\}/g, (whole, name: string) => known[name] ?? whole),
    );
  }
  return code
    .replace(/https:\/\/(?:\w+\.)?staging\.example\.org(?:\/v1)?/g, baseUrl)
    .replaceAll('http://127.0.0.1:8082', controlUrl);
}
