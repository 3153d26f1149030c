import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EpochRoot, InclusionProof, WireOperation } from '../../model/control-data.js';
import { counted, type PageDeployment, shortHash, timeOfDay } from './deployment-texts.js';
import { maxShown, type PageActions } from './page-state.js';
import { SelectableRows } from './selectable-rows.js';

type Levels = readonly (readonly string[])[];

const marks = { collected: '→', set: '✓', missed: '✕', withdrawn: '↩' };
const styles = { collected: 'in-progress', set: 'done', missed: 'failed', withdrawn: 'rolled-back' };

/** Maximum number of nodes of a level that is drawn. */
const maxWidth = 64;
const retryMs = 2000;
const levelHeight = 48;
const margin = 26;
const minStep = 10;
const maxStep = 110;
const minTreeWidth = 140;
/** The room that the hash of a leaf needs. */
const labelWidth = 84;

/** Returns the key of an epoch. */
export function epochKey({ direction, epoch }: Pick<EpochRoot, 'direction' | 'epoch'>): string {
  return `${direction}/${epoch}`;
}

/** The epochs that had messages, newest first. */
export function Epochs(props: {
  readonly roots: readonly EpochRoot[];
  readonly selected: EpochRoot | undefined;
  readonly deployment: PageDeployment;
  readonly onSelect: (root: EpochRoot) => void;
}) {
  const { roots, selected, deployment, onSelect } = props;
  const { alpha, beta } = deployment.chains;
  const count =
    roots.length < maxShown ? `${counted(roots.length, 'epoch')}.` : `The newest ${roots.length} epochs.`;
  return (
    <section aria-labelledby="epochs-title">
      <div class="heading">
        <h2 id="epochs-title">Epochs</h2>
        <p id="epochs-shown" class="quiet">
          {roots.length === 0 ? 'No epochs yet.' : count}
        </p>
      </div>
      {roots.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Epoch</th>
                <th scope="col">To</th>
                <th scope="col" class="number">
                  Messages
                </th>
                <th scope="col">State</th>
                <th scope="col" class="wide">
                  Root
                </th>
                <th scope="col" class="wide">
                  Ended
                </th>
              </tr>
            </thead>
            <SelectableRows
              id="epochs"
              items={roots}
              selected={selected && epochKey(selected)}
              keyOf={epochKey}
              buttonOf={({ direction, epoch }) => ({
                text: `${epoch}`,
                label: `Epoch ${epoch} ${direction}`,
              })}
              cellsOf={({ direction, messages, state, root, endedAtMs }) => (
                <>
                  <td>{(direction === 'outbound' ? alpha : beta).toUpperCase()}</td>
                  <td class="number">{messages}</td>
                  <td>
                    <span class={`mark ${styles[state]}`}>{`${marks[state]} ${state}`}</span>
                  </td>
                  <td class="wide">
                    <code>{shortHash(root)}</code>
                  </td>
                  <td class="wide">{timeOfDay(endedAtMs)}</td>
                </>
              )}
              onSelect={onSelect}
            />
          </table>
        </div>
      )}
    </section>
  );
}

