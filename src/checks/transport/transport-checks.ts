import type { Check } from '../case/check.js';
import {
  contentType,
  controlCharacters,
  errorWithoutMessage,
  invalidUtf8,
  malformedJson,
} from './body-checks.js';
import { leakedInternals, leakedSecret } from './leaks.js';
import { noAnswer } from './no-answer.js';
import { creepingLatency, slowResponse } from './response-times.js';
import { drift, integerAsString, roundedInteger, schema } from './shape-checks.js';
import {
  gatewayError,
  invalidOperationIdAccepted,
  invalidRequestAccepted,
  missingAllowHeader,
  missingRetryAfterHeader,
  serverError,
  undocumentedStatus,
  validRequestRejected,
  wrongMethodAccepted,
} from './status-checks.js';
import { superlinearLatency } from './superlinear-latency.js';
import { duplicateMember, integerFormat } from './written-members.js';

/** The checks of status, headers, body and time, whatever the answer means. */
export const transportChecks: readonly Check[] = [
  serverError,
  noAnswer,
  gatewayError,
  undocumentedStatus,
  contentType,
  malformedJson,
  duplicateMember,
  integerFormat,
  invalidUtf8,
  controlCharacters,
  schema,
  integerAsString,
  roundedInteger,
  drift,
  errorWithoutMessage,
  leakedInternals,
  leakedSecret,
  invalidRequestAccepted,
  invalidOperationIdAccepted,
  validRequestRejected,
  wrongMethodAccepted,
  missingAllowHeader,
  slowResponse,
  superlinearLatency,
  creepingLatency,
  missingRetryAfterHeader,
];
