// Writes docs/api from the docstrings; with --check only says which of its pages are not what the docstrings give.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const committed = fileURLToPath(new URL('../../docs/api', import.meta.url));
const isCheck = process.argv.includes('--check');
const npm = (...args) => execFileSync('npm', args, { cwd: here, stdio: 'inherit' });

/** The pages of a folder, by their paths. */
function pagesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

npm('ci', '--no-audit', '--no-fund');
if (!isCheck) npm('run', 'write');
else {
  const fresh = mkdtempSync(join(tmpdir(), 'crosscheck-api-'));
  try {
    npm('run', 'write', '--', '--out', fresh);
    const [is, shouldBe] = [pagesOf(committed), pagesOf(fresh)];
    const stale = [...new Set([...is.keys(), ...shouldBe.keys()])].filter(
      (path) => is.get(path) !== shouldBe.get(path),
    );
    if (stale.length > 0) {
      console.error(`docs/api is stale, run npm run docs:api: ${stale.join(', ')}`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(fresh, { recursive: true });
  }
}
