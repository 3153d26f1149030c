/** The supported shells. */
export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** One of {@link shellNames}. */
export type ShellName = (typeof shellNames)[number];
