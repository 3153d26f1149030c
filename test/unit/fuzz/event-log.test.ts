import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CampaignEvent } from 'crosscheck/fuzz';
import { afterAll, describe, expect, it } from 'vitest';
import { EventLog } from '../../../src/fuzz/event-log.js';

const folder = mkdtempSync(join(tmpdir(), 'event-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const event: CampaignEvent = { event: 'end', atMs: 1, endedBy: 'cases', verdict: 'clean' };

describe('EventLog', () => {
  it('has every event in the file as soon as it is written, a line each', () => {
    const path = join(folder, 'new.ndjson');
    const log = new EventLog(path);
    log.write(event);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(event)}\n`);
    log.write(event);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(event)}\n`.repeat(2));
    log.close();
  });

  it('of a campaign that never began leaves no file', () => {
    const path = join(folder, 'never.ndjson');
    new EventLog(path).close();
    expect(existsSync(path)).toBe(false);
  });

  it('takes an empty file, and rejects one with something in it, which stays as it is', () => {
    const path = join(folder, 'there.ndjson');
    writeFileSync(path, '');
    new EventLog(path).close();
    writeFileSync(path, '{"event":"campaign"}\n');
    expect(() => new EventLog(path)).toThrow(
      /^The report .*there\.ndjson already exists; choose another name/,
    );
    expect(readFileSync(path, 'utf8')).toBe('{"event":"campaign"}\n');
  });

  it('reports why a file cannot be written', () => {
    const log = new EventLog(join(folder, 'no', 'folder.ndjson'));
    expect(() => log.write(event)).toThrow(/cannot be written: there is no such file or folder \(ENOENT\)/);
  });
});
