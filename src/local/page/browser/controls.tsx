import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { AppliedFault } from '../../faults/fault-rule.js';
import type { KnownFault } from '../../faults/known-faults.js';
import type { ChainClock, WireOperation } from '../../model/control-data.js';
import { exampleRequests } from '../../model/example-requests.js';
import { ActionButton, ActionForm, useAction } from './action-button.js';
import { counted, countOfFaults, moment, type PageDeployment, textOfFault } from './deployment-texts.js';
import type { KnownDeployment, PageActions } from './page-state.js';

/** Advances, freezes and resumes the time of the source chain. */
export function TimeControls(props: {
  readonly clock: ChainClock;
  readonly epochMs: number;
  readonly actions: PageActions;
}) {
  const { clock, epochMs, actions } = props;
  const [ms, setMs] = useState('1000');
  const advance = useAction(() =>
    actions.call('POST /clock/advance', { body: { ms: numberOf(ms) ?? null } }),
  );
  // Epochs are equally long, so exactly one ends.
  const nextEpoch = useAction(() => actions.call('POST /clock/advance', { body: { ms: epochMs } }));
  const freezeOrResume = useAction(() =>
    actions.call(clock.isFrozen ? 'POST /clock/resume' : 'POST /clock/freeze'),
  );
  return (
    <ActionForm class="row inline" label="Time" action={advance}>
      <Field label="Advance by (ms)" value={ms} onInput={setMs} inputMode="numeric" size={8} />
      <ActionButton action={advance}>Advance</ActionButton>
      <ActionButton action={nextEpoch} onClick={nextEpoch.run} label={`Next epoch, ${epochMs} ms`}>
        Next epoch
      </ActionButton>
      <ActionButton action={freezeOrResume} onClick={freezeOrResume.run}>
        {clock.isFrozen ? 'Resume' : 'Freeze'}
      </ActionButton>
    </ActionForm>
  );
}

