// Prints the software bill of materials of what installing the package brings, in the form of CycloneDX, by what
// package-lock.json says, and of the packages that are bundled into its own files. `npm sbom --omit dev` leaves out packages
// that development needs as well, and has optional peers: so all are asked for, and those are kept that installing leads to.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundledPackages } from './bundled-packages.mjs';

const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only'];
const bill = JSON.parse(execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 28 }));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const root = bill.metadata.component;
const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

const brought = new Map();
const own = packages[''];
bring(root['bom-ref'], { ...own, dependencies: { ...own.dependencies, ...bundledDependencies() } });
// npm calls it after the folder that it stands in.
root.name = own.name;
const left = {
  ...bill,
  components: bill.components
    .filter((component) => brought.has(component['bom-ref']))
    // What is bundled is a development dependency to npm only.
    .map((component) => ({ ...component, properties: component.properties?.filter(isNotOfDevelopment) })),
  dependencies: [...brought].map(([ref, dependsOn]) => ({ ref, dependsOn })),
};
process.stdout.write(`${JSON.stringify(left, null, 2)}\n`);

function isNotOfDevelopment({ name }) {
  return name !== 'cdx:npm:package:development';
}

function bundledDependencies() {
  return Object.fromEntries(bundledPackages.map((name) => [name, own.devDependencies[name]]));
}

function bring(ref, entry) {
  if (brought.has(ref)) return;
  const names = namesBroughtBy(entry);
  const refs = edges.get(ref).filter((to) => names.has(nameOf(to)));
  brought.set(ref, refs);
  for (const to of refs) bring(to, entryOf(to));
}

function namesBroughtBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
}

function nameOf(ref) {
  return ref.slice(0, ref.lastIndexOf('@'));
}

function entryOf(ref) {
  const version = ref.slice(nameOf(ref).length + 1);
  const found = Object.entries(packages).find(
    ([path, entry]) => path.endsWith(`node_modules/${nameOf(ref)}`) && entry.version === version,
  );
  if (!found) throw new Error(`${ref} is not in package-lock.json`);
  return found[1];
}
