import { bodyBytes, type CaseBody } from '../../checks/case/case-plan.js';
import type { ResolvedEndpoint } from '../../client/request.js';
import type { Headers } from '../../deployment/headers.js';

/** The values of `{path}`, `{host}` and `{headers}` in the texts of a wire request. */
export interface WirePlaceholders {
  readonly path: string;
  readonly host: string;
  readonly headers: string;
}

/** A placeholder in a text, its name as the group. Only for `replace`, `split` and `match`, which begin at the start. */
export const wirePlaceholder = /\{(path|host|headers)\}/g;

// The case determines the headers about the body and the host.
const headersOfCase = new Set(['host', 'content-type']);

/** Returns the values of the placeholders of a wire request to an endpoint, with these headers of the deployment. */
export function wirePlaceholders(
  { origin, path }: Pick<ResolvedEndpoint, 'origin' | 'path'>,
  headers: Headers,
): WirePlaceholders {
  const lines = Object.entries(headers)
    .filter(([name]) => !headersOfCase.has(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return { path, host: headers.host ?? new URL(origin).host, headers: lines.join('') };
}

/** Returns the bytes of a part of a wire request, with the placeholders of a text filled in. */
export function wireBytes(body: CaseBody, places: WirePlaceholders): Buffer {
  if (typeof body !== 'string') return bodyBytes(body);
  return Buffer.from(body.replace(wirePlaceholder, (_, name: keyof WirePlaceholders) => places[name]));
}
