import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('drive-by-curl.sh', import.meta.url));

it('is driven through HTTP alone, by curl', async () => {
  const local = await startLocalDeployment({ clock: 'manual', chains: { alpha: 'evm', beta: 'tvm' } });
  onTestFinished(() => local.stop());
  const { stdout } = await promisify(execFile)('bash', [script, local.controlUrl]);
  const [newest] = await local.operations();
  expect(stdout.split('\n')).toEqual([
    'bad submission: {"error":"tvmAssets[0].amount must be a decimal integer without sign, spaces or leading zeros"} 400',
    `submitted: ${newest?.operationId}`,
    'stage: start',
    'stage: collectedInEVM',
    'stage: includedInEVMConsensus',
    'stage: executedInEVM',
    'stage: executedInTVM',
    'proof: "isProven":true "isRootSet":true ',
    'observed with a fault: 503',
    'observed after it: 200',
    'unknown: 404',
    'as a web page: 403',
    '',
  ]);
});
