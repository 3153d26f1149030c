import { differences } from '../checks/differences.js';
import { isPlainObject } from '../checks/plain-object.js';
import { printText, printValue } from '../internal/print.js';
import { bytesOfRecorded } from './recorded-body.js';
import { keyWithoutShardsKey, type RecordedRequest } from './recorded-request.js';

const mostNamed = 3;

/** Says in what the nearest of recorded requests is another than the one that was made. */
export function nearestRequest(asked: RecordedRequest, recorded: readonly RecordedRequest[]): string {
  if (recorded.length === 0) return 'nothing at all';
  const ofPath = recorded.filter(({ method, path }) => method === asked.method && path === asked.path);
  if (ofPath.length === 0) {
    const others = [...new Set(recorded.map(({ method, path }) => `${method} ${path}`))];
    return `only ${listed(others)}`;
  }
  const [nearest] = ofPath.map((request) => deviations(asked, request)).sort((a, b) => a.length - b.length);
  const count = `${ofPath.length} of that path`;
  return nearest === undefined || nearest.length === 0
    ? count
    : `${count}; in the nearest, ${listed(nearest)}`;
}

function deviations(asked: RecordedRequest, recorded: RecordedRequest): string[] {
  const bodies = [bodyOf(asked), bodyOf(recorded)] as const;
  const missing = differences(bodies[1], bodies[0]);
  const paths = new Set(missing.map(({ path }) => path));
  // A pattern may have fewer members than what fits it, so each is held against the other.
  const more = differences(bodies[0], bodies[1]).filter(({ path }) => !paths.has(path));
  const inBody = [
    ...missing.map(({ path, received }) => ({ path, value: received })),
    ...more.map(({ path, expected }) => ({ path, value: expected })),
  ];
  const query =
    recorded.query === asked.query ? [] : [`the query is ${printText(recorded.query ?? 'empty')}`];
  const isMaskedOtherwise = asked.digest !== recorded.digest && query.length === 0 && inBody.length === 0;
  return [
    ...query,
    ...(isMaskedOtherwise ? ['what is masked is another text'] : []),
    ...inBody.map(
      ({ path, value }) => `${path || 'the body'} is ${value === undefined ? 'absent' : printValue(value)}`,
    ),
  ];
}

/** Of a simulation without the shards key, which may differ. Digits may be rounded: it is only for people. */
function bodyOf(request: RecordedRequest): unknown {
  const text = bytesOfRecorded(request).toString();
  if (request.json === undefined) return text;
  const json: unknown = JSON.parse(text);
  const mayDiffer = keyWithoutShardsKey(request) !== undefined;
  return isPlainObject(json) && mayDiffer ? { ...json, shardsKey: undefined } : json;
}

function listed(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return items.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
