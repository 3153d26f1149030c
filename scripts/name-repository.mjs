// Writes into package.json which repository it is published from: the one of the workflow that publishes it, which
// provenance compares. Run by the release workflow.
import { readFileSync, writeFileSync } from 'node:fs';

const [file = new URL('../package.json', import.meta.url)] = process.argv.slice(2);
const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env;
if (!GITHUB_REPOSITORY) throw new Error('GITHUB_REPOSITORY is not set: this is for the release workflow');

const home = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
const manifest = JSON.parse(readFileSync(file, 'utf8'));
const named = {
  ...manifest,
  homepage: `${home}#readme`,
  bugs: `${home}/issues`,
  repository: { type: 'git', url: `git+${home}.git` },
};
writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
