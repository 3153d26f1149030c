import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { memberAt, withMemberAt } from '../../contract/json.js';
import type { FaultRow } from './faults/fault-row.js';
import type { RequestExamples } from './faults/request-examples.js';
import { stepsTo } from './faults/request-places.js';
import type { SpoilingSettings } from './invalid-request-options.js';
import { type InvalidRequest, type SpoiledParts, spoiledRequest, wireText } from './spoiled-request.js';

/** Tells what an invalid request from outside is made of; undefined if it could not have been given. */
export type PartsReader = (value: unknown) => SpoiledParts | undefined;

/** Makes a reader of the invalid requests that are made with some settings. */
export function createPartsReader({ rows, requests, examples, dialect }: SpoilingSettings): PartsReader {
  const [sample] = fc.sample(requests, { numRuns: 1, seed: 1 });
  return (value) => {
    if (!isInvalidRequest(value)) return undefined;
    const path = value.path.replace(/\[\d+\]/, '[]');
    const index = Number(/\[(\d+)\]/.exec(value.path)?.[1] ?? 0);
    for (const row of rows) {
      if (row.fault !== value.fault || row.path !== path || row.reason !== value.reason) continue;
      const parts = partsBy(row, index, value);
      if (parts) return parts;
    }
    return undefined;
  };

  function partsBy(row: FaultRow, index: number, value: InvalidRequest): SpoiledParts | undefined {
    const bad = row.text ? undefined : memberAt(value.request, stepsTo(row.path, index));
    if (!row.bad.canShrinkWithoutContext(bad)) return undefined;
    for (const rest of restsOf(row, index, value)) {
      if (!requests.canShrinkWithoutContext(rest)) continue;
      const parts = { row, index, rest: new fc.Value(rest, undefined), bad: new fc.Value(bad, undefined) };
      if (isSame(spoiledRequest(parts, examples, dialect), value)) return parts;
    }
    return undefined;
  }

  /** The requests that this may have been without the fault: with what a request of theirs, or an example, has there. */
  function restsOf(row: FaultRow, index: number, { request, body }: InvalidRequest): unknown[] {
    const steps = stepsTo(row.path, index);
    const member = memberAt(sample, stepsTo(row.path, 0));
    if (row.text) {
      const read = requestIn(body, row.text);
      return [read, withMemberAt(read, steps, member)];
    }
    const example = examples[row.path as keyof RequestExamples]?.[0];
    return [member, example, ...membersOfOtherAssets(row, request)].map((valid) =>
      withMemberAt(request, steps, valid),
    );
  }

  function requestIn(body: string, { read }: NonNullable<FaultRow['text']>): unknown {
    try {
      return dialect.fromWireRequest(read(body) as Record<string, unknown>);
    } catch {
      return undefined;
    }
  }

  /** The order of members may be another. */
  function isSame(mine: InvalidRequest, theirs: InvalidRequest): boolean {
    if (mine.path !== theirs.path || !isDeepStrictEqual(mine.request, theirs.request)) return false;
    return theirs.body === (mine.request === undefined ? mine.body : wireText(theirs.request, dialect));
  }
}

/** As many assets as there can be are there only where a token comes twice: what the first has, or the last. */
function membersOfOtherAssets({ path }: FaultRow, request: unknown): unknown[] {
  const assets = memberAt(request, ['betaAssets']);
  if (!path.includes('[]') || !Array.isArray(assets)) return [];
  return [0, assets.length - 1].map((index) => memberAt(request, stepsTo(path, index)));
}

function isInvalidRequest(value: unknown): value is InvalidRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as InvalidRequest).path === 'string' &&
    typeof (value as InvalidRequest).body === 'string'
  );
}
