import type { Check } from '../case/check.js';
import {
  contentType,
  controlCharacters,
  errorWithoutMessage,
  malformedJson,
  nonUtf8,
} from './body-checks.js';
import { leakedInternals, leakedSecret } from './leaks.js';
import { noAnswer } from './no-answer.js';
import { creepingLatency, slowResponse } from './response-times.js';
import { drift, integerAsString, roundedInteger, schema } from './shape-checks.js';
import {
  gatewayError,
  invalidRequestAccepted,
  methodWithoutAllow,
  operationIdAccepted,
  overloadWithoutRetryAfter,
  serverError,
  undocumentedStatus,
  validRequestRejected,
  wrongMethodAccepted,
} from './status-checks.js';
import { superlinearLatency } from './superlinear-latency.js';
import { duplicateMember, integerForm } from './written-members.js';

/** The checks of status, headers, body and time, whatever the answer means. */
export const transportChecks: readonly Check[] = [
  serverError,
  noAnswer,
  gatewayError,
  undocumentedStatus,
  contentType,
  malformedJson,
  duplicateMember,
  integerForm,
  nonUtf8,
  controlCharacters,
  schema,
  integerAsString,
  roundedInteger,
  drift,
  errorWithoutMessage,
  leakedInternals,
  leakedSecret,
  invalidRequestAccepted,
  operationIdAccepted,
  validRequestRejected,
  wrongMethodAccepted,
  methodWithoutAllow,
  slowResponse,
  superlinearLatency,
  creepingLatency,
  overloadWithoutRetryAfter,
];
