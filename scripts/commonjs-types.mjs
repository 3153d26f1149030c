// Writes the declarations of the CommonJS entries: those of the ES modules, as .d.cts beside them, with what they lead to.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = new Set(
  Object.values(exports).flatMap(({ require }) => require?.types.replace('.d.cts', '.d.ts') ?? []),
);
const relativeImport = /((?:from|import|module) ?\(?')(\.[^']+)\.js'/g;

// What is added while a set is iterated is visited too.
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, , path] of text.matchAll(relativeImport)) files.add(join(dirname(file), `${path}.d.ts`));
  writeFileSync(
    join(root, file.replace('.d.ts', '.d.cts')),
    text.replace(relativeImport, "$1$2.cjs'").replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'),
  );
}
