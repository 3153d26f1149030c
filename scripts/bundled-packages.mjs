import { readFileSync } from 'node:fs';

const inModules = (path) => new URL(`../node_modules/${path}`, import.meta.url);

/** The packages that the page of the local deployment contains. */
const ofPage = ['preact'];

/** The packages that the CommonJS files contain, because they are ES modules, which Jest 29 cannot require. */
export const esmOnlyPackages = ['@noble/hashes', 'ox', 'package-manager-detector'];

/** The packages that the package's own files contain. */
export const bundledPackages = [...ofPage, ...esmOnlyPackages];

/**
 * Returns a comment with the licences of the packages that are among bundled modules; undefined if none are.
 *
 * @throws an error if one of them is not in the list above.
 */
export function licensesOf(moduleIds) {
  const names = new Set(
    moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
  );
  const undeclared = [...names].filter((name) => !bundledPackages.includes(name));
  if (undeclared.length > 0)
    throw new Error(`${undeclared.join()} is bundled: add it to scripts/bundled-packages.mjs`);
  if (names.size === 0) return undefined;
  const licenses = [...names]
    .sort()
    .map((name) => `${name}\n${readFileSync(inModules(`${name}/LICENSE`), 'utf8')}`);
  return `/*!\n${licenses.join('\n')}*/`;
}
