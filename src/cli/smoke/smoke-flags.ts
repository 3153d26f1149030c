import { type SmokeFormatName, smokeFormatNames } from '../../report/smoke/smoke-format-names.js';
import { smokeDefaults } from '../../smoke/smoke-defaults.js';
import { smokeLimits } from '../../smoke/smoke-limits.js';
import { expectedVerdicts, type SmokeBudgets } from '../../smoke/smoke-options.js';
import type { Flag } from '../flag.js';
import { decimal } from '../values/decimal.js';
import { durationMs } from '../values/duration-ms.js';
import { integer } from '../values/integer.js';
import { oneOf } from '../values/one-of.js';
import { text } from '../values/text.js';

const { ratePerSecond, maxRequests, samples, maxClockSkewMs, minCertificateDays, timeoutMs } = smokeLimits;

const budget = (option: keyof SmokeBudgets, name: string, about: string): Flag => ({
  usage: `--${name} <duration>`,
  about: `${about} (default: ${smokeDefaults.budgets[option] / 1_000}s)`,
  read: durationMs(smokeLimits.budgetMs.min, smokeLimits.budgetMs.max),
});

/** What is asked, and how politely. */
const asking = {
  ratePerSecond: {
    usage: '--rate <number>',
    about: `requests a second at most (default: ${smokeDefaults.ratePerSecond}; no limit on loopback)`,
    read: decimal(ratePerSecond.min, ratePerSecond.max),
  },
  maxRequests: {
    usage: '--max-requests <count>',
    about: `requests at most; checks that are left are inconclusive (default: ${smokeDefaults.maxRequests})`,
    read: integer(maxRequests.min, maxRequests.max),
  },
  samples: {
    usage: '--samples <count>',
    about: `requests to each endpoint for its latencies (default: ${smokeDefaults.samples})`,
    read: integer(samples.min, samples.max),
  },
  timeoutMs: {
    usage: '--request-timeout-ms <duration>',
    about: "how long an answer may take (default: the deployment's timeoutMs)",
    read: durationMs(timeoutMs.min, timeoutMs.max),
  },
  expectedVerdict: {
    usage: '--expected-verdict <verdict>',
    about: 'what the request must get: success, failure or any (default: success of one that is given)',
    read: oneOf(...expectedVerdicts),
  },
  operationIds: {
    usage: '--operation-id <id>',
    about: 'an operation that is included there (default: those of the configuration)',
    read: text,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;

const limits = {
  'budgets.simulateP50Ms': budget(
    'simulateP50Ms',
    'simulate-p50-ms',
    'most that the median simulation may take',
  ),
  'budgets.simulateP95Ms': budget(
    'simulateP95Ms',
    'simulate-p95-ms',
    'most that 95 % of simulations may take',
  ),
  'budgets.inclusionP50Ms': budget(
    'inclusionP50Ms',
    'inclusion-p50-ms',
    'the same of queries of the observer',
  ),
  'budgets.inclusionP95Ms': budget(
    'inclusionP95Ms',
    'inclusion-p95-ms',
    'the same of queries of the observer',
  ),
  maxClockSkewMs: {
    usage: '--max-clock-skew-ms <duration>',
    about: `how far clocks may be apart (default: ${smokeDefaults.maxClockSkewMs / 1_000}s)`,
    read: durationMs(maxClockSkewMs.min, maxClockSkewMs.max),
  },
  minCertificateDays: {
    usage: '--min-certificate-days <count>',
    about: `how many days certificates must still be valid (default: ${smokeDefaults.minCertificateDays})`,
    read: integer(minCertificateDays.min, minCertificateDays.max),
  },
} satisfies Record<string, Flag>;

/** The flags that are options of a smoke run, under the headings of the help. */
export const smokeFlagGroups = { 'Asking:': asking, 'Limits:': limits };

/** The same in one. */
export const smokeFlags = { ...asking, ...limits } satisfies Record<string, Flag>;

/** Where a valid call comes from. */
export const smokeRequestFlag = {
  request: {
    usage: '--request <file>',
    about:
      'a call that succeeds there, as JSON, - for the standard input (default: that of the configuration)',
    read: text,
  },
} satisfies Record<string, Flag>;

/** Where the report goes. */
export const smokeOutputFlags = {
  format: {
    usage: '--format <name>',
    about: `one of ${smokeFormatNames.join(', ')} (default: text); github prints annotations`,
    read: oneOf<SmokeFormatName>(...smokeFormatNames),
  },
  out: { usage: '--out <file>', about: 'a new file to write to (default: the standard output)', read: text },
} satisfies Record<string, Flag>;
