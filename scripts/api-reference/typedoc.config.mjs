import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { exports } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) => types ?? []);

/** A page for each entry of the package. */
export default {
  entryPoints: entries.map((path) => inRoot(path.replace(/^\.\/dist\/(.*)\.d\.ts$/, 'src/$1.ts'))),
  basePath: inRoot('src'),
  tsconfig: inRoot('tsconfig.json'),
  // What TypeScript 7 has checked.
  skipErrorChecking: true,
  plugin: ['typedoc-plugin-markdown', fileURLToPath(new URL('entry-pages.mjs', import.meta.url))],
  out: inRoot('docs/api'),
  outputFileStrategy: 'modules',
  name: 'API reference',
  entryModule: 'index',
  readme: 'none',
  preservedTypeAnnotationTags: ['@throws'],
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  excludeProtected: true,
  disableSources: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  // Where a member is inherited from is said by the type that is extended.
  tableColumnSettings: {
    // TypeDoc shows code here, or `...`. The docstrings state the defaults.
    hideDefaults: true,
    hideInherited: true,
    hideOverrides: true,
    hideModifiers: true,
    leftAlignHeaders: true,
  },
  logLevel: 'Error',
};
