import type { Exchange } from '../../client/exchange.js';
import { curlCommand, exchangeLines } from '../../client/exchange-text.js';
import { formatText } from '../../internal/print.js';

/** A longer command is not one to copy. */
const longestCommand = 2_000;

/** Describes an exchange: what was asked, what came, and the curl command that asks it again. No secrets. */
export function exchangeDetails(exchange: Exchange): string[] {
  return [...exchangeLines(exchange), ...repeatLines(exchange)];
}

/** The curl command that asks an exchange again, unless it is too long. No secrets. */
export function repeatLines(exchange: Exchange): string[] {
  const command = curlCommand(exchange, { credentials: 'variables', includeHead: true });
  // Cut or escaped, it would be another request.
  const isWhole = command.length <= longestCommand && formatText(command, longestCommand) === command;
  return isWhole ? [`Repeat:    ${command}`] : [];
}
