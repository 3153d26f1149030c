import { svgElement } from './element.js';
import { shortHash } from './texts.js';

const levelHeight = 48;
const margin = 26;
const narrowest = 10;
const widest = 110;
const labelWidth = 84;

/**
 * Draws levels of a Merkle tree, the root at the top.
 *
 * @param {readonly (readonly string[])[]} levels the lowest first
 * @param {object} shown
 * @param {number} shown.space the width that there is; a wider tree is drawn wider
 * @param {boolean} shown.hasLeaves whether the lowest level is that of the leaves
 * @param {readonly number[] | undefined} shown.path the index of its node on each level
 * @param {string} shown.label
 */
export function merkleTree(levels, { space, hasLeaves, path, label }) {
  const count = levels[0]?.length ?? 0;
  const step = Math.max(narrowest, Math.min(widest, space / count));
  const places = namedAddresses(levels, step);
  const yOf = (/** @type {number} */ level) => margin + (levels.length - 1 - level) * levelHeight;
  const edges = [];
  const nodes = [];
  for (const [level, row] of levels.entries()) {
    for (const [index, hash] of row.entries()) {
      const [x, y] = [places[level]?.[index] ?? 0, yOf(level)];
      const isLeaf = hasLeaves && level === 0;
      const kind = kindOf(index, path?.[level], row.length);
      const parent = places[level + 1]?.[index >> 1];
      if (parent !== undefined)
        edges.push(
          svgElement('path', { class: `edge ${kind}`, d: `M${x} ${y}L${parent} ${yOf(level + 1)}` }),
        );
      const size = Math.min(kind ? 7 : 5, step * 0.36);
      const shape = isLeaf
        ? svgElement('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size })
        : svgElement('circle', { cx: x, cy: y, r: size });
      const node = { class: `node ${isLeaf ? 'leaf' : ''} ${kind}` };
      nodes.push(svgElement('g', node, svgElement('title', {}, hash), shape));
      if (level === 0 && step >= labelWidth)
        nodes.push(svgElement('text', { x, y: y + 22, class: kind }, shortHash(hash)));
    }
  }
  const [width, height] = [Math.max(count * step, 140), yOf(0) + margin + 6];
  const drawing = { class: 'tree', role: 'img', 'aria-label': label, width, height };
  const root = svgElement('text', { x: places.at(-1)?.[0] ?? 0, y: 14 }, 'root');
  return svgElement('svg', drawing, root, ...edges, ...nodes);
}

/**
 * Where nodes are: the lowest level evenly spaced, each other node in the middle of its children.
 *
 * @param {readonly (readonly string[])[]} levels
 * @param {number} step
 */
function namedAddresses(levels, step) {
  const count = levels[0]?.length ?? 0;
  const shift = Math.max(0, 140 - count * step) / 2;
  let below = Array.from({ length: count }, (_, index) => shift + (index + 0.5) * step);
  return levels.map((row, level) => {
    if (level > 0)
      below = row.map((_, index) => {
        const left = below[2 * index] ?? 0;
        return (left + (below[2 * index + 1] ?? left)) / 2;
      });
    return below;
  });
}

/**
 * Of the path, or a sibling that is in the proof.
 *
 * @param {number} index
 * @param {number | undefined} onPath
 * @param {number} length
 */
function kindOf(index, onPath, length) {
  if (onPath === undefined) return '';
  if (index === onPath) return 'on-path';
  return length > 1 && index === (onPath ^ 1) ? 'in-proof' : '';
}
