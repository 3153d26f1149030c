import { createInterface } from 'node:readline/promises';

/** What asks in the terminal of this process; undefined when it has none to answer in. */
export function confirmInTerminal(): ((question: string) => Promise<boolean>) | undefined {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input: stdin, output: stdout });
    try {
      return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
    } finally {
      terminal.close();
    }
  };
}
