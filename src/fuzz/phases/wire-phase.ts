import fc from 'fast-check';
import { wireText } from '../../arbitraries/mutations/invalid-request.js';
import { inclusionQuery } from '../../client/request.js';
import { generatedPhase } from './generated-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { verdictOracle } from './simulate-call.js';
import { singleRequestCase } from './single-request-case.js';
import { brokenBodies } from './wire/broken-bodies.js';
import { brokenHeads } from './wire/broken-heads.js';
import { methodsAndTargets } from './wire/methods-and-targets.js';
import { unusualRequests } from './wire/unusual-requests.js';
import type { WirePayload } from './wire/wire-case.js';
import { withoutPlaces } from './wire/wire-text.js';

const anyId = `0x${'c0'.repeat(32)}`;

/**
 * Creates the phase below HTTP: invalid HTTP, bodies of the wrong length, slow and oversized bodies, other methods, content
 * types and targets. RFC 9110 and 9112 define the expected outcomes, where they do.
 */
export function createWirePhase({ calls, deployment, operationIds }: PhaseContext): Phase {
  const expected = verdictOracle(deployment);
  const payloads = calls.map(
    (call): WirePayload => ({
      body: withoutPlaces(wireText(call.request, deployment.dialect)),
      expect: expected(call),
    }),
  );
  const query = inclusionQuery(deployment, operationIds[0] ?? anyId);
  const cases = fc.oneof(
    ...brokenHeads(payloads),
    ...brokenBodies(payloads),
    ...unusualRequests(payloads),
    ...methodsAndTargets(payloads, query),
  );
  return generatedPhase('wire', cases, ({ kind, request }) => singleRequestCase('wire', kind, request));
}