/** The Merkle tree of an epoch, with the path of the operation if it is in there. */
export function Tree(props: {
  readonly root: EpochRoot | undefined;
  readonly operation: WireOperation | undefined;
  readonly actions: PageActions;
}) {
  const { root, actions } = props;
  const isIn = root && props.operation?.epochs.some((place) => epochKey(place) === epochKey(root));
  const operationId = isIn ? props.operation?.operationId : undefined;
  const [read, setRead] = useState<{ root: EpochRoot; levels: Levels; proof: InclusionProof | undefined }>();
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (root === undefined) return setRead(undefined);
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    readTree(root, operationId, actions).then(
      (tree) => isCurrent && setRead({ root, ...tree }),
      () => {
        if (!isCurrent) return;
        setRead(undefined);
        timer = setTimeout(() => setFailures(failures + 1), retryMs);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [root && Object.values(root).join(), operationId, failures]);
  return (
    <section id="tree" aria-labelledby="tree-title">
      <h2 id="tree-title">Merkle tree</h2>
      {root === undefined && <p class="quiet">The tree of an epoch appears when the epoch ends.</p>}
      {root && !read && failures > 0 && <p class="quiet">The tree could not be read.</p>}
      {root && read && <DrawnTree {...read} />}
    </section>
  );
}

async function readTree(
  { direction, epoch, root }: EpochRoot,
  operationId: string | undefined,
  { call }: PageActions,
): Promise<{ levels: Levels; proof: InclusionProof | undefined }> {
  const [{ levels }, proof] = await Promise.all([
    call('GET /roots/{direction}/{epoch}/tree', { path: { direction, epoch } }),
    operationId === undefined
      ? undefined
      : // A missed or withdrawn root proves nothing any more.
        call('GET /operations/{operationId}/proof', { path: { operationId }, query: { direction } }).catch(
          () => undefined,
        ),
  ]);
  return { levels, proof: proof?.epoch === epoch && proof.root === root ? proof : undefined };
}

function DrawnTree(props: {
  readonly root: EpochRoot;
  readonly levels: Levels;
  readonly proof: InclusionProof | undefined;
}) {
  const { root, proof } = props;
  const place = useRef<HTMLElement>(null);
  const [space, setSpace] = useState(0);
  useLayoutEffect(() => setSpace(place.current?.clientWidth ?? 0));
  const levels = props.levels.filter((level) => level.length <= maxWidth);
  const summary = `${counted(root.messages, 'leaf', 'leaves')}, ${root.state}`;
  const hasLeaves = levels[0]?.length === root.messages;
  const label = `Merkle tree of epoch ${root.epoch} ${root.direction}, ${summary}`;
  return (
    <>
      <p>
        Epoch {root.epoch} {root.direction}: {summary}. {!hasLeaves && `Its top ${levels.length} levels:`}
      </p>
      <p>
        Root <code>{root.root}</code>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section class="scroll" ref={place} tabIndex={0} aria-label="Drawing of the Merkle tree">
        <TreeDrawing
          levels={levels}
          space={space}
          hasLeaves={hasLeaves}
          path={proof && proofPath(levels, proof.proof)}
          label={label}
        />
      </section>
      {proof && <Proof {...proof} />}
    </>
  );
}

function Proof({ operationId, leaf, proof, isProven, isRootSet }: InclusionProof) {
  const verdict = isProven ? '✓ verified by the contract' : '✕ rejected by the contract';
  return (
    <>
      <p>
        Path of {shortHash(operationId)} (filled), its proof (dashed): {verdict}
        {!isRootSet && ', but its root is not set'}.
      </p>
      <details>
        <summary>Proof of {counted(proof.length, 'hash', 'hashes')}</summary>
        <p>
          Leaf <code>{leaf}</code>
        </p>
        <ol>
          {proof.map((hash) => (
            <li>
              <code>{hash}</code>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

/** Levels of a Merkle tree, lowest first, drawn with the root at the top. */
function TreeDrawing(props: {
  readonly levels: Levels;
  /** The width in pixels. A tree that needs more is wider. */
  readonly space: number;
  /** Whether the lowest level is that of the leaves. */
  readonly hasLeaves: boolean;
  /** The index of its node on each level. */
  readonly path: readonly number[] | undefined;
  readonly label: string;
}) {
  const { levels, space, hasLeaves, path, label } = props;
  const count = levels[0]?.length ?? 0;
  const step = Math.max(minStep, Math.min(maxStep, space / count));
  const positions = nodePositions(levels, step);
  const yOf = (level: number) => margin + (levels.length - 1 - level) * levelHeight;
  const nodes = levels.flatMap((row, level) =>
    row.map((hash, index) => ({
      hash,
      level,
      key: `${level} ${index}`,
      x: positions[level]?.[index] ?? 0,
      y: yOf(level),
      parentX: positions[level + 1]?.[index >> 1],
      kind: kindOf(index, path?.[level], row.length),
    })),
  );
  return (
    <svg
      class="tree"
      role="img"
      aria-label={label}
      width={Math.max(count * step, minTreeWidth)}
      height={yOf(0) + margin + 6}
    >
      <text x={positions.at(-1)?.[0] ?? 0} y={14}>
        root
      </text>
      {nodes.map(
        ({ key, level, x, y, parentX, kind }) =>
          parentX !== undefined && (
            <path key={key} class={`edge ${kind}`} d={`M${x} ${y}L${parentX} ${yOf(level + 1)}`} />
          ),
      )}
      {nodes.map(({ key, hash, level, x, y, kind }) => {
        const isLeaf = hasLeaves && level === 0;
        const size = Math.min(kind ? 7 : 5, step * 0.36);
        return (
          <g key={key} class={`node ${isLeaf ? 'leaf' : ''} ${kind}`}>
            <title>{hash}</title>
            {isLeaf ? (
              <rect x={x - size} y={y - size} width={2 * size} height={2 * size} />
            ) : (
              <circle cx={x} cy={y} r={size} />
            )}
          </g>
        );
      })}
      {step >= labelWidth &&
        nodes.map(
          ({ key, hash, level, x, y, kind }) =>
            level === 0 && (
              <text key={key} x={x} y={y + 22} class={kind}>
                {shortHash(hash)}
              </text>
            ),
        )}
    </svg>
  );
}

/** Returns where nodes are: the lowest level evenly spaced, each other node in the middle of its children. */
function nodePositions(levels: Levels, step: number): readonly (readonly number[])[] {
  const count = levels[0]?.length ?? 0;
  const shift = Math.max(0, minTreeWidth - count * step) / 2;
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
 * Returns the path that a proof proves, as the index of its node on each level. From the root down: of two children the one
 * that is not in the proof. A child without a sibling was moved up. So it needs no hashing, nor the lowest levels.
 */
function proofPath(levels: Levels, proof: readonly string[]): number[] {
  const siblings = new Set(proof);
  const path: number[] = new Array(levels.length).fill(0);
  for (let level = levels.length - 2; level >= 0; level--) {
    const left = 2 * (path[level + 1] ?? 0);
    const nodes = levels[level] ?? [];
    path[level] = left + 1 < nodes.length && siblings.has(nodes[left] ?? '') ? left + 1 : left;
  }
  return path;
}

/** On the path, or a sibling that is in the proof. */
function kindOf(index: number, onPath: number | undefined, length: number): string {
  if (onPath === undefined) return '';
  if (index === onPath) return 'on-path';
  return length > 1 && index === (onPath ^ 1) ? 'in-proof' : '';
}
