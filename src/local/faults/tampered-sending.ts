import type { ServerResponse } from 'node:http';
import { delayWhileOpen } from '../server/connection-delay.js';
import type { WrittenAnswer } from './service-answer.js';
import type { TamperedAnswer } from './tampered-answer.js';

/** Sends an answer with its faults. `send` sends it whole. Ends immediately if the client leaves or the server stops. */
export async function sendTamperedAnswer(
  { answer, pauseMs, breakOff }: TamperedAnswer,
  response: ServerResponse,
  send: (answer: WrittenAnswer) => void,
): Promise<void> {
  const { socket } = response.req;
  if (pauseMs > 0) await delayWhileOpen(socket, pauseMs);
  if (socket.destroyed) return;
  if (breakOff) await breakOff(answer, response);
  else send(answer);
}
