import type { TokenToRegister } from '../../local/evm/custom/custom-contracts.js';
import { BadValue } from '../values/value-reader.js';

const shape = /^([^=,]+)=([^,]+)(?:,(bridged|reserve)(?:,([^,]+))?)?$/;

/** Reads `NAME=BETA`, `NAME=BETA,KIND` or `NAME=BETA,KIND,ALPHA`. */
export function readToken(text: string): TokenToRegister {
  const [, name, beta, kind, alpha] = shape.exec(text) ?? [];
  if (name === undefined || beta === undefined)
    throw new BadValue('must be NAME=BETA[,bridged|reserve[,ALPHA]]');
  return {
    name,
    beta,
    ...(kind === undefined ? {} : { kind: kind as 'bridged' | 'reserve' }),
    ...(alpha === undefined ? {} : { alpha }),
  };
}
