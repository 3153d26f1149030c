/** The texts of a node's URL that nobody shall see in an error which the node or the engine words. */
export function urlSecrets(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { href, password } = new URL(url);
  return [url, href, password].filter((secret) => secret !== '');
}
