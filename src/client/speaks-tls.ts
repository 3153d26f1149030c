import { connect } from 'node:tls';
import type { Clock } from '../internal/clock.js';
import { withTimeLimit } from '../internal/waiting.js';

// A server that was reached a moment ago answers a greeting in one or two round trips.
const greetingMs = 1000;
const mostOrigins = 100;
const known = new Map<string, Promise<boolean>>();

/**
 * Tells whether the server of an http origin speaks TLS: one that closes a connection without a word may have taken plain
 * HTTP for a broken greeting. Connects once for each origin; sends nothing but the greeting.
 */
export function speaksTls(origin: string, clock: Clock): Promise<boolean> {
  let spoken = known.get(origin);
  if (spoken === undefined) {
    if (known.size === mostOrigins) known.clear();
    spoken = greet(origin, clock);
    known.set(origin, spoken);
  }
  return spoken;
}

async function greet(origin: string, clock: Clock): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 80), rejectUnauthorized: false });
  const greeted = new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  try {
    return await withTimeLimit(greeted, greetingMs, () => false, clock, undefined);
  } finally {
    socket.destroy();
  }
}
