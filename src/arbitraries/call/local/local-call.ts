import type { SimulationRequest } from '../../../contract/simulation-request.js';

/** A call of a local deployment, and what must come of it. */
export interface LocalCall {
  readonly request: SimulationRequest;
  /** Why it must fail; undefined when it must simulate successfully. */
  readonly failure: LocalCallFailure | undefined;
}

/** Why a call of a local deployment must fail. */
export interface LocalCallFailure {
  /** What `toFailSimulation` takes: a part of the error's text, or the contract's error. */
  readonly reason: string | { readonly errorName: string; readonly args: readonly string[] };
  /** The same in a sentence, for a reader. */
  readonly explanation: string;
}

/** What {@link LocalCall}s need to know of a local deployment. */
export interface CallableDeployment {
  readonly contracts: {
    readonly layer: string;
    readonly targets: {
      readonly swap: string;
      readonly bounce: string;
      readonly failing: string;
      readonly gasBurner: string;
    };
  };
  /** The tokens of both chains; `beta` is the raw address on the source chain, `''` for the native coin. */
  readonly tokens: readonly CallableToken[];
  /** Who may deliver on the destination chain. */
  readonly executors: readonly string[];
  /** Some addresses of the source chain. */
  readonly callers: readonly string[];
}

/** A token of a local deployment. */
export interface CallableToken {
  readonly beta: string;
  readonly alpha: string;
  /** Of a `reserve` token the layer can unlock only what it holds. */
  readonly kind: 'bridged' | 'reserve';
}
