const facade = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/;

/**
 * The rolldown plugin that drops chunks which only name again what stands in another one, and are loaded where it is needed:
 * a file for each of them makes the package larger.
 */
export function withoutFacades() {
  return {
    name: 'without-facades',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const facades = new Map(
        chunks.flatMap(({ fileName, isEntry, code }) => {
          const [, names, from] = facade.exec(code) ?? [];
          return isEntry || names === undefined
            ? []
            : [[fileName.split('/').pop(), { fileName, names, from }]];
        }),
      );
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(
          /import\((["'`])([./\w-]*\/)([\w.-]+)\1\)/g,
          (whole, quote, folder, file) => {
            const { names, from } = facades.get(file) ?? {};
            return names === undefined
              ? whole
              : `import(${quote}${folder}${from}${quote}).then(e=>({${membersOf(names)}}))`;
          },
        );
      }
      for (const { fileName } of facades.values()) delete bundle[fileName];
    },
  };
}

/** Turns `n as runFuzz` into the member of an object. */
function membersOf(names) {
  return names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/))
    .map(([inside, outside = inside]) => `${outside}:e.${inside}`)
    .join();
}
