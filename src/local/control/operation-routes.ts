import { z } from 'zod';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { definedMembers } from '../../internal/objects.js';
import type { OptionIssue } from '../../internal/options.js';
import { faultRuleIssues } from '../faults/fault-rule.js';
import type { Faults } from '../faults/faults.js';
import { interceptorIssues } from '../faults/interceptor.js';
import { knownFaults } from '../faults/known-faults.js';
import type { BareControl } from '../local-control.js';
import { fieldIssues } from '../server/field-issues.js';
import type { ServedDeployment } from '../server/read-request.js';
import { Rejection } from '../server/rejection.js';
import { createRequestCheck } from '../server/request-check.js';
import type { Route } from '../server/route.js';
import { canonicalOperationId as idOf } from '../shapes/operation-id-schema.js';
import type { SourceChain } from '../source-chain/source-chain.js';
import { createWireNames } from '../wire-names.js';
import type { ControlOperation } from './control-operation.js';
import type { ControlOperations } from './control-operations.js';
import type { LocalDescription } from './local-description.js';
import { type Handler, oneLine, operationRoute, type RouteOptions } from './operation-route.js';
import { operationsPage } from './operations-page.js';
import { renameFields } from './rename-fields.js';
import type { SnapshotStore } from './snapshot-store.js';
import { toWireOperation } from './wire-operation.js';

/** What the control listener drives, and tells of. */
export interface Controlled {
  readonly description: LocalDescription;
  readonly control: BareControl;
  readonly source: Pick<SourceChain, 'find' | 'tree'>;
  readonly faults: Pick<Faults, 'seed' | 'list'>;
  readonly snapshots: Pick<SnapshotStore, 'has'>;
}

const anyObject = z.looseObject({});

type Handlers = { readonly [Name in keyof ControlOperations]: Handler<ControlOperations[Name]> };

/** The routes that drive a deployment, one for each operation of the control listener. */
export function operationRoutes(
  served: ServedDeployment,
  operations: ControlOperations,
  controlled: Controlled,
  options: Omit<RouteOptions, 'bodyIssues'>,
): Route[] {
  const requests = createRequestCheck(served.chains, served.conventions);
  const bodyIssues: { readonly [name: string]: RouteOptions['bodyIssues'] } = {
    submit: (body) => requests.faultsOf(body),
    setFault: (body) => issuesOf(body, faultRuleIssues),
    intercept: (body) => issuesOf(body, interceptorIssues),
  };
  const handlers: Readonly<Record<string, unknown>> = handlersOf(served, controlled);
  return Object.entries<ControlOperation>(operations).map(([name, operation]) =>
    operationRoute(operation, handlers[name] as Handler<ControlOperation>, {
      ...options,
      bodyIssues: bodyIssues[name],
    }),
  );
}

/** Only objects have members to name. */
function issuesOf(body: unknown, issues: (body: unknown) => readonly OptionIssue[]): readonly string[] {
  const wrong = fieldIssues(anyObject, body);
  return wrong.length > 0 ? wrong : issues(body).map(({ path, message }) => `${path} ${message}`);
}

function handlersOf(
  served: ServedDeployment,
  { description, control, source, faults, snapshots }: Controlled,
): Handlers {
  const { dialect } = served;
  const names = createWireNames(served);
  const known = (operationId: string): string => {
    const id = idOf(operationId);
    if (source.find(id) === undefined) throw new Rejection(404, `There is no operation ${id}`);
    return id;
  };
  const wireOperation = async (operationId: string) =>
    toWireOperation(await control.operation(operationId), names, dialect);
  const changed =
    (change: (operationId: string) => Promise<void>) =>
    async ({ path }: { readonly path: { readonly operationId: string } }) => {
      await change(known(path.operationId));
      return wireOperation(path.operationId);
    };

  return {
    description: () => description,
    async submit({ body }) {
      try {
        const operationId = await control.submit(dialect.fromWireRequest(body) as LooseSimulationRequest);
        return { operationId };
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        throw new Rejection(409, renameFields(oneLine(error), served.chains));
      }
    },
    operations: ({ query: { stage, limit, before } }) =>
      operationsPage(control.operations, (operation) => toWireOperation(operation, names, dialect), {
        stage: stage === undefined ? undefined : names.stageOf(stage),
        limit,
        before: before === undefined ? undefined : known(before),
      }),
    operation: ({ path }) => wireOperation(known(path.operationId)),
    proof: ({ path, query }) => control.proof(known(path.operationId), query.direction),
    failExecution: ({ path, body }) => changed((id) => control.failExecution(id, body))({ path }),
    rollBack: changed(control.rollBack),
    reorganise: changed(control.reorganise),
    clock: () => control.clock(),
    async advance({ body: { ms } }) {
      await control.advance(ms);
      return control.clock();
    },
    async freeze() {
      await control.freeze();
      return control.clock();
    },
    async resume() {
      await control.resume();
      return control.clock();
    },
    settings: () => control.settings(),
    configure: ({ body }) => control.configure(definedMembers(body)),
    snapshot: async () => ({ snapshot: await control.snapshot() }),
    async restore({ path: { snapshot } }) {
      if (!snapshots.has(snapshot)) throw new Rejection(404, 'snapshot not found');
      await control.restore(snapshot);
      return control.clock();
    },
    roots: async () => ({ roots: await control.roots() }),
    tree({ path: { direction, epoch } }) {
      const levels = source.tree(direction, epoch);
      if (levels === undefined) throw new Rejection(404, 'tree not found');
      return { levels: levels.map((level) => [...level]) };
    },
    stateOverrides: async () => ({ stateOverrides: (await control.stateOverrides()) ?? null }),
    faults: async () => ({ seed: faults.seed, faults: await control.faults(), known: knownFaults }),
    setFault: async ({ body }) => ({ faultId: await control.setFault(body) }),
    intercept: async ({ body }) => ({ faultId: await control.intercept(body) }),
    async clearFaults() {
      await control.clearFaults();
      return {};
    },
    async clearFault({ path: { faultId } }) {
      if (!faults.list().some((fault) => fault.faultId === faultId))
        throw new Rejection(404, 'fault not found');
      await control.clearFaults(faultId);
      return {};
    },
  };
}
