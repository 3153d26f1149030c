/** Shell commands that run at the same time, if there are several, and are waited for. */
export function inBackground(commands: readonly string[]): string[] {
  return commands.length > 1 ? [...commands.map((command) => `${command} &`), 'wait'] : [...commands];
}

/** A pause in a shell, if there is one. */
export function pausing(ms: number): string[] {
  return ms > 0 ? [`sleep ${ms / 1000}`] : [];
}
