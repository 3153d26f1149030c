import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterThisTurn } from '../../internal/clock.js';
import { isPlainObject } from '../../internal/objects.js';
import { delayWhileOpen } from '../server/connection-delay.js';
import { defineFaults, type RejectedCall } from './fault.js';
import type { Answer, WrittenAnswer } from './service-answer.js';

/** The size of a body from which on the delay does not grow. */
const maxBytes = 64 * 1024;

/** The same for assets, and for levels beyond those that each request has. */
const maxAssets = 256;
const maxLevels = 32;
const usualLevels = 3;

/** Faults that make an answer late. */
export const timingFaults = defineFaults('timing', ['simulate'], {
  delay: {
    summary: 'Delays the answer.',
    endpoints: ['simulate', 'inclusion'],
    defaultMs: 1000,
    pauseMs: (ms) => ms,
  },
  jitter: {
    summary: 'Delays each answer by a random time, at most ms.',
    endpoints: ['simulate', 'inclusion'],
    defaultMs: 1000,
    pauseMs: (ms, random) => random() * ms,
  },
  'stall-headers': {
    summary: 'Accepts the request and then sends nothing.',
    endpoints: ['simulate', 'inclusion'],
    defaultMs: Number.POSITIVE_INFINITY,
    pauseMs: (ms) => ms,
  },
  'superlinear-latency': {
    summary: 'Delays the answer by the square of the body size, up to ms from 64 KiB on.',
    defaultMs: 1000,
    pauseMs: (ms, _, { headers = {} }) => {
      const bytes = Number(headers['content-length'] ?? 0);
      return bytes > 0 ? ms * Math.min(1, bytes / maxBytes) ** 2 : undefined;
    },
  },
  'superlinear-latency-assets': {
    summary: `Delays the answer by the square of the number of assets, up to ms from ${maxAssets} on.`,
    defaultMs: 1000,
    pauseMs: (ms, _, { simulated }) => {
      const assets = isPlainObject(simulated) ? simulated.betaAssets : undefined;
      return Array.isArray(assets) ? ms * squared(assets.length, maxAssets) : undefined;
    },
  },
  'superlinear-latency-text': {
    summary: "Delays the answer by the square of the caller's length, up to ms from 64 Ki characters on.",
    defaultMs: 1000,
    pauseMs: (ms, _, { simulated }) => {
      const caller = isPlainObject(simulated) ? simulated.betaCaller : undefined;
      return typeof caller === 'string' ? ms * squared(caller.length, maxBytes) : undefined;
    },
  },
  'superlinear-latency-depth': {
    summary: `Delays the answer by the square of the nesting depth, up to ms from ${maxLevels} levels on.`,
    defaultMs: 1000,
    pauseMs: (ms, _, { simulated }) => ms * squared(depthOf(simulated) - usualLevels, maxLevels),
  },
  'hang-on-large-amount': {
    summary: 'Delays the answer to a request with an amount of 2^255 or more.',
    defaultMs: Number.POSITIVE_INFINITY,
    pauseMs: (ms, _, { simulated }) => {
      const assets = isPlainObject(simulated) ? simulated.betaAssets : undefined;
      return Array.isArray(assets) && assets.some(isLarge) ? ms : undefined;
    },
  },
});

/** Returns the square of the share of the maximum, up to 1. */
function squared(size: number, max: number): number {
  return Math.min(1, Math.max(0, size) / max) ** 2;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function isLarge(asset: unknown): boolean {
  const amount = isPlainObject(asset) ? asset.amount : undefined;
  return typeof amount === 'string' && /^\d{77,78}$/.test(amount) && BigInt(amount) >= 2n ** 255n;
}

/** If headers and a reset arrive together, some systems give the client only the headers, others only the reset. */
const beforeResetMs = 20;

/** Faults of the connection of an answer. */
export const connectionFaults = defineFaults('connection', ['simulate', 'inclusion'], {
  'stall-body': {
    summary: 'Sends the headers and half of the body, then stalls.',
    defaultMs: Number.POSITIVE_INFINITY,
    abortConnection: (ms) => async (answer, response) => {
      const [half, rest] = halvesOf(answer);
      await sendStart(response, answer, half);
      await delayWhileOpen(response.req.socket, ms);
      response.end(rest);
    },
  },
  'reset-before-headers': {
    summary: 'Resets the TCP connection instead of answering.',
    abortConnection: () => async (_, response) => {
      await earlierAnswersSent(response);
      reset(response);
    },
  },
  'reset-after-headers': {
    summary: 'Sends the headers, then resets the TCP connection.',
    abortConnection: () => async (answer, response) => {
      await sendStart(response, answer, '');
      await delayWhileOpen(response.req.socket, beforeResetMs);
      // If a timer is late, a client in this process reads in the same turn of the event loop, after the timer.
      afterThisTurn(() => reset(response));
    },
  },
  'truncated-body': {
    summary: 'Sends half of the body that its content-length announces, then closes the connection.',
    abortConnection: () => async (answer, response) => {
      const [half] = halvesOf(answer);
      await sendStart(response, answer, half);
      // Sends what was written before, and does not wait for the client.
      response.req.socket.destroySoon();
    },
  },
  'reset-on-fee-asset': {
    summary: 'Resets the TCP connection instead of answering a request with a fee asset.',
    endpoints: ['simulate'],
    abortConnection: (_, { simulated }) =>
      isPlainObject(simulated) && simulated.feeAssetAddress
        ? async (_answer, response) => {
            await earlierAnswersSent(response);
            reset(response);
          }
        : undefined,
  },
});

function halvesOf({ text, encoding }: WrittenAnswer): readonly [half: Buffer, rest: Buffer] {
  const bytes = Buffer.from(text, encoding);
  const middle = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

/** Sends the headers of the whole answer with some bytes of its body. Resolves when they have been sent. */
function sendStart(response: ServerResponse, answer: WrittenAnswer, bytes: Buffer | string): Promise<void> {
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.text, answer.encoding),
  });
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => resolve());
  });
}

