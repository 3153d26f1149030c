import { describe, expect, it } from 'vitest';
import { formatTimeline, type PollResult } from '../../../src/polling/timeline.js';

const textOf = (...sights: Partial<PollResult>[]): string =>
  formatTimeline(
    sights.map((result, index) => ({ atMs: index * 1000, result: { transactions: [], ...result } })),
  );

describe('the text of a timeline', () => {
  it('collapses what reads the same, and keeps the order', () => {
    const hash = `0x5a${'0'.repeat(58)}beef`;
    expect(
      textOf(
        { status: 404, verdict: 'pending' },
        { status: 404, verdict: 'pending' },
        { stage: 'start', success: true, timestamp: 1n },
        { stage: 'start', success: true, timestamp: 2n },
        { stage: 'start', success: true, transactions: [hash] },
        { stage: 'start', success: true, transactions: ['0x01', hash] },
        { stage: 'start', success: false, transactions: ['0x01'] },
        { failure: 'status 503', status: 503 },
        { status: 404, verdict: 'pending' },
        {},
      ),
    ).toBe(
      '+0 ms ×2 404 | +2 s ×2 start | +4 s start tx 0x5a00…beef | +5 s start tx 0x5a00…beef (2) | ' +
        '+6 s start success=false tx 0x01 | +7 s status 503 | +8 s 404 | +9 s no stage',
    );
  });

  it('leaves out the middle of a long one, and counts it', () => {
    const sights = Array.from({ length: 40 }, (_, index) => ({ stage: `stage ${index}` }));
    const text = textOf(...sights);
    expect(text).toContain('+5 s stage 5 | … 28 more changes … | +34 s stage 34');
    expect(text.split(' | ')).toHaveLength(13);
  });

  it('lets foreign text rewrite no terminal and fill no screen', () => {
    const text = textOf(
      { stage: `\u001b[2J${'x'.repeat(500)}` },
      { stage: 'a', transactions: ['\u001b[2J'] },
    );
    expect(text).toContain('\\u001b[2J');
    expect(text).not.toContain('\u001b');
    expect(text.length).toBeLessThan(200);
  });

  it('says that there is none', () => {
    expect(formatTimeline([])).toBe('no poll was made');
  });
});
