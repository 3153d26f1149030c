import { describe, expect, test } from 'vitest';
import { curlCommand, shellVariable } from '../../../src/client/exchange-text.js';

const request = {
  method: 'POST',
  url: 'http://localhost/a?b=1&c=%20',
  headers: { 'content-type': 'application/json', authorization: '[redacted]' },
  body: "it's",
};

describe('curlCommand', () => {
  test('leaves masked headers out', () => {
    expect(curlCommand({ request })).toBe(
      "curl -sS -X POST 'http://localhost/a?b=1&c=%20' -H 'content-type: application/json' --data-raw 'it'\\''s'",
    );
  });

  test('adds no type to a body that has none, and no body where there is none', () => {
    const { body, ...without } = request;
    expect(curlCommand({ request: { ...without, headers: {} } })).toBe(
      "curl -sS -X POST 'http://localhost/a?b=1&c=%20'",
    );
    expect(curlCommand({ request: { ...without, headers: {}, body } })).toContain("-H 'content-type:'");
  });
});

test.each([
  ['x-api-key', 'X_API_KEY'],
  ["x'$(id)", 'X___ID_'],
  ['2fa', '_2FA'],
])('the variable of the header %s', (header, variable) => {
  expect(shellVariable(header)).toBe(variable);
});
