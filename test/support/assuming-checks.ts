import type { Check } from 'crosscheck/fuzz';

/** Whether a smoke run judges answers with a check that assumes something, and may therefore skip it. */
export function isAssuming({ family, inSmoke, source }: Check): boolean {
  return family === 'meaning' && inSmoke !== 'no' && /\bassumption\b/.test(source);
}
