import { z } from 'zod';
import { type CasePlan, growthDimensions, phaseNames, relationNames } from '../../checks/case/case-plan.js';
import { caseRequests } from '../../checks/case/case-requests.js';
import { tokenAmountSchema } from '../../contract/responses.js';
import { simulationRequestSchema } from '../../contract/simulation-request.js';
import { endpointNameForm } from '../../endpoint/endpoint.js';
import { integerWithin } from '../../local/shapes/number-shapes.js';

/** A file must not block a campaign for ever. */
const longestPauseMs = 60_000;
const maxRepetitions = 1_000_000;

/** The name of an endpoint, built-in or custom. */
export const endpointNameSchema = z
  .string()
  .regex(endpointNameForm, 'must be simulate, inclusion or the name of a custom endpoint');
const pauseMs = z
  .number()
  .min(0, 'must be at least 0')
  .max(longestPauseMs, `must be at most ${longestPauseMs}`)
  .optional();
const body = z.union([z.string(), z.strictObject({ base64: z.base64('must be base64') })]);
// For any deployment: the expectations of the case determine whether its fields are valid.
const request = simulationRequestSchema({
  requiredRequestFields: [],
  requestValidation: 'off',
  additionalRequestMembers: 'allow',
});

const expectedMessage = z.strictObject({
  callerAddress: z.string().optional(),
  payload: z.string().optional(),
  shardsKey: z.string().optional(),
  targetAddress: z.string().optional(),
  burned: z.array(z.string()).optional(),
  locked: z.array(z.string()).optional(),
});

const expectation = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('simulated'),
      request,
      succeeds: z.boolean().optional(),
      returns: z.array(tokenAmountSchema).optional(),
      sends: z.array(expectedMessage).optional(),
      fails: z
        .union([z.string(), z.strictObject({ errorName: z.string(), args: z.array(z.string()) })])
        .optional(),
    }),
    z.strictObject({
      kind: z.literal('rejected'),
      mutation: z.string(),
      path: z.string(),
      reason: z.string(),
    }),
    z.strictObject({
      kind: z.literal('known'),
      operationId: z.string(),
      spelling: z.string().optional(),
    }),
    z.strictObject({ kind: z.literal('unknown'), operationId: z.string() }),
    z.strictObject({ kind: z.literal('answered'), exists: z.boolean().optional() }),
    z.strictObject({ kind: z.literal('wrong-method') }),
    z.strictObject({ kind: z.literal('no-server-error'), reason: z.string() }),
  ],
  { error: 'must be one of simulated, rejected, known, unknown, answered, wrong-method, no-server-error' },
);

const wirePart = z.strictObject({
  pauseMs,
  bytes: body,
  times: integerWithin(1, maxRepetitions).optional(),
  end: z.boolean().optional(),
});

// One object for both kinds of request: an error of a union would not name the invalid member.
const caseRequest = z
  .strictObject({
    endpoint: endpointNameSchema,
    method: z.string().optional(),
    // Whether the endpoint has it is checked when the endpoint is known.
    path: z
      .string()
      .regex(/^\/[^?#\s]*$/, 'must be a path that starts with /, without a query')
      .optional(),
    query: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: body.optional(),
    wire: z.array(wirePart).min(1, 'must not be empty').optional(),
    expect: expectation,
  })
  .check(({ value, issues }) => {
    const { wire, method, path, query, headers, body } = value;
    if (wire === undefined || [method, path, query, headers, body].every((member) => member === undefined))
      return;
    issues.push({
      code: 'custom',
      input: wire,
      path: ['wire'],
      message: 'excludes method, path, query, headers and body',
    });
  });

/** A case in a file. */
export const casePlanSchema = z
  .strictObject({
    phase: z.enum(phaseNames),
    kind: z.string(),
    steps: z
      .array(
        z.strictObject({
          pauseMs,
          requests: z.array(caseRequest).min(1, 'must not be empty'),
        }),
      )
      .min(1, 'must not be empty'),
    relation: z
      .strictObject({
        name: z.enum(relationNames),
        pairs: z.array(z.tuple([integerWithin(0), integerWithin(0)])),
      })
      .optional(),
    growth: z
      .strictObject({
        dimension: z.enum(growthDimensions),
        path: z.string(),
        sizes: z.array(integerWithin(0)),
      })
      .optional(),
  })
  .check(({ value, issues }) => {
    const count = caseRequests(value).length;
    for (const [index, pair] of value.relation?.pairs.entries() ?? []) {
      if (pair.every((place) => place < count)) continue;
      issues.push({
        code: 'custom',
        input: pair,
        path: ['relation', 'pairs', index],
        message: `must name requests from 0 to ${count - 1}`,
      });
    }
  }) satisfies z.ZodType<CasePlan>;