/** Waits until the earlier answers on the connection have arrived. */
async function earlierAnswersSent(response: ServerResponse): Promise<void> {
  if (response.socket) return;
  await once(response, 'socket');
  await delayWhileOpen(response.req.socket, beforeResetMs);
}

/** Sends a RST, where `destroy` would send a FIN. */
function reset(response: ServerResponse): void {
  response.req.socket.resetAndDestroy();
}

/**
 * Faults that replace the answer of the deployment. Source: practice for `{"error": …}`, which the service itself sends.
 * That a gateway in front of it answers with HTML is an assumption.
 */
export const replacementFaults = defineFaults('replacement', ['simulate', 'inclusion'], {
  'too-many-requests': {
    summary: 'Answers 429 without Retry-After.',
    replace: () => json(429, 'too many requests'),
  },
  'too-many-requests-retry-after': {
    summary: 'Answers 429 with ms as Retry-After, in whole seconds.',
    defaultMs: 1000,
    replace: (ms) =>
      json(429, 'too many requests', { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) }),
  },
  'internal-server-error': {
    summary: 'Answers 500 with a JSON error.',
    replace: () => json(500, 'internal error'),
  },
  'bad-gateway': gateway(502, '502 Bad Gateway'),
  'service-unavailable': gateway(503, '503 Service Temporarily Unavailable'),
  'gateway-timeout': gateway(504, '504 Gateway Time-out'),
  html: {
    summary: 'Answers 200 with the HTML of a login page.',
    replace: () => html(200, 'Sign in'),
  },
});

/** Answers like a gateway instead of the service behind it. */
function gateway(status: number, title: string) {
  return {
    summary: `Answers ${status} with the HTML of a gateway.`,
    replace: () => html(status, title),
  };
}

function json(status: number, error: string, headers: Record<string, string> = {}): WrittenAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify({ error }),
  };
}

function html(status: number, title: string): WrittenAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

/** The headers with the credential of a client. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie'] as const;

/** Faults of how requests are rejected. */
export const rejectionFaults = defineFaults('rejection', ['simulate', 'inclusion'], {
  'unknown-as-included': {
    summary: 'Answers for an unknown operation as if it had reached the last stage.',
    endpoints: ['inclusion'],
    tamperRejection: ({ answer, call, stages }) =>
      answer.status === 404 ? record(stages.at(-1), [{ hash: call.operationId }]) : undefined,
  },
  'operation-id-loose': {
    summary: 'Answers for a missing, empty, repeated or malformed operation id as for a new operation.',
    endpoints: ['inclusion'],
    tamperRejection: ({ answer, stages }) => (answer.status === 400 ? record(stages[0], []) : undefined),
  },
  'error-without-message': {
    summary: 'Rejects requests without an error message.',
    tamperRejection: ({ answer }) => ({ ...answer, body: {} }),
  },
  'stack-trace': {
    summary: 'Adds a stack trace to the error of a rejection.',
    tamperRejection: (rejected) => withError(rejected, (error) => `Error: ${error}\n${stackTrace}`),
  },
  'leaked-path': {
    summary: 'Adds a file path to the error of a rejection.',
    tamperRejection: (rejected) =>
      withError(rejected, (error) => `${error}; see /var/lib/service/simulator/rules.yaml`),
  },
  'leaked-secret': {
    summary: 'Adds the credential that came with a request to the error of its rejection.',
    tamperRejection(rejected) {
      const { headers = {} } = rejected.call;
      const name = credentialHeaders.find((header) => headers[header] !== undefined);
      return name && withError(rejected, (error) => `${error}; ${name} was ${headers[name]}`);
    },
  },
  'undocumented-status': {
    summary: 'Answers 422 instead of 400.',
    tamperRejection: ({ answer }) => (answer.status === 400 ? { ...answer, status: 422 } : undefined),
  },
  'missing-allow-header': {
    summary: 'Answers 405 without an Allow header.',
    tamperRejection({ answer }) {
      const { allow, ...headers } = answer.headers;
      return allow === undefined ? undefined : { ...answer, headers };
    },
  },
});

const stackTrace = `    at simulate (/srv/service/dist/simulator.js:112:19)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

function withError({ answer, error }: RejectedCall, change: (error: string) => string): Answer {
  return { ...answer, body: { error: change(error) } };
}

/** An answer about an operation at a stage. */
function record(stage: string | undefined, transactions: readonly object[]): Answer {
  return { status: 200, headers: {}, body: { response: { note: null, stage, success: true, transactions } } };
}
