/** A host as sockets take it: without the brackets in which an address of IPv6 stands in a URL. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
