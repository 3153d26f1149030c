/**
 * Compiles the Solidity sources of the local deployment's EVM into a TypeScript module, which is committed: solc takes
 * seconds. With `--check` it compiles nothing and fails when the module was made from other sources, other settings or
 * another solc, or was edited since.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const room = fileURLToPath(new URL('../src/local/evm/', import.meta.url));
const module = `${room}artifacts.ts`;
/** The contracts that are deployed from outside: the one that deploys all others, and further tokens. */
const deployed = ['Deployment', 'BridgedToken', 'ReserveToken'];
/** Those, and the contracts that are called from outside or whose errors are decoded. */
const exported = [...deployed, 'CrossChainLayer', 'SwapTarget', 'FailingTarget'];

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

const sources = Object.fromEntries(
  readdirSync(`${room}contracts`)
    .sort()
    .map((file) => [
      file,
      { content: readFileSync(`${room}contracts/${file}`, 'utf8').replaceAll('\r\n', '\n') },
    ]),
);
const input = { language: 'Solidity', sources, settings };
const fingerprint = createHash('sha256')
  .update(JSON.stringify({ solc: require('solc/package.json').version, input }))
  .digest('hex');
const header = `// Made by scripts/compile-contracts.mjs; do not edit. Inputs: ${fingerprint}`;

if (process.argv.includes('--check')) check();
else compile();

function check() {
  const [first, second, , ...content] = readFileSync(module, 'utf8').split('\n');
  if (first === header && second === contentLine(content.join('\n'))) return;
  console.error('The compiled contracts are not current. Run `npm run contracts`.');
  process.exitCode = 1;
}

function compile() {
  const { contracts, errors = [] } = JSON.parse(require('solc').compile(JSON.stringify(input)));
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  const compiled = Object.fromEntries(exported.map((name) => [name, contracts[`${name}.sol`][name]]));
  const content = exported.map((name) => exportsOf(name, compiled)).join('\n');
  writeFileSync(module, `${header}\n${contentLine(content)}\n\n${content}`);
}

function exportsOf(name, compiled) {
  const prefix = name[0].toLowerCase() + name.slice(1);
  const items = compiled[name].abi.map((item) => `  ${JSON.stringify(item)},\n`).join('');
  const abi = `export const ${prefix}Abi = [\n${items}] as const;\n`;
  if (!deployed.includes(name)) return abi;
  return `${abi}\nexport const ${prefix}Bytecode =\n  ${bytecodeOf(name, compiled)};\n`;
}

/** The code of what the deploying contract deploys is a part of its own, and is not written down twice. */
function bytecodeOf(name, compiled) {
  const code = compiled[name].evm.bytecode.object;
  const at = name === 'Deployment' ? -1 : compiled.Deployment.evm.bytecode.object.indexOf(code);
  if (at === -1) return `'0x${code}'`;
  return `\`0x\${deploymentBytecode.slice(${at + 2}, ${at + 2 + code.length})}\` as const`;
}

function contentLine(content) {
  return `// Content: ${createHash('sha256').update(content).digest('hex')}`;
}
