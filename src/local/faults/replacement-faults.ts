import type { ReplacementFault } from './fault-kind.js';
import type { WrittenAnswer } from './service-answer.js';

const both = ['simulate', 'inclusion'] as const;

/**
 * Faults that replace the answer of the deployment. Source: practice for `{"error": …}`, which the service itself sends.
 * That a gateway in front of it answers with HTML is an assumption.
 */
export const replacementFaults = {
  'too-many-requests': {
    family: 'replacement',
    summary: 'Answers 429 without Retry-After.',
    endpoints: both,
    answerInstead: () => json(429, 'too many requests'),
  },
  'too-many-requests-retry-after': {
    family: 'replacement',
    summary: 'Answers 429 with ms as Retry-After, in whole seconds.',
    endpoints: both,
    defaultMs: 1000,
    answerInstead: (ms) =>
      json(429, 'too many requests', { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) }),
  },
  'internal-server-error': {
    family: 'replacement',
    summary: 'Answers 500 with a JSON error.',
    endpoints: both,
    answerInstead: () => json(500, 'internal error'),
  },
  'bad-gateway': gateway(502, '502 Bad Gateway'),
  'service-unavailable': gateway(503, '503 Service Temporarily Unavailable'),
  'gateway-timeout': gateway(504, '504 Gateway Time-out'),
  html: {
    family: 'replacement',
    summary: 'Answers 200 with the HTML of a login page.',
    endpoints: both,
    answerInstead: () => html(200, 'Sign in'),
  },
} satisfies Record<string, ReplacementFault>;

/** The answer of a gateway instead of the service behind it. */
function gateway(status: number, title: string): ReplacementFault {
  return {
    family: 'replacement',
    summary: `Answers ${status} with the HTML of a gateway.`,
    endpoints: both,
    answerInstead: () => html(status, title),
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
