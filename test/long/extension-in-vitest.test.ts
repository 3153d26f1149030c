import { expect, test } from 'vitest';
import { projectFolder } from '../support/project-folder.js';
import { localSetup, runVitest } from '../support/vitest-process.js';
import { fullRequest } from '../unit/client/calls.js';

const files = {
  ...localSetup,
  'crosscheck.config.json': JSON.stringify({ extend: './members.mjs' }),
  'members.mjs': `
    import { z } from 'zod';
    export default { simulationRequest: { greeting: z.string() }, simulationResponse: { reply: z.string() } };
    export const onSimulate = ({ greeting }) => ({ reply: 'hello ' + greeting });
  `,
  'shared.test.js': `
    import { createClient, currentDeployment } from 'crosscheck';
    import { localDeployment } from 'crosscheck/vitest';
    import { expect, test } from 'vitest';
    test.each([false, true])('isolated: %s', async (isolated) => {
      const local = await localDeployment({ isolated });
      const request = {
        shardsKey: '7',
        alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
        betaAssets: [],
        betaCaller: local.accounts[0],
        greeting: 'world',
      };
      await expect(request).toMatchSimulation({ reply: 'hello world' });
      const { response, drift } = await createClient(currentDeployment()).simulate(request);
      expect([response.reply, drift]).toEqual(['hello world', []]);
      const { greeting: _, ...without } = request;
      await expect(createClient(local.deployment).simulate(without)).rejects.toThrow('greeting: missing');
    });
  `,
};

test('the extension of the configuration is that of the local deployment, shared and isolated', async () => {
  const { output, exitCode } = await runVitest(files, { globalSetup: ['./setup.js'] });
  expect(output).toContain('2 passed');
  expect(exitCode).toBe(0);
});

test('the extension of the configuration is that of a replay', async () => {
  const recordings = await projectFolder({});
  const calls = `
    import { createClient, currentDeployment } from 'crosscheck';
    import { expect, test } from 'vitest';
    test('calls', async () => {
      const request = { ...${JSON.stringify(fullRequest)}, greeting: 'world' };
      const { response, drift } = await createClient(currentDeployment()).simulate(request);
      expect([response.reply, drift]).toEqual(['hello world', []]);
    });`;
  const run = (variable: string) =>
    runVitest(
      { ...files, 'shared.test.js': calls },
      { globalSetup: ['./setup.js'] },
      { [variable]: recordings },
    );
  const recorded = await run('CROSSCHECK_RECORD');
  expect(recorded.exitCode, recorded.output).toBe(0);
  const replayed = await run('CROSSCHECK_REPLAY');
  expect(replayed.exitCode, replayed.output).toBe(0);
});
