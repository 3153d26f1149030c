// Adds to package-lock.json the packages of other platforms that npm left out, which it does when node_modules is there
// already or a registry does not answer for them: without them `npm ci` refuses the lock file. Run it after every
// change of a dependency: npm run lockfile
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = {
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
};

for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`;
    if (lock.packages[at] || lock.packages[`${path}/${at}`]) continue;
    lock.packages[at] = {
      version: range.replace(/^[\^~]/, ''),
      ...platformOf(name),
      ...(entry.dev && { dev: true }),
      optional: true,
    };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

/** Platform packages carry their platform in their name: `binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const system = systems.find((candidate) => words.includes(candidate));
  const processor = words.map((word) => processors[word]).find(Boolean);
  if (!system)
    throw new Error(`${name} is missing from the lock file, and names no platform: run npm install`);
  const libc = /-musl/.test(name) ? 'musl' : /-gnu/.test(name) && system === 'linux' ? 'glibc' : undefined;
  return { ...(processor && { cpu: [processor] }), os: [system], ...(libc && { libc: [libc] }) };
}
