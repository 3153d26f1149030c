import { type ComponentChildren, render } from 'preact';
import { useState } from 'preact/hooks';
import type { EpochRoot, WireOperation } from '../../model/control-data.js';
import { AddressesPanel, FaultsPanel, SnapshotsPanel, SubmitPanel, TimeControls } from './controls.js';
import { countOfFaults, moment } from './deployment-texts.js';
import { Epochs, epochKey, Tree } from './epochs.js';
import { OperationDetails, Operations } from './operations.js';
import { followDeployment, type PageActions, PageState } from './page-state.js';
import { RequestsPanel } from './requests.js';

const connections = {
  connecting: { text: 'connecting', style: '' },
  live: { text: 'live', style: 'done' },
  lost: { text: 'connection lost, retrying', style: 'failed' },
  rejected: { text: 'too many open pages; refreshing once a second', style: 'failed' },
};

/** The page of the local deployment. */
function Page({ state, actions }: { readonly state: PageState; readonly actions: PageActions }) {
  const { known, chosen, roots } = state;
  /** The epoch that was selected by hand for the chosen operation. Otherwise its own is shown, otherwise the newest. */
  const [selected, setSelected] = useState<{ epoch: string; operationId: string | undefined }>();
  const { text, style } = connections[state.connection];
  const operationId = chosen?.operationId;
  const epoch = selected?.operationId === operationId ? selected?.epoch : undefined;
  const own = chosen?.epochs.at(-1);
  const root =
    roots.find((other) => epochKey(other) === epoch) ??
    roots.find((other) => own && epochKey(other) === epochKey(own)) ??
    roots[0];
  const selectEpoch = (place: Pick<EpochRoot, 'direction' | 'epoch'>) =>
    setSelected({ epoch: epochKey(place), operationId });
  const selectOperation = (operation: WireOperation) =>
    actions.choose(operation.operationId === operationId ? undefined : operation);
  return (
    <>
      <Hatch />
      <header>
        <h1>Local deployment</h1>
        <p id="connection" class={`badge ${style}`} role="status">
          {text}
        </p>
        <p id="clock">{known && `${moment(known.clock.now)}${known.clock.isFrozen ? ' · frozen' : ''}`}</p>
        {known && <TimeControls clock={known.clock} epochMs={known.settings.epochMs} actions={actions} />}
      </header>
      {known && (
        <>
          <Panels
            panels={{
              'Submit operation': <SubmitPanel deployment={known.deployment} actions={actions} />,
              Requests: <RequestsPanel actions={actions} />,
              Faults: <FaultsPanel faults={known.faults} chosen={chosen} actions={actions} />,
              Snapshots: <SnapshotsPanel clock={known.clock} actions={actions} />,
              Addresses: <AddressesPanel deployment={known.deployment} />,
            }}
            notes={known.faults.faults.length > 0 ? { Faults: countOfFaults(known.faults.faults) } : {}}
          />
          <main>
            <Operations
              state={state}
              deployment={known.deployment}
              actions={actions}
              onSelect={selectOperation}
            />
            <OperationDetails
              operation={chosen}
              deployment={known.deployment}
              nowMs={known.clock.now}
              actions={actions}
              onSelectEpoch={selectEpoch}
            />
            <Epochs roots={roots} selected={root} deployment={known.deployment} onSelect={selectEpoch} />
            <Tree root={root} operation={chosen} actions={actions} />
          </main>
        </>
      )}
    </>
  );
}

/** Panels of which one is open at most. What is typed into one stays when it is closed. */
function Panels(props: {
  readonly panels: Readonly<Record<string, ComponentChildren>>;
  readonly notes: Readonly<Record<string, string>>;
}) {
  const [open, setOpen] = useState('');
  const idOf = (name: string) => `panel-${name.split(' ')[0]?.toLowerCase()}`;
  return (
    <section class="panels" aria-label="Controls">
      <div class="row">
        {Object.keys(props.panels).map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={name === open}
            aria-controls={idOf(name)}
            onClick={() => setOpen(name === open ? '' : name)}
          >
            {name}
            {props.notes[name] && <span class="quiet"> {props.notes[name]}</span>}
          </button>
        ))}
      </div>
      {Object.entries(props.panels).map(([name, panel]) => (
        <section key={name} id={idOf(name)} aria-label={name} hidden={name !== open}>
          {panel}
        </section>
      ))}
    </section>
  );
}

/** The pattern of failed stages, which can be told without colours. */
function Hatch() {
  return (
    <svg class="pattern" width="0" height="0" aria-hidden="true">
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" class="hatch-ground" />
        <rect width="2.5" height="6" class="hatch-line" />
      </pattern>
    </svg>
  );
}

/** Draws once a frame, however much has happened. */
function startPage(): void {
  const state = new PageState();
  let isDue = false;
  const actions = followDeployment(state, () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(draw);
  });
  function draw(): void {
    isDue = false;
    render(<Page state={state} actions={actions} />, document.body);
  }
  draw();
}

startPage();
