import { createClient } from 'crosscheck';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, rejectionOf } from './calls.js';

describe('the dispatcher of a deployment', () => {
  it('carries its requests', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{}}'));
    const paths: unknown[] = [];
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      paths.push(options.path);
      return dispatch(options, handler);
    });
    await clientAt(server.origin, { dispatcher }).simulate(fullRequest);
    expect(paths).toEqual(['/alpha/simulator/simulate-message']);
    await dispatcher.close();
  });

  it('is named in the error when it is closed', async () => {
    const dispatcher = new Agent();
    await dispatcher.close();
    const error = await rejectionOf(clientAt('http://127.0.0.1:1', { dispatcher }).simulate(fullRequest));
    expect(error).toMatchObject({
      code: 'HTTP_NETWORK',
      summary:
        'The simulator of staging could not be reached: the dispatcher of the deployment is closed (UND_ERR_DESTROYED)',
    });
    expect(error.message).toContain('close a dispatcher only after the last call of its deployment');
  });
});

describe('createClient', () => {
  it.each([undefined, null, {}, 'https://host', { simulatorUrl: 'https://host' }])(
    'refuses %o',
    (deployment) => {
      expect(() => createClient(deployment as never)).toThrow(
        'createClient takes a deployment that defineDeployment gave',
      );
    },
  );
});
