import type { ChainNames } from '../../contract/dialect.js';
import { BadValue } from './value-reader.js';

/** Reads the names of the two chains, destination first: `evm,tvm`. */
export function chainNames(text: string): ChainNames {
  const [, alpha, beta] = /^([a-z][a-z0-9]*),([a-z][a-z0-9]*)$/.exec(text) ?? [];
  if (alpha !== undefined && beta !== undefined && alpha !== beta) return { alpha, beta };
  throw new BadValue('must be two lower-case names, such as evm,tvm');
}
