import type { Check } from '../case/check.js';
import {
  contentType,
  controlCharacters,
  errorWithoutMessage,
  malformedJson,
  nonUtf8,
} from './body-checks.js';
import { gatewayError } from './gateway-error.js';
import { invalidRequestAccepted, operationIdAccepted } from './invalid-request-accepted.js';
import { leakedInternals } from './leaks/leaked-internals.js';
import { leakedSecret } from './leaks/leaked-secret.js';
import { noAnswer } from './no-answer.js';
import { overloadWithoutRetryAfter } from './overload-without-retry-after.js';
import { creepingLatency, slowResponse } from './response-times.js';
import { serverError } from './server-error.js';
import { drift } from './shape/drift.js';
import { integerAsString } from './shape/integer-as-string.js';
import { roundedInteger } from './shape/rounded-integer.js';
import { schema } from './shape/schema.js';
import { superlinearLatency } from './superlinear-latency.js';
import { undocumentedStatus } from './undocumented-status.js';
import { validRequestRejected } from './valid-request-rejected.js';
import { duplicateMember, integerForm } from './written-members.js';
import { methodWithoutAllow, wrongMethodAccepted } from './wrong-method.js';

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
