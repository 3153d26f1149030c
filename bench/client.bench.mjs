// Requests a second of the client, validating both ways, against bare undici.request + JSON.parse and other clients
// (each with zod for the answer) on the same server. Run: npm run bench:client
import { fork } from 'node:child_process';
import axios from 'axios';
import { createClient, defineDeployment } from 'crosscheck';
import { simulationRequestSchema, simulationResponseSchema } from 'crosscheck/contract';
import ky from 'ky';
import createOpenApiClient from 'openapi-fetch';
import pactum from 'pactum';
import supertest from 'supertest';
import { Agent, request as undiciRequest } from 'undici';
import { request } from './fixtures/simulation.mjs';
import { interleavedMedians } from './interleaved.mjs';

const rounds = Number(process.env.ROUNDS ?? 7);
const roundMs = 700;
const server = fork(new URL('./fixtures/simulator-process.mjs', import.meta.url));
const port = await new Promise((resolve) => server.once('message', resolve));
const origin = `http://127.0.0.1:${port}`;
const path = '/alpha/simulator/simulate-message';
const url = origin + path;

const requestSchema = simulationRequestSchema();
const client = createClient(defineDeployment({ simulatorUrl: origin, observerUrl: origin }));
const openApi = createOpenApiClient({ baseUrl: origin });
const agent = supertest.agent(origin);
const dispatcher = new Agent();
const headers = { 'content-type': 'application/json' };
const withZod = (body) => simulationResponseSchema.parse(body).response;
const checked = () => requestSchema.parse(request);

const contestants = [
  {
    name: 'undici.request + JSON.parse (bare)',
    call: async () => {
      const { body } = await undiciRequest(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(request),
        dispatcher,
      });
      return JSON.parse(await body.text()).response;
    },
  },
  { name: 'crosscheck', call: async () => (await client.simulate(request)).response },
  {
    name: 'undici.request + zod',
    call: async () => {
      const { body } = await undiciRequest(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(checked()),
        dispatcher,
      });
      return withZod(await body.json());
    },
  },
  {
    name: 'pactum + zod',
    call: async () => withZod((await pactum.spec().post(url).withJson(checked()).toss()).json),
  },
  { name: 'supertest + zod', call: async () => withZod((await agent.post(path).send(checked())).body) },
  { name: 'axios + zod', call: async () => withZod((await axios.post(url, checked())).data) },
  {
    name: 'openapi-fetch + zod',
    call: async () => withZod((await openApi.POST(path, { body: checked() })).data),
  },
  { name: 'ky + zod', call: async () => withZod(await ky.post(url, { json: checked() }).json()) },
];

async function rate({ call }, concurrency) {
  const end = performance.now() + roundMs;
  let calls = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const answer = await call();
      if (answer.simulationStatus !== true) throw new Error('not the answer');
      calls++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return calls / (roundMs / 1000);
}

for (const concurrency of [1, 32]) {
  const medians = await interleavedMedians(contestants, rounds, (contestant) =>
    rate(contestant, concurrency),
  );
  const bare = medians.get(contestants[0].name);
  console.log(`\nconcurrency ${concurrency}: requests a second, ratio to bare undici.request + JSON.parse`);
  for (const [name, median] of medians) {
    console.log(`  ${name.padEnd(36)} ${median.toFixed(0).padStart(7)}  ${(median / bare).toFixed(2)}`);
  }
}
server.disconnect();
