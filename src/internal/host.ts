/** Returns the host of a URL as sockets take it: an IPv6 address without brackets. */
export function hostOf({ hostname }: { readonly hostname: string }): string {
  return hostname.replace(/^\[|\]$/g, '');
}
