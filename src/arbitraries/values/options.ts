import type { z } from 'zod';
import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import { definedDeployment, namingIssues } from '../../deployment/deployment.js';
import { UsageError } from '../../errors.js';
import { isObject } from '../../internal/objects.js';
import { optionName } from '../../internal/option-names.js';
import { anyObject, list, type OptionIssue, parseOptions, usageError } from '../../internal/options.js';
import { formatValue } from '../../internal/print.js';

/**
 * Returns the options of an arbitrary, with their defaults.
 *
 * @param arbitrary - Its name, for the messages.
 * @param contradictionsOf - Returns contradictions between individually valid options.
 * @throws {UsageError} that names each invalid option, when the arbitrary is made.
 */
export function parseArbitraryOptions<Schema extends z.ZodType>(
  arbitrary: string,
  schema: Schema,
  options: unknown,
  contradictionsOf: (options: z.output<Schema>) => readonly OptionIssue[] = () => [],
): z.output<Schema> {
  assertObject(arbitrary, options);
  const headline = `${optionName(arbitrary)} has invalid options`;
  const parsed = parseOptions(headline, schema, options);
  const contradictions = contradictionsOf(parsed);
  if (contradictions.length > 0) throw usageError(headline, contradictions);
  return parsed;
}

/** Throws a UsageError unless the options are an object. */
function assertObject(arbitrary: string, options: unknown): asserts options is object {
  if (!isObject(options))
    throw new UsageError(`${arbitrary} takes an object of options, got ${formatValue(options)}`);
}

/** A list of at least one item. */
export function nonEmptyList<Item extends z.ZodType>(item: Item) {
  return list(item).refine((items) => (items as readonly unknown[]).length > 0, 'must not be empty');
}

/** The target of an arbitrary. {@link profileIssues} looks into conventions and names. */
export const profileShape = {
  /** The deployment that sends or receives: its conventions, and its names for the chains. */
  deployment: definedDeployment.optional(),
  /** Instead of a deployment: its answers to "not shown". Default: those of practice. */
  conventions: anyObject<Partial<Conventions>>().optional(),
  /** Instead of a deployment: its names for the chains. Default: neutral names, `ALPHA` and `BETA`. */
  chains: anyObject<Partial<ChainNames>>().optional(),
};

/** For which deployment values are generated: a deployment, or conventions and chain names. */
export interface ProfileOptions extends Readonly<z.input<z.ZodObject<typeof profileShape>>> {}

/** Returns the issues of conventions and names, and contradictions with a deployment. */
export function profileIssues({ deployment, conventions, chains }: ProfileOptions): OptionIssue[] {
  const issues = namingIssues({ chains, conventions });
  const message = 'contradicts deployment, which already decides it';
  const doubles = Object.entries({ conventions, chains })
    .filter(([, value]) => deployment !== undefined && value !== undefined)
    .map(([path]) => ({ path, message }));
  return [...doubles, ...issues];
}
