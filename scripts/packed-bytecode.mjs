import { brotliCompressSync } from 'node:zlib';

const bytecode = /(['"`])0x((?:[0-9a-f]{2}){1000,})\1/g;

/** The rolldown plugin that packs the bytecode of contracts: in hexadecimal digits it is twice as long as it is. */
export function packedBytecode() {
  return {
    name: 'packed-bytecode',
    transform(code, id) {
      if (!id.includes('/artifacts/')) return null;
      const packed = code.replace(bytecode, (_, _quote, digits) => {
        const text = brotliCompressSync(Buffer.from(digits, 'hex')).toString('base64');
        return `'0x'.concat(brotliDecompressSync(Buffer.from('${text}', 'base64')).toString('hex'))`;
      });
      return packed === code ? null : `import { brotliDecompressSync } from 'node:zlib';\n${packed}`;
    },
  };
}
