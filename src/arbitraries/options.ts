import type { z } from 'zod';
import type { Conventions } from '../contract/conventions.js';
import type { ChainNames } from '../contract/dialect.js';
import { type Deployment, definedDeployment, namingIssues } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import {
  list,
  listOf,
  type OptionFault,
  type OptionRule,
  optionFaults,
  parseOptions,
  refuseFaults,
  ruleOf,
  typed,
} from '../internal/options.js';
import { printValue } from '../internal/print.js';

/**
 * Returns the options of an arbitrary, with their defaults.
 *
 * @param arbitrary - Its name, for the messages.
 * @throws {UsageError} that names each bad option, when the arbitrary is made.
 */
export function parseArbitraryOptions<Schema extends z.ZodType>(
  arbitrary: string,
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  assertObject(arbitrary, options);
  return parseOptions(`${arbitrary} was given bad options`, schema, options);
}

/** Throws a UsageError for anything but an object in the place of the options. */
export function assertObject(arbitrary: string, options: unknown): asserts options is object {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UsageError(`${arbitrary} takes an object of options, got ${printValue(options)}`);
}

/** A list of at least one item. */
export function nonEmptyList<Item extends z.ZodType>(item: Item) {
  return list(item).refine((items) => (items as readonly unknown[]).length > 0, 'must not be empty');
}

/** What an arbitrary may be told of the deployment that it is for: all of it, or its conventions and chain names. */
export interface ProfileOptions {
  readonly deployment?: Deployment | undefined;
  readonly conventions?: Partial<Conventions> | undefined;
  readonly chains?: Partial<ChainNames> | undefined;
}

/** The rules of {@link ProfileOptions}. */
export const profileRules: Record<keyof ProfileOptions, OptionRule> = {
  deployment: ruleOf(definedDeployment),
  conventions: typed('object'),
  chains: typed('object'),
};

/** Lists what is wrong inside the conventions and the names, or between them and a deployment. */
export function profileIssues({ deployment, conventions, chains }: ProfileOptions): OptionFault[] {
  const issues = namingIssues({ chains, conventions });
  const message = 'contradicts deployment, which already decides it';
  const doubles = Object.entries({ conventions, chains })
    .filter(([, value]) => deployment !== undefined && value !== undefined)
    .map(([path]) => ({ path, message }));
  return [...doubles, ...issues];
}

/** Throws a UsageError that names each bad option of an arbitrary, when the arbitrary is made; then contradictions. */
export function assertOptions(
  arbitrary: string,
  options: object,
  rules: Readonly<Record<string, OptionRule>>,
  contradictions: () => readonly OptionFault[] = () => [],
): void {
  assertObject(arbitrary, options);
  const summary = `${arbitrary} was given bad options`;
  refuseFaults(summary, optionFaults(options, rules));
  refuseFaults(summary, contradictions());
}

/** A list of at least one item, of which every one obeys a rule. */
export function nonEmptyListOf(rule: OptionRule): OptionRule {
  const list = listOf(rule);
  return (value) => list(value) ?? ((value as unknown[]).length > 0 ? undefined : 'must not be empty');
}
