import { expect, it } from 'vitest';
import { exchange, rawExchange, requestHead } from '../../../support/http-exchange.js';
import { listen, type Route } from './serve.js';

const echo = (method: Route['method'], path: string): Route => ({
  method,
  path,
  parameters: [],
  optionalParameters: ['limit'],
  answer: async ({ pathValues }, query) => ({ path, pathValues, limit: query.get('limit') }),
});
const routes = [
  echo('GET', '/things'),
  echo('POST', '/things'),
  echo('GET', '/things/{thing}'),
  echo('DELETE', '/things/{thing}'),
  echo('GET', '/things/{thing}/parts/{part}'),
];

const answerTo = async (target: string, method: 'GET' | 'DELETE' | 'PATCH' = 'GET') => {
  const { url } = await listen(routes);
  const { status, text } = await exchange(url + target, { method });
  return { status, ...JSON.parse(text) };
};

it.each([
  ['/things', { path: '/things', pathValues: {} }],
  ['/things/a', { path: '/things/{thing}', pathValues: { thing: 'a' } }],
  ['/things/a%2Fb', { path: '/things/{thing}', pathValues: { thing: 'a/b' } }],
  ['/things/__proto__/parts/2', { pathValues: { thing: '__proto__', part: '2' } }],
  ['/things?limit=3', { path: '/things', limit: '3' }],
])('follows %s', async (target, expected) => {
  expect(await answerTo(target)).toMatchObject({ status: 200, ...expected });
});

it('accepts a target with scheme and host', async () => {
  const { url } = await listen(routes);
  const answer = await rawExchange(
    url,
    requestHead('GET http://any.example/things?limit=3 HTTP/1.1', 'Host: a', 'Connection: close'),
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

it.each(['/', '/things/', '/things/a/', '/things/a/parts', '/things/a/parts/b/c', '/things/%ff', '//things'])(
  'knows no path %s',
  async (target) => {
    const answer = await answerTo(target);
    expect(answer.status).toBe(404);
    expect(answer.error).toMatch(/^unknown path; expected GET \/things, /);
  },
);

it('matches the path also with another method', async () => {
  expect(await answerTo('/things/a', 'DELETE')).toMatchObject({ status: 200, pathValues: { thing: 'a' } });
  expect(await answerTo('/things/a', 'PATCH')).toMatchObject({
    status: 405,
    error: 'the method must be GET or DELETE',
  });
});

it.each([
  ['?limit=1&limit=2', 'limit occurs 2 times'],
  ['?limit=', 'limit is empty'],
  ['?limits=1', 'unknown query parameter limits'],
])('rejects the query %s', async (query, error) => {
  expect(await answerTo(`/things${query}`)).toEqual({ status: 400, error });
});
