/** A way between the chains: `outward` to the destination chain, `homeward` back to the source chain. */
export type Leg = 'outward' | 'homeward';
