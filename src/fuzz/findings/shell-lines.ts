/** Returns shell commands that run concurrently, if there are several, and waits for them. */
export function inBackground(commands: readonly string[]): string[] {
  return commands.length > 1 ? [...commands.map((command) => `${command} &`), 'wait'] : [...commands];
}

/** Returns a pause in a shell, if there is one. */
export function pausing(ms: number): string[] {
  return ms > 0 ? [`sleep ${ms / 1000}`] : [];
}
