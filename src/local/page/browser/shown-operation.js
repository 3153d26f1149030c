/**
 * @import { EpochRoot } from '../../local-control.js'
 * @import { PageDeployment } from './page-deployment.js'
 * @import { WireOperation } from './page-state.js'
 */
import { element, elementById, updateContent } from './element.js';
import { operationFacts } from './operation-facts.js';
import { stageTimeline } from './stage-timeline.js';
import { standingOf } from './standing.js';
import { shortHash } from './texts.js';

/**
 * Creates what shows the chosen operation.
 *
 * @param {(epoch: Pick<EpochRoot, 'direction' | 'epoch'>) => void} onChooseEpoch
 */
export function createShownOperation(onChooseEpoch) {
  const place = elementById('operation');
  const nothing = [...place.childNodes];
  const timeline = element('div');
  /** @type {WireOperation | undefined} */
  let shown;

  /** @param {WireOperation} operation @param {PageDeployment} deployment */
  function showFacts(operation, deployment) {
    const focused = place.contains(document.activeElement) && document.activeElement?.id;
    const facts = operationFacts(operation, deployment, onChooseEpoch);
    updateContent(place, [timeline, facts]);
    if (focused) document.getElementById(focused)?.focus();
    const { name } = standingOf(operation, deployment.stages);
    const news = `${shortHash(operation.operationId)}: ${operation.stage}, ${name}`;
    updateContent(elementById('news'), [document.createTextNode(news)]);
  }

  /** @param {WireOperation} operation @param {readonly string[]} stages @param {number} nowMs */
  function timelineOf(operation, stages, nowMs) {
    return stageTimeline(operation, stages, standingOf(operation, stages).isOver ? undefined : nowMs);
  }

  return {
    /**
     * @param {WireOperation | undefined} operation
     * @param {PageDeployment} deployment
     * @param {number} nowMs
     */
    show(operation, deployment, nowMs) {
      if (operation) updateContent(timeline, [timelineOf(operation, deployment.stages, nowMs)]);
      if (operation === shown) return;
      shown = operation;
      if (operation) showFacts(operation, deployment);
      else place.replaceChildren(...nothing);
    },
  };
}
