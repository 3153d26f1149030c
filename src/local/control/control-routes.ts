import type { OpenApiDocument } from '../../contract/openapi.js';
import { realClock } from '../../internal/clock.js';
import { Content } from '../server/http-answer.js';
import type { Route } from '../server/router.js';
import type { ChainChange, SourceChain } from '../source-chain/source-chain.js';
import type { ServedDeployment } from '../wire-names.js';
import { createWireNames } from '../wire-names.js';
import { controlOperations } from './control-operations.js';
import { createEvents } from './create-events.js';
import { openApiDocument } from './openapi-document.js';
import type { RouteOptions } from './operation-route.js';
import { type Controlled, operationRoutes } from './operation-routes.js';
import { pageRoutes } from './page-routes.js';

type Followed = Controlled & { readonly source: SourceChain };

/**
 * What drives a local deployment from another process, and shows it: its operations, its events, the document that
 * describes them, and a page.
 */
export function controlRoutes(
  served: ServedDeployment,
  controlled: Followed,
  options: Omit<RouteOptions, 'bodyIssues'>,
): Route[] {
  const operations = controlOperations(served);
  let document: OpenApiDocument | undefined;
  const events = createEvents(eventsOf(served, controlled.source), realClock);
  return [
    ...operationRoutes(served, operations, controlled, options),
    {
      method: 'GET',
      path: '/openapi.json',
      parameters: [],
      async answer() {
        // Loaded on demand, because few need it.
        document ??= openApiDocument(operations);
        return document;
      },
    },
    {
      method: 'GET',
      path: '/events',
      parameters: [],
      answer() {
        events.assertRoom();
        return new Content(events.add);
      },
    },
    ...pageRoutes(),
  ];
}

function eventsOf(served: ServedDeployment, source: SourceChain) {
  const names = createWireNames(served);
  return {
    onChange: source.onChange,
    dataOf(change: ChainChange): unknown {
      if (change.kind === 'restored') return {};
      if (change.kind === 'clock') return { now: Math.round(source.now()), isFrozen: source.isFrozen() };
      if (change.kind === 'root')
        return source
          .roots()
          .find(({ direction, epoch }) => direction === change.direction && epoch === change.epoch);
      const operation = source.operation(change.operationId);
      return operation && names.operation(operation);
    },
  };
}
