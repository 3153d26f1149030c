import { basename } from 'node:path';
import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import type { ExtendableObject } from '../../contract/extension.js';
import { literalText, memberName } from '../../internal/code-text.js';
import { formatText } from '../../internal/print.js';
import type { Comparison } from './compare-document.js';
import type { DeclaredMember } from './differences.js';
import type { OpenApiDocument } from './read-document.js';

/** The comments above conventions: why a document leads to them. */
const comments: Partial<Record<keyof Conventions, string>> = {
  additionalRequestMembers:
    'The document accepts other members. Without this, the client rejects a misspelled member before it sends the request.',
  stages: 'In the order of the document, which must be the order in which an operation reaches them.',
  includedStage: 'The document does not say which stage is the inclusion: this is a guess from the name.',
  requestValidation: 'The texts of the document differ from those of practice.',
  responseFormats: 'The texts of the document differ from those of practice.',
};

interface ModuleOptions {
  /** Whether it is TypeScript. */
  readonly isTyped: boolean;
  /** The names of `--chains`, which another run needs as well. */
  readonly givenChains: ChainNames | undefined;
}

/** Writes a module that exports what documents amount to: `chains`, `conventions`, and `extend`, which is also its default. */
export function contractModule(
  { chains, conventions, extension, differences }: Comparison,
  documents: readonly OpenApiDocument[],
  { isTyped, givenChains }: ModuleOptions,
): string {
  const satisfies = (type: string): string => (isTyped ? ` satisfies ${type}` : '');
  const notExpressed = differences.filter(({ kind }) => kind === 'not-expressed');
  const sources = documents.map(
    ({ source, title, version }) =>
      `${[title, version].filter(Boolean).join(' ') || 'a document'} (${basename(source)})`,
  );
  const flags = documents.map(({ source }) => `--from ${basename(source)}`);
  if (givenChains !== undefined) flags.push(`--chains ${givenChains.alpha},${givenChains.beta}`);
  return [
    `// What ${sources.join(' and ')} has beyond the interface.\n`,
    `// Written by crosscheck contract ${flags.join(' ')}\n`,
    ...(notExpressed.length === 0 ? [] : ['//\n// Not expressed by the extension and the conventions:\n']),
    ...notExpressed.map(({ endpoint, path, document, becomes }) =>
      commentLine(`- ${endpoint} ${path} (${document}): ${becomes}`),
    ),
    '\n',
    ...(isTyped ? ["import type { ChainNames, Conventions, Extension } from 'crosscheck';\n"] : []),
    ...(extension.size > 0 ? ["import { z } from 'zod';\n"] : []),
    isTyped || extension.size > 0 ? '\n' : '',
    '/** The names of the destination chain and of the source chain. */\n',
    `export const chains = ${literalText(chains)}${satisfies('ChainNames')};\n\n`,
    '/** How the deployment fills in what the interface leaves open. */\n',
    `export const conventions = ${conventionsText(conventions)}${satisfies('Partial<Conventions>')};\n\n`,
    '/** The members beyond the interface, with neutral names. */\n',
    `export const extend = ${extensionText(extension)}${satisfies('Extension')};\n\n`,
    'export default extend;\n',
  ].join('');
}

function commentLine(text: string): string {
  return `// ${formatText(text, 400)}\n`;
}

function conventionsText(conventions: Comparison['conventions']): string {
  const entries = Object.entries(conventions) as [keyof Conventions, unknown][];
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, value]) => {
    const comment = comments[name];
    return `${comment === undefined ? '' : `  // ${comment}\n`}  ${name}: ${literalText(value, 1)},\n`;
  });
  return `{\n${lines.join('')}}`;
}

function extensionText(extension: Comparison['extension']): string {
  if (extension.size === 0) return '{}';
  const objects = [...extension].map(
    ([object, members]: readonly [ExtendableObject, readonly DeclaredMember[]]) => {
      const lines = members.map(({ name, code }) => `    ${memberName(name)}: ${code},\n`);
      return `  ${object}: {\n${lines.join('')}  },\n`;
    },
  );
  return `{\n${objects.join('')}}`;
}
