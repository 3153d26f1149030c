import { AsyncLocalStorage } from 'node:async_hooks';

const naming = new AsyncLocalStorage<(path: string) => string>();

/** Runs a function in whose messages options have other names, such as those of the flags that set them. */
export function withOptionNames<Result>(nameOf: (path: string) => string, run: () => Result): Result {
  return naming.run(nameOf, run);
}

/** Returns what a message calls an option: its path, or its name within {@link withOptionNames}. */
export function optionName(path: string): string {
  return naming.getStore()?.(path) ?? path;
}

/** Returns what a message calls what set an option that a configuration may have: within {@link withOptionNames}, either of both. */
export function optionSource(path: string): string {
  return surfaceInUse() === 'flag' ? `${optionName(path)} or the configuration` : optionName(path);
}

/** Returns whose words messages use: those of options, or of flags within {@link withOptionNames}. */
export function surfaceInUse(): 'option' | 'flag' {
  return naming.getStore() === undefined ? 'option' : 'flag';
}

/** Returns what a message calls an option with a value: `runs: 20`, or the flag with it, `--runs 20`. */
export function optionValue(path: string, value: number): string {
  const name = optionName(path);
  return name === path ? `${path}: ${value}` : `${name} ${value}`;
}

/** Returns what a message calls an option that is on or off: `failFast: false`, or the flag that sets it, `--no-fail-fast`. */
export function optionSetting(path: string, value: boolean): string {
  const name = optionName(path);
  return name === path ? `${path}: ${value}` : name;
}