/** Submits a request that starts as an example. */
export function SubmitPanel(props: { readonly deployment: PageDeployment; readonly actions: PageActions }) {
  const { deployment, actions } = props;
  const examples = examplesOf(deployment);
  const [example, setExample] = useState(Object.keys(examples)[0] ?? '');
  const [text, setText] = useState(examples[example] ?? '');
  const [submitted, setSubmitted] = useState('');
  const submit = useAction(async () => {
    setSubmitted('');
    const { operationId } = await actions.call('POST /operations', { body: text });
    setSubmitted(operationId);
    actions.choose(await actions.call('GET /operations/{operationId}', { path: { operationId } }));
  });
  return (
    <ActionForm class="stack" label="Submit an operation" action={submit}>
      <label class="field">
        Start from an example
        <select
          value={example}
          onChange={({ currentTarget: { value } }) => {
            setExample(value);
            setText(examples[value] ?? '');
          }}
        >
          {Object.keys(examples).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        Request (JSON)
        <textarea
          rows={18}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      <div class="row">
        <ActionButton action={submit} isPrimary>
          Submit
        </ActionButton>
        <p role="status">
          {submitted && (
            <>
              Submitted <code>{submitted}</code>
            </>
          )}
        </p>
      </div>
    </ActionForm>
  );
}

/** Shows the faults that are set, clears them, and sets others. */
export function FaultsPanel(props: {
  readonly faults: KnownDeployment['faults'];
  readonly chosen: WireOperation | undefined;
  readonly actions: PageActions;
}) {
  const { seed, faults, known } = props.faults;
  const { chosen, actions } = props;
  const clearAll = useAction(() => actions.call('DELETE /faults'));
  return (
    <div class="columns">
      <section class="stack" aria-labelledby="current-faults-title">
        <h2 id="current-faults-title">Current faults</h2>
        <p class="quiet" role="status">
          {faults.length === 0
            ? 'No faults are set.'
            : `${countOfFaults(faults)}. Random numbers from seed ${seed}.`}
        </p>
        <ul id="fault-list" class="plain">
          {faults.map((fault) => (
            <SetFault key={fault.faultId} fault={fault} actions={actions} />
          ))}
        </ul>
        {faults.length > 0 && (
          <ActionButton action={clearAll} onClick={clearAll.run}>
            Clear all faults
          </ActionButton>
        )}
      </section>
      <NewFault known={known} chosen={chosen} actions={actions} />
    </div>
  );
}

function SetFault({ fault, actions }: { readonly fault: AppliedFault; readonly actions: PageActions }) {
  const clear = useAction(() =>
    actions.call('DELETE /faults/{faultId}', { path: { faultId: fault.faultId } }),
  );
  return (
    <li class="row">
      <span class="text">{textOfFault(fault)}</span>
      <ActionButton action={clear} onClick={clear.run} label={`Clear ${fault.fault}`}>
        Clear
      </ActionButton>
    </li>
  );
}

const noRule = { endpoint: '', operationId: '', probability: '', times: '', ms: '' };

function NewFault(props: {
  readonly known: readonly KnownFault[];
  readonly chosen: WireOperation | undefined;
  readonly actions: PageActions;
}) {
  const { known, chosen, actions } = props;
  const [search, setSearch] = useState('');
  const [name, setName] = useState<string>();
  const [rule, setRule] = useState(noRule);
  const change = (member: keyof typeof noRule) => (value: string) => setRule({ ...rule, [member]: value });
  const set = useAction(async () => {
    const body = {
      fault: name,
      endpoint: rule.endpoint || undefined,
      operationId: rule.operationId.trim() || undefined,
      probability: numberOf(rule.probability),
      times: numberOf(rule.times),
      ms: numberOf(rule.ms),
    };
    await actions.call('POST /faults', { body });
    setRule(noRule);
  });
  const words = search.toLowerCase().split(/\s+/);
  const found = known.filter(({ fault, changes, summary }) => {
    const text = `${fault} ${changes} ${summary}`.toLowerCase();
    // The selected one stays visible.
    return fault === name || words.every((word) => text.includes(word));
  });
  const fault = known.find((other) => other.fault === name);
  return (
    <ActionForm class="stack" label="Set a fault" action={set}>
      <h2>Set a fault</h2>
      <label class="field">
        Search faults
        <input type="search" value={search} onInput={({ currentTarget: { value } }) => setSearch(value)} />
      </label>
      <p class="quiet" role="status">
        {found.length === known.length
          ? counted(known.length, 'fault')
          : `${found.length} of ${known.length} faults`}
      </p>
      <fieldset class="choices scroll">
        <legend class="hidden">Fault</legend>
        {found.map(({ fault: choice, summary }) => (
          <label key={choice}>
            <input
              type="radio"
              name="fault"
              value={choice}
              checked={choice === name}
              onChange={() => {
                setName(choice);
                // They may not fit another fault.
                setRule({ ...rule, endpoint: '', ms: '' });
              }}
            />
            <span>
              <strong>{choice}</strong> <span class="quiet">{summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="row">
        <label class="field">
          Endpoint
          <select
            value={rule.endpoint}
            onChange={({ currentTarget: { value } }) => change('endpoint')(value)}
          >
            <option value="">all</option>
            {fault?.endpoints.map((endpoint) => (
              <option key={endpoint}>{endpoint}</option>
            ))}
          </select>
        </label>
        <Field label="Probability" value={rule.probability} onInput={change('probability')} placeholder="1" />
        <Field label="Times" value={rule.times} onInput={change('times')} placeholder="no limit" />
        {fault?.defaultMs !== undefined && (
          <Field
            label="Duration (ms)"
            value={rule.ms}
            onInput={change('ms')}
            placeholder={`${fault.defaultMs ?? 'endless'}`}
          />
        )}
      </div>
      <div class="row">
        <Field
          label="Operation id"
          value={rule.operationId}
          onInput={change('operationId')}
          placeholder="all operations"
          size={24}
        />
        {chosen && (
          <button type="button" onClick={() => change('operationId')(chosen.operationId)}>
            Use the selected operation
          </button>
        )}
      </div>
      <ActionButton action={set} isPrimary>
        Set fault
      </ActionButton>
    </ActionForm>
  );
}

/** Takes snapshots and restores them. The deployment does not list those that others have taken. */
export function SnapshotsPanel({
  clock,
  actions,
}: {
  readonly clock: ChainClock;
  readonly actions: PageActions;
}) {
  const [taken, setTaken] = useState<readonly { name: string; atMs: number }[]>([]);
  const [name, setName] = useState('');
  const [restored, setRestored] = useState('');
  async function restoreNamed(snapshot: string): Promise<void> {
    setRestored('');
    if (snapshot === '') throw new Error('Name a snapshot');
    await actions.call('POST /snapshots/{snapshot}/restore', { path: { snapshot } });
    setRestored(snapshot);
  }
  const take = useAction(async () => {
    const { snapshot } = await actions.call('POST /snapshots');
    setTaken((before) => [{ name: snapshot, atMs: clock.now }, ...before]);
  });
  const restore = useAction(() => restoreNamed(name.trim()));
  return (
    <div class="columns">
      <section class="stack" aria-labelledby="snapshots-title">
        <h2 id="snapshots-title">Snapshots of this page</h2>
        <p class="quiet">A snapshot has the state of both chains and the faults.</p>
        <ActionButton action={take} onClick={take.run} isPrimary>
          Take snapshot
        </ActionButton>
        <ul id="snapshots" class="plain">
          {taken.map((snapshot) => (
            <TakenSnapshot key={snapshot.name} {...snapshot} restore={restoreNamed} />
          ))}
        </ul>
        <p role="status">{restored && `Restored ${restored}.`}</p>
      </section>
      <ActionForm class="stack" label="Restore a snapshot by name" action={restore}>
        <h2>Restore by name</h2>
        <p class="quiet">For a snapshot that a test or a script has taken.</p>
        <div class="row">
          <Field label="Snapshot" value={name} onInput={setName} placeholder="snapshot-1" size={14} />
          <ActionButton action={restore}>Restore</ActionButton>
        </div>
      </ActionForm>
    </div>
  );
}

function TakenSnapshot(props: {
  readonly name: string;
  readonly atMs: number;
  readonly restore: (name: string) => Promise<void>;
}) {
  const restore = useAction(() => props.restore(props.name));
  return (
    <li class="row">
      <span class="text">
        {props.name} <span class="quiet">at {moment(props.atMs)}</span>
      </span>
      <ActionButton action={restore} onClick={restore.run} label={`Restore ${props.name}`}>
        Restore
      </ActionButton>
    </li>
  );
}

/** Shows where the parts of the deployment are. */
export function AddressesPanel({ deployment }: { readonly deployment: PageDeployment }) {
  const { simulatorUrl, observerUrl, evmRpcUrl, contracts } = deployment;
  const places = {
    simulator: simulatorUrl,
    observer: observerUrl,
    EVM: evmRpcUrl,
    layer: contracts.layer,
    ...contracts.targets,
    ...contracts.deployed,
  };
  return (
    <dl id="addresses">
      {Object.entries(places).map(([name, place]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{place}</code>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Field(props: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric';
  readonly size?: number;
}) {
  const { label, onInput, size = 8, ...input } = props;
  return (
    <label class="field">
      {label}
      <input
        type="text"
        autocomplete="off"
        size={size}
        {...input}
        onInput={({ currentTarget: { value } }) => onInput(value)}
      />
    </label>
  );
}

/** Text that is not a number becomes NaN, which is null in JSON, so that the deployment says what it expects. */
function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function examplesOf(deployment: PageDeployment): Record<string, string> {
  const { chains } = deployment;
  return Object.fromEntries(
    Object.entries(exampleRequests(deployment)).map(([name, request]) => {
      const members = Object.entries(request).map(([member, value]) => [
        member.replace(/^(?:alpha|beta)/, (chain) => chains[chain as keyof typeof chains]),
        value,
      ]);
      return [name, JSON.stringify(Object.fromEntries(members), null, 2)];
    }),
  );
}
