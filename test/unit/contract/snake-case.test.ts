import { describe, expect, it } from 'vitest';
import { camelCaseMembers } from '../../../src/contract/responses.js';

describe('camelCaseMembers', () => {
  it.each([
    ['estimated_gas', 'estimatedGas'],
    ['is_eip1559', 'isEip1559'],
    ['is_eip_1559', 'isEip1559'],
    ['out_messages', 'outMessages'],
    ['response', 'response'],
    ['estimatedGas', 'estimatedGas'],
    ['_private', '_private'],
    ['trailing_', 'trailing_'],
    ['CONSTANT_NAME', 'CONSTANT_NAME'],
  ])('turns %s into %s', (name, camel) => {
    expect(camelCaseMembers({ [name]: 1 })).toEqual({ [camel]: 1 });
  });

  it('reaches every level and keeps values', () => {
    const body = { a_b: [{ c_d: 9007199254740993n }, null, 'e_f'], g: { h_i: [] } };
    expect(camelCaseMembers(body)).toEqual({ aB: [{ cD: 9007199254740993n }, null, 'e_f'], g: { hI: [] } });
  });

  it('loses nothing where both names are there', () => {
    expect(camelCaseMembers({ a_b: 1, aB: 2 })).toEqual({ a_b: 1, aB: 2 });
  });
});
