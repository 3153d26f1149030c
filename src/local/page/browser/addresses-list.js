/** @import { PageDeployment } from './page-deployment.js' */
import { element, elementById, updateContent } from './element.js';

/**
 * Shows where the parts of the deployment are.
 *
 * @param {PageDeployment} deployment
 */
export function showAddresses(deployment) {
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
  const texts = lines.flatMap(([name, place]) => [
    element('dt', {}, name),
    element('dd', {}, element('code', {}, String(place))),
  ]);
  updateContent(elementById('addresses'), texts);
}
