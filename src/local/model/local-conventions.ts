import { z } from 'zod';
import { type Conventions, conventionsSchema, defaultConventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import type { Extension } from '../../contract/extension.js';
import { type Deployment, defineDeployment } from '../../deployment/deployment.js';
import { definedMembers } from '../../internal/objects.js';

/** The text of the note of an operation that sent nothing back, so that it never returns to the source chain. */
export const endsOnDestinationChain = 'ends on the destination chain';

const conventions = conventionsSchema.shape;
const heading = 'Names and conventions';

const keptShape = {
  operationIdParameter: conventions.operationIdParameter.removeDefault().optional().meta({
    heading,
    flag: '--operation-id-parameter <name>',
    description: 'query parameter of the observer for the operation id (default: operationId)',
  }),
  timestampUnit: conventions.timestampUnit.removeDefault().optional().meta({
    heading,
    flag: '--timestamp-unit <unit>',
    description: 'unit of timestamps: s or ms (default: s)',
  }),
  stages: namesOf(conventions.stages.removeDefault(), defaultConventions.stages.length).optional().meta({
    heading,
    flag: '--stages <names>',
    description: 'names of the seven stages, in order, separated by commas',
  }),
  includedStage: conventions.includedStage.removeDefault().optional().meta({
    heading,
    flag: '--included-stage <name>',
    description: 'the first stage at which a message is included',
  }),
  blockchainTypes: namesOf(
    conventions.blockchainTypes.removeDefault(),
    defaultConventions.blockchainTypes.length,
  )
    .optional()
    .meta({
      heading,
      flag: '--blockchain-types <names>',
      description: 'chain types of transactions, destination first (default: ALPHA,BETA)',
    }),
  requiredRequestFields: conventions.requiredRequestFields.removeDefault().optional().meta({
    heading,
    flag: '--required-request-fields <paths>',
    description: 'fields that a request must have, separated by commas',
  }),
  requestValidation: conventions.requestValidation.removeDefault().optional().meta({
    heading,
    flag: '--request-validation <kind>',
    description: 'strict, or off to accept any text that can be executed (default: strict)',
  }),
  additionalRequestMembers: conventions.additionalRequestMembers.removeDefault().optional().meta({
    heading,
    flag: '--additional-request-members <kind>',
    description: 'reject or allow request members that the interface does not name (default: reject)',
  }),
  duplicateRequestMembers: conventions.duplicateRequestMembers.removeDefault().optional().meta({
    heading,
    flag: '--duplicate-request-members <kind>',
    description: 'reject a body that names a member twice, or allow it and read the last (default: reject)',
  }),
};

/** The schema of {@link LocalConventions}, without defaults, because some members follow from others. */
export const localConventionsSchema = z.strictObject(keptShape);

type Kept = keyof typeof keptShape;

/**
 * The conventions that a local deployment supports. `stages` are seven names and `blockchainTypes` two, each in the
 * order of the default ones that they replace.
 */
export type LocalConventions = { readonly [Name in Kept]?: Conventions[Name] | undefined };

/** Adds the conventions that follow from others: if a deployment renames its stages, it also renames `includedStage`. */
export function completeConventions(conventions: LocalConventions = {}): Partial<Pick<Conventions, Kept>> {
  const given = definedMembers(conventions);
  const includedStage = given.stages?.[defaultConventions.stages.indexOf(defaultConventions.includedStage)];
  return includedStage === undefined ? given : { includedStage, ...given };
}

function namesOf<Names extends z.ZodType<readonly string[]>>(schema: Names, count: number): Names {
  return schema.refine((names) => names.length === count, `must be ${count} names`);
}

/** The addresses, names and conventions of a local deployment. */
export interface LocalLocation {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
  readonly chains?: Partial<ChainNames> | undefined;
  readonly conventions?: LocalConventions | undefined;
  /** The members that it has beyond the interface. */
  readonly extend?: Extension | undefined;
}

/** The profile of a local deployment, for clients that know only its URL. */
export function localProfile(location: LocalLocation): Deployment {
  const { simulatorUrl, observerUrl, chains, conventions, extend = {} } = location;
  return defineDeployment({
    extend,
    name: 'local',
    simulatorUrl,
    observerUrl,
    chains,
    conventions: {
      endsOnAlpha: ({ note }) => note?.content === endsOnDestinationChain,
      ...completeConventions(conventions),
    },
  });
}
