import type { Exchange } from '../../client/exchange.js';
import { curlCommand, exchangeLines } from '../../client/exchange-text.js';
import { formatText } from '../../internal/print.js';

/** Longer commands are not worth copying. */
const longestCommand = 2_000;

/** Describes an exchange: the request, the answer, and the curl command that repeats the request. No secrets. */
export function exchangeDetails(exchange: Exchange): string[] {
  return [...exchangeLines(exchange), ...repeatLines(exchange)];
}

/** Returns the curl command that repeats a request, unless it is too long. No secrets. */
export function repeatLines(exchange: Exchange): string[] {
  const command = curlCommand(exchange, { credentials: 'variables', includeHead: true });
  // A truncated or escaped command would send a different request.
  const isWhole = command.length <= longestCommand && formatText(command, longestCommand) === command;
  return isWhole ? [`Repeat:    ${command}`] : [];
}
