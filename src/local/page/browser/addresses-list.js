/** @import { PageDeployment } from './page-deployment.js' */
import { element, elementById } from './element.js';

/** @type {PageDeployment | undefined} */
let shown;

/**
 * Shows where the parts of the deployment are.
 *
 * @param {PageDeployment} deployment
 */
export function showAddresses(deployment) {
  if (deployment === shown) return;
  shown = deployment;
  const { simulatorUrl, observerUrl, evmRpcUrl, contracts } = deployment;
  const own = { ...contracts?.targets, ...contracts?.deployed };
  const places = {
    simulator: simulatorUrl,
    observer: observerUrl,
    EVM: evmRpcUrl,
    layer: contracts?.layer,
    ...own,
  };
  const lines = Object.entries(places).filter(([, place]) => place);
  elementById('addresses').replaceChildren(
    ...lines.flatMap(([name, place]) => [
      element('dt', {}, name),
      element('dd', {}, element('code', {}, String(place))),
    ]),
  );
}
