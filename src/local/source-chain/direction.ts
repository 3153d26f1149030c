/** The direction of a message, seen from the source chain: `outbound` to the destination chain, `inbound` back to the source chain. */
export type Direction = 'outbound' | 'inbound';
