import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterThisTurn } from '../../internal/clock.js';
import { isPlainObject } from '../../internal/objects.js';
import { delayWhileOpen } from '../server/connection-delay.js';
import type { ConnectionFault } from './fault-kind.js';
import type { WrittenAnswer } from './service-answer.js';

const both = ['simulate', 'inclusion'] as const;
const simulator = ['simulate'] as const;

/** If headers and a reset arrive together, some systems give the client only the headers, others only the reset. */
const beforeResetMs = 20;

/** Faults of the connection of an answer. */
export const connectionFaults = {
  'stall-body': {
    family: 'connection',
    summary: 'Sends the headers and half of the body, then stalls.',
    endpoints: both,
    defaultMs: Number.POSITIVE_INFINITY,
    breakOff: (ms) => async (answer, response) => {
      const [half, rest] = halvesOf(answer);
      await sendStart(response, answer, half);
      await delayWhileOpen(response.req.socket, ms);
      response.end(rest);
    },
  },
  'reset-before-headers': {
    family: 'connection',
    summary: 'Resets the TCP connection instead of answering.',
    endpoints: both,
    breakOff: () => async (_, response) => {
      await turnOf(response);
      reset(response);
    },
  },
  'reset-after-headers': {
    family: 'connection',
    summary: 'Sends the headers, then resets the TCP connection.',
    endpoints: both,
    breakOff: () => async (answer, response) => {
      await sendStart(response, answer, '');
      await delayWhileOpen(response.req.socket, beforeResetMs);
      // If a timer is late, a client in this process reads in the same turn of the event loop, after the timer.
      afterThisTurn(() => reset(response));
    },
  },
  'truncated-body': {
    family: 'connection',
    summary: 'Sends half of the body that its content-length announces, then closes the connection.',
    endpoints: both,
    breakOff: () => async (answer, response) => {
      const [half] = halvesOf(answer);
      await sendStart(response, answer, half);
      // Sends what was written before, and does not wait for the client.
      response.req.socket.destroySoon();
    },
  },
  'reset-on-fee-asset': {
    family: 'connection',
    summary: 'Resets the TCP connection instead of answering a request with a fee asset.',
    endpoints: simulator,
    breakOff: (_, { simulated }) =>
      isPlainObject(simulated) && simulated.feeAssetAddress
        ? async (_answer, response) => {
            await turnOf(response);
            reset(response);
          }
        : undefined,
  },
} satisfies Record<string, ConnectionFault>;

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
async function turnOf(response: ServerResponse): Promise<void> {
  if (response.socket) return;
  await once(response, 'socket');
  await delayWhileOpen(response.req.socket, beforeResetMs);
}

/** Sends a RST, where `destroy` would send a FIN. */
function reset(response: ServerResponse): void {
  response.req.socket.resetAndDestroy();
}
