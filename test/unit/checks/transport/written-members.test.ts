import { defaultConventions } from 'crosscheck';
import { expect, it } from 'vitest';
import { answered, check, classes, context, simulate, validCall } from './observed.js';

const said = (body: string) => answered(simulate(validCall), { body });

it('names a member that an object has twice, however it is written', () => {
  for (const body of [
    '{"response":{"simulationStatus":false,"simulationStatus":true}}',
    '{"response":{"simulationStatus":true , "simulationStatus" : true}}',
    '{"response":{"estimatedGas":1,"EstimatedGas":1}}',
    '{"response":{"message":"","mess\\u0061ge":""}}',
    '{"response":{"outMessages":[{"payload":"0x","payload":"0x"}]}}',
  ]) {
    expect(classes(check('duplicate-member'), said(body)), body).toEqual(['named twice']);
    expect(classes(check('malformed-json'), said(body)), body).toEqual([]);
  }
});

it('takes members of different objects, and texts that look like members', () => {
  for (const body of [
    '{"response":{"outMessages":[{"payload":"0x"},{"payload":"0x"}]}}',
    '{"response":{"message":"\\"message\\":","simulationError":"{\\"message\\":1}"}}',
  ])
    expect(classes(check('duplicate-member'), said(body)), body).toEqual([]);
});

it('names integers with a fraction or an exponent, where formats are held against practice', () => {
  const exponent = said('{"response":{"estimatedGas":2e5}}');
  expect(classes(check('integer-format'), exponent)).toEqual(['estimatedGas in another form']);
  expect(classes(check('integer-format'), said('{"response":{"estimatedGas":21000.0}}'))).toHaveLength(1);
  expect(classes(check('integer-format'), said('{"response":{"estimatedGas":21000}}'))).toEqual([]);
  const conventions = { ...defaultConventions, responseFormats: 'off' as const };
  expect(classes(check('integer-format'), exponent, { ...context, conventions })).toEqual([]);
});
