import { knownChecks } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { nonEmpty } from '../../support/non-empty.js';

describe('the known checks', () => {
  it('have unique names in lower case with dashes, because baselines contain them', () => {
    const names = knownChecks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of nonEmpty(names)) expect(name).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  });

  it('state the rule in one sentence, and its source', () => {
    for (const { name, about, source } of nonEmpty(knownChecks)) {
      expect(about, name).toMatch(/^[A-Z].* (?:must|should) .*\.$/);
      expect(source, name).toMatch(/section|practice|assumption|RFC/);
    }
  });
});
