// Prints the part of CHANGELOG.md that belongs to the version of package.json.
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const parts = read('CHANGELOG.md').split(/^## /m);
const notes = parts.find((part) => part.split('\n', 1)[0] === version);
if (notes === undefined) throw new Error(`CHANGELOG.md has no part for ${version}`);
process.stdout.write(`${notes.slice(version.length).trim()}\n`);
