import type { Exchange } from './exchange.js';
import { redactedText } from './redaction.js';

/**
 * Writes the curl command that sends a request again, on one line, quoted for a POSIX shell. Masked headers are left
 * out: whoever runs it adds the credentials.
 */
export function curlCommand({ request }: Exchange): string {
  const words = ['curl', '-sS', '-X', request.method, quoted(request.url)];
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== redactedText) words.push('-H', quoted(`${name}: ${value}`));
  }
  if (request.body !== undefined) words.push('--data-raw', quoted(request.body));
  return words.join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
