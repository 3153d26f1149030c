import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the files that a page names, with the URLs and an operation of a deployment in the place of those of the page. */
const [, , page, simulatorUrl, observerUrl, operationId] = process.argv;
const urls = `simulatorUrl: '${simulatorUrl}', observerUrl: '${observerUrl}'`;
for (const [, file, code] of readFileSync(page, 'utf8').matchAll(/^```ts\n\/\/ (\S+\.ts)\n(.*?)^```$/gms)) {
  // A command of the page writes it.
  if (file === 'contract.ts') continue;
  const text = code
    .replace("simulatorUrl: 'https://staging.example.org'", urls)
    .replaceAll(`0x${'41'.repeat(32)}`, operationId);
  writeFileSync(file, text);
}
