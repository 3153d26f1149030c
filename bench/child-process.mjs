import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a fixture in a process of its own, and gives it with the first message that it sends. Ends this process when one fails. */
export async function startChild(file, ...args) {
  const child = fork(new URL(`./fixtures/${file}`, import.meta.url), args);
  child.once('exit', (code) => code === 0 || process.exit(1));
  const [message] = await once(child, 'message');
  return { child, message };
}

/** Sends a process a question, and gives its answer. */
export async function askChild(child, question) {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}
