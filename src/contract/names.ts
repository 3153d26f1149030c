/**
 * Names of your deployment's stages besides the default ones, for the types of stages in matchers, conventions and records.
 *
 * @example
 * import 'crosscheck/matchers';
 *
 * declare module 'crosscheck/matchers' {
 *   interface CustomStages {
 *     settling: true;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: users add members to it.
export interface CustomStages {}

/**
 * Names of your deployment's chains besides `EVM` and `TVM`, in upper case, for the types of stages and chain types.
 *
 * @example
 * import 'crosscheck/matchers';
 *
 * declare module 'crosscheck/matchers' {
 *   interface CustomChains {
 *     SOLANA: true;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: users add members to it.
export interface CustomChains {}

/** The neutral name of a chain, as answers have it. Section 2.3, `blockchainType`. */
export type NeutralChainName = 'ALPHA' | 'BETA';

/** The name of a chain: the neutral one, `EVM`, `TVM` or one of `CustomChains`. */
export type ChainName = NeutralChainName | 'EVM' | 'TVM' | (keyof CustomChains & string);

/** The stages of practice with neutral names, in the order in which an operation reaches them. */
export const stagesInPractice = [
  'start',
  'collectedInALPHA',
  'includedInALPHAConsensus',
  'executedInALPHA',
  'collectedInBETA',
  'includedInBETAConsensus',
  'executedInBETA',
] as const;

/** The stages of practice with neutral names. */
export type NeutralStage = (typeof stagesInPractice)[number];

/** Replaces the name of the chain in a stage. */
type WithChain<
  Name extends string,
  Chain extends string,
> = Name extends `${infer Before}${NeutralChainName}${infer After}` ? `${Before}${Chain}${After}` : Name;

/** The name of a stage, with the neutral name of its chain, `EVM`, `TVM` or one of `CustomChains`. */
export type Stage = WithChain<NeutralStage, ChainName> | (keyof CustomStages & string);

/** One of the known names, which editors complete, or any other text. */
export type OpenName<Known extends string> = Known | (string & {});

/** A stage in an answer, with its neutral name. A service may send others, which `drift` lists. */
export type ReceivedStage = OpenName<NeutralStage | (keyof CustomStages & string)>;

/** A chain type in an answer, with its neutral name. A service may send others, which `drift` lists. */
export type ReceivedChainType = OpenName<NeutralChainName>;

/** Converts a neutral enumeration value or stage name (`collectedInALPHA`) to the chain names of a deployment. */
export function toWireEnum(
  neutral: string,
  chains: { readonly alpha: string; readonly beta: string },
): string {
  return neutral.replace(/ALPHA|BETA/g, (name) =>
    (name === 'ALPHA' ? chains.alpha : chains.beta).toUpperCase(),
  );
}
