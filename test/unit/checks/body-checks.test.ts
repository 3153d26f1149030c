import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import {
  answered,
  check,
  classes,
  context,
  invalidCall,
  known,
  noServerError,
  query,
  simulate,
  texts,
  unknown,
  validCall,
  wire,
} from './observed.js';

const page = '<!doctype html><title>Sign in</title>';
const cutCharacter = Buffer.concat([Buffer.from('{"error":"'), Buffer.from('é').subarray(0, 1)]);
const ofType = (type: string | undefined, body: unknown = { response: {} }, status = 200) =>
  answered(simulate(validCall), { status, body, headers: { 'content-type': type } });
const said = (body: string) => answered(simulate(validCall), { body });

describe('content-type', () => {
  it.each([
    ['text/plain; charset=UTF-8', 'content type text/plain'],
    ['application/json; charset=iso-8859-1', 'content type with another charset'],
    ['multipart/mixed; boundary=5f2c', 'content type multipart/mixed'],
    ['application/jsonp', 'content type application/jsonp'],
    [undefined, 'no content type'],
  ])('finds JSON as %s', (type, name) => {
    expect(classes(check('content-type'), ofType(type))).toEqual([name]);
    expect(classes(check('content-type'), ofType(type, { error: 'no' }, 400))).toEqual([name]);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ])('accepts JSON as %s', (type) => {
    expect(classes(check('content-type'), ofType(type))).toEqual([]);
  });

  it('accepts a type that ends in +json for an error, and ignores a text that happens to be JSON', () => {
    for (const type of ['application/problem+json', 'application/vnd.api+json; charset=utf-8']) {
      expect(classes(check('content-type'), ofType(type, { detail: 'no' }, 400))).toEqual([]);
      expect(classes(check('content-type'), ofType(type))).toEqual([
        `content type ${type.replace(/;.*/, '')}`,
      ]);
    }
    expect(classes(check('content-type'), ofType('text/plain', '404', 400))).toEqual([]);
    expect(classes(check('content-type'), ofType('text/plain', '404'))).toEqual(['content type text/plain']);
  });

  it('ignores answers that are not JSON, and those of gateways', () => {
    expect(classes(check('content-type'), ofType('text/html', page))).toEqual([]);
    expect(classes(check('content-type'), ofType('text/plain', { error: 'no' }, 413))).toEqual([]);
    const before = answered(wire(noServerError), { status: 400, headers: { 'content-type': 'text/plain' } });
    expect(classes(check('content-type'), before)).toEqual([]);
  });
});

describe('malformed-json', () => {
  it.each([
    ['', 'the body is empty'],
    [page, 'the body is HTML or XML, not JSON'],
    ['{"response":{"simulationStatus":tr', 'the body ends in the middle of its JSON'],
    ['{"response":{"simulationStatus":true', 'the body ends in the middle of its JSON'],
    ['{"response":{"message":"', 'the body ends in the middle of its JSON'],
    ['{"response":{"simulationStatus":yes}}', 'the body is not JSON'],
    ['{"response":{}} {}', 'the body is not JSON'],
    ['\uFEFF{}', 'the body starts with a byte order mark, which JSON does not allow'],
    ["{'response':{}}", 'the body is not JSON'],
  ])('finds %o', (body, name) => {
    expect(classes(check('malformed-json'), answered(simulate(validCall), { body }))).toEqual([name]);
  });

  it('has the same class for an error at any place in the text', () => {
    const cut = (body: string) => classes(check('malformed-json'), answered(query(known), { body }));
    expect(cut('{"response":{"stage":"st')).toEqual(cut('{"resp'));
    expect(cut('{"response":}')).toEqual(cut('{"response":{"stage":}}'));
  });

  it('accepts JSON of another shape, error pages, answers to HEAD, and bytes that are not UTF-8', () => {
    expect(classes(check('malformed-json'), answered(simulate(validCall), { body: '[]' }))).toEqual([]);
    expect(
      classes(check('malformed-json'), answered(simulate(validCall), { status: 502, body: page })),
    ).toEqual([]);
    expect(classes(check('malformed-json'), answered(simulate(validCall), { body: cutCharacter }))).toEqual(
      [],
    );
    const head = query(noServerError, { method: 'HEAD' });
    expect(classes(check('malformed-json'), answered(head, { body: '' }))).toEqual([]);
    expect(classes(check('malformed-json'), answered(wire(noServerError), { body: '' }))).toEqual([]);
  });

  it('says what is wrong, without the text, which reports show with the answer', () => {
    expect(texts(check('malformed-json'), answered(simulate(validCall), { body: page }))).toEqual([
      'expected JSON with status 200, got no JSON: the body is HTML or XML, not JSON',
    ]);
  });
});

