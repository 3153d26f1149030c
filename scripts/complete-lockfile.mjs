// Completes package-lock.json, of which npm leaves parts out: the packages of other platforms, when node_modules is there
// already, and their integrity. Without the first `npm ci` rejects the lock file; without the second it installs what
// nobody has verified. Run it after every change of a dependency: npm run lockfile
//
//   npm run lockfile              adds what is missing, and exits with 1 while the registry does not have all of it
//   npm run lockfile -- --check   changes nothing, and exits with 1 when something is missing
//   npm run lockfile -- FILE      the same for another lock file
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
});
const file = positionals[0] ?? new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const added = addMissingPlatforms(lock.packages);
const unverified = withoutIntegrity(lock.packages);
if (values.check) {
  report('is not in the lock file', added);
  report('has no integrity', unverified);
  process.exitCode = added.length + unverified.length > 0 ? 1 : 0;
} else {
  await Promise.all(unverified.map(addIntegrity));
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  const left = withoutIntegrity(lock.packages);
  report('has no integrity: the registry in use does not have this version', left);
  process.exitCode = left.length > 0 ? 1 : 0;
}

function report(problem, paths) {
  for (const path of paths) {
    const { version } = lock.packages[path];
    process.stderr.write(`${nameOf(path)}@${version} ${problem}.\n`);
  }
}

function withoutIntegrity(packages) {
  return Object.keys(packages).filter((path) => {
    const { integrity, link } = packages[path];
    return path !== '' && !link && integrity === undefined;
  });
}

/** Asks the registry, as npm does, for what the lock file says of a package. */
async function addIntegrity(path) {
  const entry = lock.packages[path];
  const fields = ['dist.integrity', 'license', 'engines'];
  const stdout = await run('npm', ['view', `${nameOf(path)}@${entry.version}`, ...fields, '--json']).then(
    (result) => result.stdout,
    () => undefined,
  );
  if (!stdout) return;
  const { 'dist.integrity': integrity, license, engines } = JSON.parse(stdout);
  if (integrity)
    Object.assign(entry, { integrity, ...(license && { license }), ...(engines && { engines }) });
}

function addMissingPlatforms(packages) {
  const missing = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue;
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const at = `node_modules/${name}`;
      if (packages[at] || packages[`${path}/${at}`]) continue;
      missing.push(at);
      packages[at] = {
        version: range.replace(/^[\^~]/, ''),
        ...platformOf(name),
        ...(entry.dev && { dev: true }),
        optional: true,
      };
    }
  }
  return missing;
}

/** Platform packages carry their platform in their name: `binding-linux-arm64-musl`. */
function platformOf(name) {
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
  const words = name.split(/[-/]/);
  const system = systems.find((candidate) => words.includes(candidate));
  const processor = words.map((word) => processors[word]).find(Boolean);
  if (!system)
    throw new Error(`${name} is missing from the lock file, and names no platform: run npm install`);
  const libc = /-musl/.test(name) ? 'musl' : /-gnu/.test(name) && system === 'linux' ? 'glibc' : undefined;
  return { ...(processor && { cpu: [processor] }), os: [system], ...(libc && { libc: [libc] }) };
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
