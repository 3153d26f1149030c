/**
 * What an installation brings: the tarball, and the packages and bytes in `node_modules`, without peers. `npm run
 * bench:install`
 */
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'crosscheck-install-'));
const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

try {
  npm(['pack', '--ignore-scripts', '--pack-destination', directory], repository);
  const tarball = join(directory, readdirSync(directory)[0]);
  console.log(`tarball: ${statSync(tarball).size.toLocaleString('en')} bytes`);
  measure('without the EVM', tarball, ['--omit=optional']);
  measure('with the EVM', tarball, []);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function measure(name, tarball, flags) {
  const project = join(directory, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=peer', ...flags, tarball], project);
  const lock = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  const installed = Object.keys(lock.packages).filter((path) => path !== 'node_modules/crosscheck');
  const megabytes = (bytesIn(join(project, 'node_modules')) / 1e6).toFixed(1);
  console.log(`${name}: ${installed.length} packages beside crosscheck, ${megabytes} MB`);
  console.log(
    installed
      .map((path) => `  ${path.replace('node_modules/', '').padEnd(32)} ${kilobytes(project, path)}`)
      .join('\n'),
  );
}

function kilobytes(project, path) {
  return `${Math.round(bytesIn(join(project, path)) / 1000).toLocaleString('en')} kB`;
}

function bytesIn(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}