describe('invalid-utf8', () => {
  it('finds a character that is cut off, and text in another encoding', () => {
    expect(
      classes(check('invalid-utf8'), answered(simulate(invalidCall), { status: 400, body: cutCharacter })),
    ).toEqual(['bytes that are not UTF-8']);
    const latin1 = Buffer.from('{"error":"é"}', 'latin1');
    expect(
      classes(check('invalid-utf8'), answered(query(unknown), { status: 404, body: latin1 })),
    ).toHaveLength(1);
  });

  it('shows the place', () => {
    const body = Buffer.concat([Buffer.from(`{"error":"${'x'.repeat(500)}`), cutCharacter.subarray(-1)]);
    expect(texts(check('invalid-utf8'), answered(simulate(invalidCall), { status: 400, body }))[0]).toMatch(
      /: x+\uFFFD$/,
    );
  });

  it('accepts U+FFFD itself, and text in its declared encoding', () => {
    expect(
      classes(check('invalid-utf8'), answered(simulate(validCall), { body: { error: '\uFFFD é' } })),
    ).toEqual([]);
    const zipped = { body: Buffer.from([0x1f, 0x8b, 0xff]), headers: { 'content-encoding': 'gzip' } };
    expect(classes(check('invalid-utf8'), answered(simulate(validCall), zipped))).toEqual([]);
    const latin1 = {
      status: 502,
      body: Buffer.from('é', 'latin1'),
      headers: { 'content-type': 'text/html; charset=ISO-8859-1' },
    };
    expect(classes(check('invalid-utf8'), answered(simulate(validCall), latin1))).toEqual([]);
  });
});

describe('error-without-message', () => {
  it.each([
    [{ error: '' }, 'no text'],
    [{ error: ' \n' }, 'no text'],
    [{}, 'no text'],
    [{ error: null }, 'no text'],
    [{ code: 3, status: 'BAD' }, 'no text'],
    [{ errors: [] }, 'no text'],
    [{ errors: [{}, { amount: [''] }] }, 'no text'],
    ['400', 'no text'],
    ['bad request', 'no JSON'],
    [page, 'no JSON'],
    ['', 'no body'],
  ])('finds %j', (body, name) => {
    expect(
      classes(check('error-without-message'), answered(simulate(invalidCall), { status: 400, body })),
    ).toEqual([name]);
    expect(classes(check('error-without-message'), answered(query(unknown), { status: 404, body }))).toEqual([
      name,
    ]);
    expect(classes(check('error-without-message'), answered(query(unknown), { status: 500, body }))).toEqual([
      name,
    ]);
  });

  it.each([
    [{ error: 'no' }, 'application/json'],
    [{ message: 'no' }, 'application/json'],
    [{ code: 3, message: 'no' }, 'application/json'],
    [{ detail: 'no' }, 'application/json'],
    [{ type: 'about:blank', title: 'no', status: 400 }, 'application/problem+json'],
    [{ error: { code: 3, message: 'no' } }, 'application/json'],
    [{ errors: ['no'] }, 'application/json'],
    [{ errors: [{ detail: 'no' }] }, 'application/json'],
    [{ errors: { 'betaAssets[0].amount': ['no'] } }, 'application/json'],
    [[{ message: 'no' }], 'application/json'],
    ['"no"', 'application/json'],
    ['bad request', 'text/plain; charset=utf-8'],
    ['[operationId] is missing', 'text/plain'],
    ['bad request', undefined],
  ])('accepts %j as %s', (body, type) => {
    const answer = { status: 400, body, headers: { 'content-type': type } };
    expect(classes(check('error-without-message'), answered(simulate(invalidCall), answer))).toEqual([]);
    expect(classes(check('content-type'), answered(simulate(invalidCall), answer))).toEqual([]);
  });

  it('accepts an error with a message, success, and pages of gateways and routers', () => {
    expect(
      classes(
        check('error-without-message'),
        answered(query(unknown), { status: 404, body: { error: 'no' } }),
      ),
    ).toEqual([]);
    expect(classes(check('error-without-message'), answered(query(known)))).toEqual([]);
    for (const status of [401, 404, 405, 413, 429, 502])
      expect(
        classes(check('error-without-message'), answered(simulate(validCall), { status, body: page })),
      ).toEqual([]);
    expect(
      classes(check('error-without-message'), answered(wire(noServerError), { status: 400, body: '' })),
    ).toEqual([]);
    const head = query(noServerError, { method: 'HEAD' });
    expect(classes(check('error-without-message'), answered(head, { status: 400, body: '' }))).toEqual([]);
    const cut = { status: 400, body: cutCharacter };
    expect(classes(check('error-without-message'), answered(simulate(invalidCall), cut))).toEqual([]);
  });
});

