/**
 * Returns what a usage error says is wrong, a line for each invalid member, which begins with its path: in the first line if it
 * is one alone, else below it.
 */
export function issueLines({ message }: Error): string[] {
  const [headline = '', ...issues] = message.split('\n').filter((line) => line !== '');
  return issues.length > 0 ? issues : [headline.slice(headline.indexOf(': ') + 2)];
}
