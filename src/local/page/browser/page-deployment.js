/**
 * @import { LocalDescription } from '../../control/local-description.js'
 * @typedef {LocalDescription & { stages: readonly string[] }} PageDeployment
 */
import { brief, shortHash } from './texts.js';

/** What is shown before the deployment has been read. */
export const noDeployment = /** @type {PageDeployment} */ (
  /** @type {unknown} */ ({ stages: [], chains: { alpha: 'alpha', beta: 'beta' }, tokens: [] })
);

const practiceStages = [
  'start',
  ...['ALPHA', 'BETA'].flatMap((chain) => [
    `collectedIn${chain}`,
    `includedIn${chain}Consensus`,
    `executedIn${chain}`,
  ]),
];

/**
 * Adds to a deployment's description its stages in their order, as it writes them.
 *
 * @param {LocalDescription} description
 * @returns {PageDeployment}
 */
export function pageDeployment(description) {
  const { chains, conventions } = description;
  const stages = (conventions.stages ?? practiceStages).map((stage) =>
    stage.replace(/ALPHA|BETA/g, (chain) => chains[chain === 'ALPHA' ? 'alpha' : 'beta'].toUpperCase()),
  );
  return { ...description, stages };
}

/**
 * Names what an operation calls: the method and the target, by its name when it is one of the deployment's own.
 *
 * @param {Record<string, any>} request
 * @param {PageDeployment} deployment
 */
export function callOf(request, { chains, contracts }) {
  const { target = '', methodName } = request[`${chains.alpha}CallParams`] ?? {};
  /** @type {Record<string, string>} */
  const own = { ...contracts?.targets, ...contracts?.deployed };
  const name = Object.keys(own).find((key) => own[key]?.toLowerCase() === String(target).toLowerCase());
  const where = name ?? shortHash(String(target));
  return where === methodName ? where : `${brief(methodName || 'no method')} → ${where}`;
}

/**
 * Names the assets that an operation sends.
 *
 * @param {Record<string, any>} request
 * @param {PageDeployment} deployment
 */
export function assetsOf(request, { chains, tokens }) {
  /** @type {{ amount: unknown, tokenAddress?: unknown }[]} */
  const assets = request[`${chains.beta}Assets`] ?? [];
  if (assets.length === 0) return 'none';
  return assets
    .map(({ amount, tokenAddress }) => {
      const token = tokens.find(({ beta }) => beta === (tokenAddress ?? ''));
      return `${brief(amount)} ${token?.name ?? shortHash(String(tokenAddress || 'native'))}`;
    })
    .join(', ');
}
