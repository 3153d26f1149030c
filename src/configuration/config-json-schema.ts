import { z } from 'zod';
import { conventionsSchema } from '../contract/conventions.js';
import { type RequestField, requestFields, simulationRequestSchema } from '../contract/simulation-request.js';
import { campaignFileSchema } from '../fuzz/model/campaign-options.js';
import { withoutDefaults } from '../internal/options.js';
import { definitionOf } from '../internal/schema-introspection.js';
import { configOptions, entryOptions, plainWaitOptions } from './config.js';

/** A part of a JSON schema. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** What options say of themselves to commands and messages. */
const notForEditors = ['env', 'flag', 'heading', 'defaultText', 'values', 'without', 'secret'] as const;

/**
 * Returns the JSON schema of `crosscheck.config.json`, from the schemas that validate a configuration. Has what they say of
 * one member; what members say of each other is found when the file is loaded. Options that JSON cannot express, such as
 * functions, are not allowed.
 */
export function configJsonSchema(): JsonSchema {
  // The names of its members depend on the chains and the extension.
  const request = simulationRequestSchema({
    requiredRequestFields: [],
    requestValidation: 'off',
    additionalRequestMembers: 'allow',
  });
  // Some of their defaults are functions.
  const conventions = withoutDefaults(conventionsSchema.shape).optional();
  const wait = withoutDefaults(plainWaitOptions.shape).optional();
  const entry = entryOptions.extend({ request: request.optional(), conventions });
  const deployments = z.record(z.string(), z.union([z.literal('local'), entry]));
  const fuzz = campaignFileSchema.optional();
  const whole = configOptions.extend({ deployments: deployments.optional(), fuzz, wait });
  const json = z.toJSONSchema(whole, {
    // Editors support later drafts in part.
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Then it describes the flag.
      if ('flag' in jsonSchema) delete jsonSchema.description;
      for (const name of notForEditors) delete jsonSchema[name];
      // Of values that were read, not of the file.
      delete jsonSchema.readOnly;
      const keywords = Object.keys(jsonSchema).filter((keyword) => keyword !== 'default');
      if (definitionOf(zodSchema).type === 'custom' && keywords.length === 0) jsonSchema.not = {};
      if (isEnumOfPaths(jsonSchema.enum)) Object.assign(jsonSchema, withNamesOfChains(jsonSchema.enum));
      // Members come before the object that has them.
      for (const [name, member] of Object.entries(jsonSchema.properties ?? {}))
        if (isImpossible(member as JsonSchema)) delete jsonSchema.properties?.[name];
    },
  });
  return {
    ...(json as JsonSchema),
    title: 'Configuration of crosscheck',
  };
}

/** Returns whether no JSON can have a member. */
function isImpossible({ not, items }: JsonSchema): boolean {
  return not !== undefined || (items !== undefined && isImpossible(items as JsonSchema));
}

/** The fields whose names begin with the name of a chain, which is the deployment's on the wire. */
const fieldsOfChains = Object.entries(requestFields as Readonly<Record<string, RequestField>>).filter(
  ([, { chain }]) => chain !== undefined,
);

function isEnumOfPaths(values: unknown): values is readonly string[] {
  return Array.isArray(values) && fieldsOfChains.every(([name]) => values.includes(name));
}

/** A path may also begin with the name that the deployment gives the chain: `tvmCaller`. */
function withNamesOfChains(paths: readonly string[]): JsonSchema {
  const names = fieldsOfChains.flatMap(([name, { chain = '' }]) =>
    paths.filter((path) => path.startsWith(name)).map((path) => path.slice(chain.length)),
  );
  const escaped = names.map((name) => name.replace(/[[\].]/g, '\\$&'));
  return {
    type: undefined,
    enum: undefined,
    anyOf: [{ enum: paths }, { type: 'string', pattern: `^[a-z][a-z0-9]*(?:${escaped.join('|')})$` }],
  };
}
