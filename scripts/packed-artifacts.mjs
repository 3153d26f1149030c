import { brotliCompressSync } from 'node:zlib';

const bytecode = /(['"`])0x((?:[0-9a-f]{2}){1000,})\1/g;

/** What the compiler says of types for readers of the source alone. */
const sourceTypes = /"internalType":"[^"]*",/g;

/** The rolldown plugin that packs the artifacts of contracts: in hexadecimal digits bytecode is twice as long as it is. */
export function packedArtifacts() {
  return {
    name: 'packed-artifacts',
    transform(code, id) {
      if (!id.includes('/artifacts/')) return null;
      const packed = code.replace(sourceTypes, '').replace(bytecode, (_, _quote, digits) => {
        const text = brotliCompressSync(Buffer.from(digits, 'hex')).toString('base64');
        return `'0x'.concat(brotliDecompressSync(Buffer.from('${text}', 'base64')).toString('hex'))`;
      });
      return packed === code ? null : `import { brotliDecompressSync } from 'node:zlib';\n${packed}`;
    },
  };
}
