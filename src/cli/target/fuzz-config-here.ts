import { dirname, resolve } from 'node:path';
import type { FuzzConfig } from '../../deployment/config.js';
import { shownFile } from '../../deployment/load-config.js';

const paths = ['corpus', 'baseline', 'report'] as const;

/** Returns campaign options with paths relative to the working directory. In a configuration they are relative to its folder. */
export function fuzzConfigHere(fuzz: FuzzConfig, file: string | undefined): FuzzConfig {
  if (file === undefined) return fuzz;
  const here = paths.flatMap((name) => {
    const path = fuzz[name];
    return typeof path === 'string' ? [[name, shownFile(resolve(dirname(file), path), process.cwd())]] : [];
  });
  return { ...fuzz, ...Object.fromEntries(here) };
}
