import { UsageError } from '../../errors.js';
import {
  listOf,
  type OptionFault,
  type OptionRule,
  optionFaults,
  refuseFaults,
} from '../../internal/options.js';
import { printValue } from '../../internal/print.js';

/** Throws a UsageError that names each bad option of an arbitrary, when the arbitrary is made; then contradictions. */
export function refuseOptions(
  arbitrary: string,
  options: object,
  rules: Readonly<Record<string, OptionRule>>,
  contradictions: () => readonly OptionFault[] = () => [],
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UsageError(`${arbitrary} takes an object of options, got ${printValue(options)}`);
  const summary = `${arbitrary} was given bad options`;
  refuseFaults(summary, optionFaults(options, rules));
  refuseFaults(summary, contradictions());
}

/** A list of at least one item, of which every one obeys a rule. */
export function nonEmptyListOf(rule: OptionRule): OptionRule {
  const list = listOf(rule);
  return (value) => list(value) ?? ((value as unknown[]).length > 0 ? undefined : 'must not be empty');
}
