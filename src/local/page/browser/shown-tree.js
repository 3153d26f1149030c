/**
 * @import { EpochRoot, InclusionProof } from '../../local-control.js'
 * @import { WireOperation } from './page-state.js'
 */
import { element, elementById } from './element.js';
import { merkleTree } from './merkle-tree.js';
import { proofPath } from './proof-path.js';
import { read } from './read.js';
import { counted, shortHash } from './texts.js';

const place = elementById('tree');

/** How many nodes a level may have to be drawn. */
const widest = 64;

/** Creates what shows one tree: it is read again when it, or the operation whose path it shows, is another. */
export function createShownTree() {
  const nothing = [...place.childNodes];
  let shown = '';
  let isReading = false;
  /** @type {[EpochRoot | undefined, WireOperation | undefined] | undefined} */
  let next;

  /**
   * @param {EpochRoot | undefined} root
   * @param {WireOperation | undefined} operation
   */
  async function show(root, operation) {
    next = [root, operation];
    if (isReading) return;
    isReading = true;
    while (next) {
      const [wanted, chosen] = next;
      next = undefined;
      const isIn = chosen?.epochs.some(
        ({ direction, epoch }) => direction === wanted?.direction && epoch === wanted.epoch,
      );
      const key = wanted ? `${Object.values(wanted).join()} ${isIn && chosen?.operationId}` : '';
      if (key === shown) continue;
      shown = key;
      try {
        place.replaceChildren(...(wanted ? await treeOf(wanted, isIn ? chosen : undefined) : nothing));
      } catch {
        shown = 'nothing that could be read';
        place.replaceChildren(element('p', { class: 'quiet' }, 'The tree could not be read.'));
      }
    }
    isReading = false;
  }
  return { show };
}

/**
 * @param {EpochRoot} root
 * @param {WireOperation | undefined} operation
 */
async function treeOf({ direction, epoch, root, messages, state }, operation) {
  const proofAt = operation && `operations/${operation.operationId}/proof?direction=${direction}`;
  const [{ levels }, proof] = await Promise.all([
    read(`roots/${direction}/${epoch}/tree`),
    // A missed or withdrawn root proves nothing any more.
    proofAt && read(proofAt).catch(() => undefined),
  ]);
  const drawn = levels.filter((/** @type {string[]} */ level) => level.length <= widest);
  const isProof = proof?.epoch === epoch && proof.root === root;
  const path = isProof ? proofPath(drawn, proof.proof) : undefined;
  const summary = `${counted(messages, 'leaf', 'leaves')}, ${state}`;
  const hasLeaves = drawn[0]?.length === messages;
  return [
    element(
      'p',
      {},
      `Epoch ${epoch} ${direction}: ${summary}. `,
      hasLeaves ? '' : `Its top ${drawn.length} levels:`,
    ),
    element('p', {}, 'Root ', element('code', {}, root)),
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Drawing of the Merkle tree' },
      merkleTree(drawn, {
        space: place.clientWidth,
        hasLeaves,
        path,
        label: `Merkle tree of epoch ${epoch} ${direction}, ${summary}`,
      }),
    ),
    ...(isProof ? proofTexts(proof) : []),
  ];
}

/** @param {InclusionProof} proof */
function proofTexts({ operationId, leaf, proof, isProven, isRootSet }) {
  const verdict = isProven ? '✓ the contract finds it right' : '✕ the contract finds it wrong';
  const doubt = isRootSet ? '' : ', but its root is not set';
  return [
    element('p', {}, `Path of ${shortHash(operationId)} (filled), its proof (dashed): ${verdict}${doubt}.`),
    element(
      'details',
      {},
      element('summary', {}, `Proof of ${counted(proof.length, 'hash', 'hashes')}`),
      element('p', {}, 'Leaf ', element('code', {}, leaf)),
      element('ol', {}, ...proof.map((hash) => element('li', {}, element('code', {}, hash)))),
    ),
  ];
}
