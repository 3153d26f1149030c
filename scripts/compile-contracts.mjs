/**
 * Compiles the Solidity sources of the local deployment's EVM into TypeScript modules, which are committed: solc
 * takes seconds. With `--check` it compiles nothing and fails when the modules were made from other sources, other
 * settings or another solc, or were edited since.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const room = fileURLToPath(new URL('../src/local/evm/', import.meta.url));
/** The contracts that are deployed from outside: the one that deploys all others, and further tokens. */
const deployed = ['Deployment', 'BridgedToken', 'ReserveToken'];
/** Those, and the contracts that are called from outside or whose errors are decoded. */
const modules = [...deployed, 'CrossChainLayer', 'SwapTarget', 'FailingTarget'];

/** How the module of the contract that deploys all others names its code. */
const deployer = 'deploymentBytecode';

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
  const stale = modules.filter(
    (name) => !existsSync(fileOf(name)) || !isCurrent(readFileSync(fileOf(name), 'utf8')),
  );
  if (stale.length === 0) return;
  console.error(`The compiled contracts are not current: ${stale.join(', ')}. Run \`npm run contracts\`.`);
  process.exitCode = 1;
}

function compile() {
  const { contracts, errors = [] } = JSON.parse(require('solc').compile(JSON.stringify(input)));
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  rmSync(`${room}artifacts`, { recursive: true, force: true });
  mkdirSync(`${room}artifacts`);
  const codes = Object.fromEntries(
    deployed.map((name) => [name, contracts[`${name}.sol`][name].evm.bytecode.object]),
  );
  for (const name of modules) {
    writeFileSync(fileOf(name), moduleOf(name, contracts[`${name}.sol`][name].abi, codes));
  }
}

function moduleOf(name, abi, codes) {
  const prefix = name[0].toLowerCase() + name.slice(1);
  const items = abi.map((item) => `  ${JSON.stringify(item)},`).join('\n');
  const parts = [`export const ${prefix}Abi = [\n${items}\n] as const;`];
  if (deployed.includes(name)) parts.push(`export const ${prefix}Bytecode =\n  ${bytecodeOf(name, codes)};`);
  const content = `${parts.join('\n\n')}\n`;
  const imports = content.includes(`${deployer}.slice`)
    ? `import { ${deployer} } from './deployment.js';\n\n`
    : '';
  return `${header}\n${contentLine(imports + content)}\n\n${imports}${content}`;
}

/** The code of what the deploying contract deploys is a part of its own, and is not written down twice. */
function bytecodeOf(name, codes) {
  const at = name === 'Deployment' ? -1 : codes.Deployment.indexOf(codes[name]);
  if (at === -1) return `'0x${codes[name]}'`;
  return `\`0x\${${deployer}.slice(${at + 2}, ${at + 2 + codes[name].length})}\` as const`;
}

function isCurrent(module) {
  const [first, second, , ...content] = module.split('\n');
  return first === header && second === contentLine(content.join('\n'));
}

function contentLine(content) {
  return `// Content: ${createHash('sha256').update(content).digest('hex')}`;
}

function fileOf(name) {
  return `${room}artifacts/${name.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.ts`;
}
