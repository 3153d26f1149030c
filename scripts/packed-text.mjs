import { brotliCompressSync } from 'node:zlib';

/** Shorter than this it is not worth it. */
const leastLength = 2_000;

/** The code of a module that gives a text: a long one is packed, since the package's size is counted. */
export function packedText(text) {
  if (text.length < leastLength) return `export default ${JSON.stringify(text)};`;
  const packed = brotliCompressSync(text).toString('base64');
  return `import { brotliDecompressSync } from 'node:zlib';
export default brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();`;
}
