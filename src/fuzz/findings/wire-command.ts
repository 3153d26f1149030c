import { isIP } from 'node:net';
import { bodyBytes, type WireCaseRequest, type WirePart } from '../../checks/case/case-plan.js';
import { variableValue } from '../../client/exchange-text.js';
import { redactedText } from '../../internal/redaction.js';
import { type WirePlaceholders, wirePlaceholder, wirePlaceholders } from '../wire/wire-placeholders.js';
import type { RecordedCall } from './finding.js';
import { pausing } from './shell-lines.js';

const longestCommand = 4_000;

/**
 * Returns a shell command that writes bytes to a server, as an approximation: versions of netcat differ in when they close a
 * connection. Long ones are left to the replay.
 */
export function wireCommand({ wire }: WireCaseRequest, { request }: RecordedCall): string {
  const url = new URL(request.url);
  const places = wirePlaceholders({ origin: url.origin, path: url.pathname }, request.headers);
  const writes = wire.flatMap((part) => [
    ...pausing(part.pauseMs ?? 0),
    repeated(part, printing(part, places)),
  ]);
  const command = `{ ${writes.join('; ')}; } | ${connection(url)}`;
  return command.length > longestCommand ? '# its bytes are too long for a command' : command;
}

function repeated({ times = 1 }: WirePart, command: string): string {
  return times === 1 ? command : `for i in $(seq ${times}); do ${command}; done`;
}

/** Returns the bytes of a part with its placeholders filled in; masked headers are variables. */
function printing({ bytes }: WirePart, places: WirePlaceholders): string {
  if (typeof bytes !== 'string') return `printf '${escaped(bodyBytes(bytes))}'`;
  const variables: string[] = [];
  const format = bytes.split(wirePlaceholder).map((piece, index) => {
    // Every other piece is the name of a placeholder.
    if (index % 2 === 0) return escaped(Buffer.from(piece));
    const filling = places[piece as keyof WirePlaceholders];
    variables.push(...maskedHeaders(filling).map(variableValue));
    return escaped(Buffer.from(filling)).replaceAll(redactedText, '%s');
  });
  return [`printf '${format.join('')}'`, ...variables].join(' ');
}

function maskedHeaders(lines: string): string[] {
  const end = `: ${redactedText}`;
  return lines.split('\r\n').flatMap((line) => (line.endsWith(end) ? [line.slice(0, -end.length)] : []));
}

/** Returns bytes in the format of printf. */
function escaped(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[^ -~]|[%'\\]|^-/g, (character) => {
    if (character === '\r') return '\\r';
    if (character === '\n') return '\\n';
    if (character === '%') return '%%';
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
}

function connection({ protocol, hostname, port }: URL): string {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return `nc ${host} ${port || 80}`;
  const name = isIP(host) === 0 ? ` -servername ${host}` : '';
  return `openssl s_client -quiet -connect ${hostname}:${port || 443}${name}`;
}
