import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { observerAnswer } from '../../support/observer-answer.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { cliRun } from './cli-run.js';

const hex = (text: string, bytes: number): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .repeat(20)
    .slice(0, 2 * bytes);

/**
 * A service that validates nothing, writes integers as strings, and answers 500 to bodies that are not JSON, and to other methods of both
 * endpoints: five findings of the smoke phase, whose cases are the same for every seed.
 */
async function brokenService(): Promise<string> {
  const { origin } = await startRawServer((socket, received) => {
    const { method, body } = received;
    if (method === 'GET') return void socket.write(observerAnswer(received));
    let request: Record<string, unknown>;
    try {
      request = JSON.parse(body);
    } catch {
      return void socket.write(answerOf(500, '{"error":"Unexpected token at position 17 of the body"}'));
    }
    const response = {
      simulationStatus: true,
      simulationError: '',
      estimatedGas: '214503',
      estimatedFeeAmountInFeeAsset: '1000',
      outMessages: [
        {
          callerAddress: `0x${hex('caller', 20)}`,
          targetAddress: `0:${hex('target', 32)}`,
          payload: `0x${hex(JSON.stringify(request), 164)}`,
          shardsKey: String(request?.shardsKey ?? 0),
          tokensBurned: [],
          tokensLocked: [{ tokenAddress: `0x${hex('token', 20)}`, amount: '1000000000' }],
        },
      ],
      debugInfo: {
        from: `0x${hex('from', 20)}`,
        to: `0x${hex('to', 20)}`,
        callData: `0x${hex('data', 420)}`,
      },
    };
    return void socket.write(answerOf(200, JSON.stringify({ response })));
  });
  return origin;
}

test('prints five findings in about 95 lines: a table, then each on a part of a screen', async () => {
  const origin = await brokenService();
  const deployment = ['--simulator-url', origin, '--name', 'staging'];
  const { stdout } = await cliRun([
    ...['fuzz', ...deployment, '--phase', 'smoke', '--shrink-runs', '20'],
    ...['--no-corpus', '--no-report'],
  ]);
  const [table = '', ...findings] = stdout.split(/^(?=CRITICAL |MAJOR |MINOR )/m);
  expect(findings).toHaveLength(5);
  expect(table.split('\n').filter((line) => / stable 5\/5 /.test(line))).toHaveLength(5);
  for (const finding of findings) {
    expect(finding.match(/^ {2}(?:Expected|Source|Confidence|Request|Response|Repeat):/gm)).toHaveLength(6);
    expect(finding.split('\n\n', 1)[0]?.split('\n').length).toBeLessThan(21);
  }
  expect(stdout.split('\n').length).toBeLessThan(100);
});