describe('control-characters', () => {
  const rejected = (error: string) => answered(simulate(invalidCall), { status: 400, body: { error } });
  const failing = (simulationError: string, expect: object = {}, request: object = {}) => {
    const expectation = { kind: 'simulated', request, ...expect } as const;
    return answered(simulate(expectation), { body: { response: { simulationError } } });
  };

  it.each([
    ['a rejection', rejected('no such token\0\0'), ''],
    [
      'a text',
      answered(query(unknown), {
        status: 404,
        body: 'no\u001b[0m',
        headers: { 'content-type': 'text/plain' },
      }),
      '',
    ],
    ['a failure', failing('paused\0'), 'response.simulationError'],
    ['a known failure', failing('paused\0', { fails: 'paused' }), 'response.simulationError'],
    [
      'a note',
      answered(query(known), { body: { response: { note: { internalMsg: '\x07no' } } } }),
      'response.note.internalMsg',
    ],
  ])('are found in %s', (_, observation, path) => {
    expect(classes(check('control-characters'), observation)).toEqual([
      path === '' ? 'control character' : `${path}: control character`,
    ]);
  });

  it('are accepted as line breaks, in texts of the request, and in what a contract may revert with', () => {
    expect(classes(check('control-characters'), rejected('one\r\n\ttwo'))).toEqual([]);
    const echoed = answered(simulate(invalidCall, { body: JSON.stringify({ shardsKey: '\0' }) }), {
      status: 400,
      body: { error: 'shardsKey "\0" is not a number' },
    });
    expect(classes(check('control-characters'), echoed)).toEqual([]);
    expect(classes(check('control-characters'), failing('no\0', { fails: 'no\0' }))).toEqual([]);
    expect(
      classes(
        check('control-characters'),
        failing('no\0', {}, { alphaCallParams: { arguments: '0x6e6f00' } }),
      ),
    ).toEqual([]);
  });
});

describe('duplicate-member', () => {
  it('finds a name that occurs twice in an object, in any spelling', () => {
    for (const body of [
      '{"response":{"simulationStatus":false,"simulationStatus":true}}',
      '{"response":{"simulationStatus":true , "simulationStatus" : true}}',
      '{"response":{"estimatedGas":1,"EstimatedGas":1}}',
      '{"response":{"message":"","mess\\u0061ge":""}}',
      '{"response":{"outMessages":[{"payload":"0x","payload":"0x"}]}}',
    ]) {
      expect(classes(check('duplicate-member'), said(body)), body).toEqual(['duplicate name']);
      expect(classes(check('malformed-json'), said(body)), body).toEqual([]);
    }
  });

  it('accepts equal names in different objects, and texts that look like members', () => {
    for (const body of [
      '{"response":{"outMessages":[{"payload":"0x"},{"payload":"0x"}]}}',
      '{"response":{"message":"\\"message\\":","simulationError":"{\\"message\\":1}"}}',
    ])
      expect(classes(check('duplicate-member'), said(body)), body).toEqual([]);
  });
});

describe('integer-format', () => {
  it('finds integers with a fraction or an exponent, unless the conventions turn formats off', () => {
    const exponent = said('{"response":{"estimatedGas":2e5}}');
    expect(classes(check('integer-format'), exponent)).toEqual(['estimatedGas in another form']);
    expect(classes(check('integer-format'), said('{"response":{"estimatedGas":21000.0}}'))).toHaveLength(1);
    expect(classes(check('integer-format'), said('{"response":{"estimatedGas":21000}}'))).toEqual([]);
    const conventions = { ...defaultConventions, responseFormats: 'off' as const };
    expect(classes(check('integer-format'), exponent, { ...context, conventions })).toEqual([]);
  });
});
