import { formatDuration } from '../../internal/print.js';
import { textTable } from '../../internal/terminal.js';
import { type KnownFault, knownFaults } from '../../local/faults/known-faults.js';

/** Lists the faults of a local deployment: one line each under headings, or JSON on one line. */
export function listFaults({ json }: { readonly json: boolean }): string {
  if (json) return `${JSON.stringify(knownFaults)}\n`;
  return textTable([
    ['FAULT', 'WHERE', 'DEFAULT OF MS', 'EFFECT'],
    ...knownFaults.map((known) => [known.fault, whereOf(known), durationOf(known), known.summary]),
  ]);
}

function whereOf({ endpoints }: KnownFault): string {
  return endpoints.length === 0 ? 'consensus' : endpoints.join(', ');
}

/** Returns the text of the default of `ms`. */
function durationOf({ defaultMs }: KnownFault): string {
  if (defaultMs === undefined) return '';
  return defaultMs === null ? 'forever' : formatDuration(defaultMs);
}
