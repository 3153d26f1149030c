import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorNamesInPractice } from '../../../contract/error-names.js';
import type { EpochRoot, WireOperation } from '../../model/control-data.js';
import { ActionButton, ActionForm, ErrorText, useAction } from './action-button.js';
import {
  assetsOf,
  brief,
  callOf,
  counted,
  duration,
  type PageDeployment,
  progressOf,
  type StageSpan,
  shortHash,
  stageSpans,
  stageStyle,
  timeOfDay,
} from './deployment-texts.js';
import type { PageActions, PageState } from './page-state.js';
import { SelectableRows } from './selectable-rows.js';

const wholeId = /^0x[0-9a-f]{64}$/i;
const stripHeight = 20;
const maxVisits = 2;

/** The newest operations, which one can search and filter. */
export function Operations(props: {
  readonly state: PageState;
  readonly deployment: PageDeployment;
  readonly actions: PageActions;
  readonly onSelect: (operation: WireOperation) => void;
}) {
  const { state, deployment, actions, onSelect } = props;
  const { operations, chosen, stage, hasAll } = state;
  const [search, setSearch] = useState('');
  const [error, setError] = useState('');
  const searched = search.trim().toLowerCase();

  // An operation that is no longer listed is found by its whole id.
  useEffect(() => {
    setError('');
    if (!wholeId.test(searched) || operations.some(({ operationId }) => operationId === searched)) return;
    let isCurrent = true;
    actions.call('GET /operations/{operationId}', { path: { operationId: searched } }).then(
      (operation) => isCurrent && actions.choose(operation),
      (reason) => isCurrent && setError(reason.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [searched]);

  const isListed = operations.some(({ operationId }) => operationId === chosen?.operationId);
  const isFound = chosen && !isListed && chosen.operationId === searched;
  const listed = isFound && (stage === '' || chosen.stage === stage) ? [chosen, ...operations] : operations;
  const found = listed.filter(({ operationId, request }) => {
    const caller = request[`${deployment.chains.beta}Caller`];
    const text = `${operationId} ${callOf(request, deployment)} ${caller}`.toLowerCase();
    return text.includes(searched);
  });
  return (
    <section aria-labelledby="operations-title">
      <div class="heading">
        <h2 id="operations-title">Operations</h2>
        <p id="operations-shown" class="quiet" aria-live={searched || stage ? 'polite' : 'off'}>
          {countOf(found.length, operations.length, { isFiltered: searched !== '' || stage !== '', hasAll })}
        </p>
      </div>
      <search class="row">
        <label class="field grows">
          {hasAll ? 'Search' : `Search the newest ${operations.length}`}
          <input
            type="search"
            placeholder="id, call or caller"
            autocomplete="off"
            value={search}
            onInput={({ currentTarget: { value } }) => setSearch(value)}
          />
        </label>
        <label class="field">
          Stage
          <select value={stage} onChange={({ currentTarget: { value } }) => actions.filterByStage(value)}>
            <option value="">all</option>
            {deployment.stages.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <ErrorText error={error} />
      </search>
      {found.length > 0 && (
        <div class="scroll">
          <table>
            <caption>Select with Enter; move with the arrow keys.</caption>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col" class="widest">
                  Call
                </th>
                <th scope="col">Stage</th>
                <th scope="col">State</th>
                <th scope="col" class="over-time">
                  Over time
                </th>
                <th scope="col" class="widest">
                  Submitted
                </th>
              </tr>
            </thead>
            <SelectableRows
              id="operations"
              items={found}
              selected={chosen?.operationId}
              keyOf={({ operationId }) => operationId}
              buttonOf={({ operationId }) => ({
                text: shortHash(operationId),
                label: `Operation ${shortHash(operationId)}`,
              })}
              cellsOf={(operation) => <OperationCells operation={operation} deployment={deployment} />}
              onSelect={onSelect}
            />
          </table>
        </div>
      )}
      {operations.length === 0 && stage === '' && (
        <p class="quiet">Submit one with “Submit operation”, or from a test.</p>
      )}
    </section>
  );
}

function OperationCells(props: { readonly operation: WireOperation; readonly deployment: PageDeployment }) {
  const { operation, deployment } = props;
  const { stages } = deployment;
  return (
    <>
      <td class="widest call">{callOf(operation.request, deployment)}</td>
      <td class={`stage ${stageStyle(operation.stage, stages)}`}>{operation.stage}</td>
      <td>
        <ProgressMark operation={operation} stages={stages} />
      </td>
      <td class="over-time">
        <StageStrip operation={operation} stages={stages} />
      </td>
      <td class="widest">{timeOfDay(operation.history[0]?.atMs ?? 0)}</td>
    </>
  );
}

/** The life of an operation in one line: the further the stage, the higher the bar. */
function StageStrip({
  operation,
  stages,
}: {
  readonly operation: WireOperation;
  readonly stages: readonly string[];
}) {
  return (
    <svg class="strip" height={stripHeight} aria-hidden="true">
      {stageSpans(operation).map(({ stage, isFailed, left, width }) => {
        const height = ((stages.indexOf(stage) + 1) / stages.length) * stripHeight;
        return (
          <rect
            class={stageStyle(stage, stages)}
            fill={isFailed ? 'url(#hatch)' : undefined}
            x={`${left}%`}
            y={stripHeight - height}
            width={`${width}%`}
            height={height}
          />
        );
      })}
    </svg>
  );
}

function countOf(
  found: number,
  listed: number,
  { isFiltered, hasAll }: { readonly isFiltered: boolean; readonly hasAll: boolean },
): string {
  if (isFiltered && found === 0) return 'No operation matches.';
  if (isFiltered) return `${counted(found, 'operation')} found.`;
  if (listed === 0) return 'No operations yet.';
  return hasAll ? `${counted(listed, 'operation')}.` : `The newest ${listed} operations.`;
}

/** The selected operation: its stages over time, all that it has, and what one can do to it. */
export function OperationDetails(props: {
  readonly operation: WireOperation | undefined;
  readonly deployment: PageDeployment;
  readonly nowMs: number;
  readonly actions: PageActions;
  readonly onSelectEpoch: (epoch: Pick<EpochRoot, 'direction' | 'epoch'>) => void;
}) {
  const { operation, deployment, nowMs, actions, onSelectEpoch } = props;
  const { stages } = deployment;
  const heading = useRef<HTMLHeadingElement>(null);
  // Where it is narrow, the details are below the list.
  useEffect(() => heading.current?.scrollIntoView({ block: 'nearest' }), [operation?.operationId]);
  if (operation === undefined)
    return (
      <section id="operation" aria-labelledby="operation-title">
        <h2 id="operation-title">Operation</h2>
        <p class="quiet">Select an operation to see its stages, its record and what you can do to it.</p>
      </section>
    );
  const { operationId, request, stage, note, transactions, epochs } = operation;
  const { name, isOver } = progressOf(operation, stages);
  return (
    <section id="operation" aria-labelledby="operation-title">
      <h2 id="operation-title" ref={heading}>
        Operation <code>{operationId}</code>
      </h2>
      <p id="news" class="hidden" role="status">
        {`${shortHash(operationId)}: ${stage}, ${name}`}
      </p>
      <OperationActions key={operationId} operationId={operationId} actions={actions} />
      <StageTimeline operation={operation} stages={stages} nowMs={isOver ? undefined : nowMs} />
      <dl>
        <Fact name="State">
          {stage} <ProgressMark operation={operation} stages={stages} />
        </Fact>
        {note && (
          <Fact name="Note">
            {Object.entries(note).map(
              ([member, text]) =>
                text && (
                  <div key={member} class="note">
                    {brief(text)}
                  </div>
                ),
            )}
          </Fact>
        )}
        <Fact name="Call">{callOf(request, deployment)}</Fact>
        <Fact name="Assets">{assetsOf(request, deployment)}</Fact>
        <Fact name="Caller">
          <code>{brief(request[`${deployment.chains.beta}Caller`])}</code>
        </Fact>
        <Fact name="Epochs">
          {epochs.length === 0 && 'none yet'}
          {epochs.map((place) => (
            <button
              key={`${place.direction} ${place.epoch}`}
              type="button"
              class="small"
              onClick={() => onSelectEpoch(place)}
            >
              {place.direction} {place.epoch}
            </button>
          ))}
        </Fact>
        <Fact name="Transactions">
          {transactions.length === 0 && 'none yet'}
          {transactions.map(({ blockchainType, hash }) => (
            <div>
              <span class="quiet">{blockchainType}</span> <code>{hash}</code>
            </div>
          ))}
        </Fact>
      </dl>
      <RawRecord operation={operation} />
    </section>
  );
}

function OperationActions({
  operationId,
  actions,
}: {
  readonly operationId: string;
  readonly actions: PageActions;
}) {
  const [errorName, setErrorName] = useState<string>(errorNamesInPractice[0]);
  const of = { path: { operationId } };
  const rollBack = useAction(() => actions.call('POST /operations/{operationId}/roll-back', of));
  const reorganise = useAction(() => actions.call('POST /operations/{operationId}/reorganise', of));
  const fail = useAction(() =>
    actions.call('POST /operations/{operationId}/fail-execution', { ...of, body: { errorName } }),
  );
  return (
    <ActionForm class="row" label="Control the operation" action={fail}>
      <ActionButton action={rollBack} onClick={rollBack.run}>
        Roll back
      </ActionButton>
      <ActionButton action={reorganise} onClick={reorganise.run}>
        Reorganise
      </ActionButton>
      <span class="row inline">
        <label class="field">
          Fail with
          <select value={errorName} onChange={({ currentTarget: { value } }) => setErrorName(value)}>
            {errorNamesInPractice.map((error) => (
              <option key={error}>{error}</option>
            ))}
          </select>
        </label>
        <ActionButton action={fail}>Fail execution</ActionButton>
      </span>
    </ActionForm>
  );
}

/** When an operation was at which stage, with a lane for each stage. */
function StageTimeline(props: {
  readonly operation: WireOperation;
  readonly stages: readonly string[];
  readonly nowMs: number | undefined;
}) {
  const { operation, stages, nowMs } = props;
  const spans = stageSpans(operation, nowMs);
  return (
    <ol class="timeline" aria-label="Stages">
      {stages.map((stage, index) => {
        const here = spans.filter((span) => span.stage === stage);
        return (
          <li key={stage} class={`${stageStyle(stage, stages)} ${here.length === 0 ? 'unreached' : ''}`}>
            <span class="name">{`${index + 1}  ${stage}`}</span>
            {/* A lane with many visits would be all text. Each of its bars has its own. */}
            {here.length > maxVisits && <span class="times">{here.length} times, most recently</span>}
            {here.slice(-maxVisits).map((span) => (
              <span class="times">{timesOf(span)}</span>
            ))}
            <svg height={8} aria-hidden="true">
              <rect class="track" width="100%" height={8} rx={2} />
              {here.map((span) => (
                <rect
                  class="span"
                  fill={span.isFailed ? 'url(#hatch)' : undefined}
                  x={`${span.left}%`}
                  width={`${span.width}%`}
                  height={8}
                >
                  <title>{timesOf(span)}</title>
                </rect>
              ))}
            </svg>
          </li>
        );
      })}
    </ol>
  );
}

function timesOf({ fromMs, ms, isFailed, isLast }: StageSpan): string {
  return `${isFailed ? '✕ failed ' : ''}+${duration(fromMs)}${isLast ? '' : `, for ${duration(ms)}`}`;
}

/** The operation as the control API returns it. Written only while it is open: a request may have megabytes. */
function RawRecord({ operation }: { readonly operation: WireOperation }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details id="record" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Raw record (JSON)</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section class="scroll" tabIndex={0} aria-label="Raw record">
          <pre>{JSON.stringify(operation, null, 2)}</pre>
        </section>
      )}
    </details>
  );
}

/** A term and its description. */
function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The progress of an operation, shown by a word and a mark, not only by a colour. */
function ProgressMark(props: { readonly operation: WireOperation; readonly stages: readonly string[] }) {
  const { name, mark, style } = progressOf(props.operation, props.stages);
  return (
    <span class={`mark ${style}`}>
      {mark}
      <span class="word"> {name}</span>
    </span>
  );
}
