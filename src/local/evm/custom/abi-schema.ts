import { z } from 'zod';

const parameter = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  get components() {
    return z.array(parameter).optional();
  },
});
const tuplesHaveComponents = z.array(parameter).refine((list) => list.every(isComplete));

/** What an artifact's ABI must be like, so that constructors can be called and errors be told apart. */
export const abiSchema = z.array(
  z.union([
    z.looseObject({ type: z.literal('error'), name: z.string().min(1), inputs: tuplesHaveComponents }),
    z.looseObject({ type: z.enum(['function', 'event']), name: z.string().min(1) }),
    z.looseObject({ type: z.literal('constructor'), inputs: tuplesHaveComponents.optional() }),
    z.looseObject({ type: z.enum(['fallback', 'receive']) }),
  ]),
);

type Parameter = z.infer<typeof parameter>;

function isComplete({ type, components }: Parameter): boolean {
  return !type.startsWith('tuple') || components?.every(isComplete) === true;
}
