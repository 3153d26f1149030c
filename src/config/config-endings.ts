/** How configurations that are scripts may end. */
export const scriptEndings: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** How configurations may end, in the order in which they are looked for. */
export const configEndings: readonly string[] = [...scriptEndings, '.json'];
