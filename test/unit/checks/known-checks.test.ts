import { knownChecks } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { nonEmpty } from '../../support/non-empty.js';

describe('the known checks', () => {
  it('have names of their own, which are part of baselines: lower case with dashes', () => {
    const names = knownChecks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of nonEmpty(names)) expect(name).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  });

  it('say what must not be in one sentence, and where that comes from', () => {
    for (const { name, about, source } of nonEmpty(knownChecks)) {
      expect(about, name).toMatch(/^[A-Z].* (?:must|should) .*\.$/);
      expect(source, name).toMatch(/section|practice|assumption|RFC/);
    }
  });
});
