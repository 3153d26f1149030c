import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const notice = '/*! Chartist, copyright Gion Kunz, licensed MIT OR WTFPL: https://chartist.dev */\n';

/** The script that draws charts, as its makers minified it: it stands in the page, which loads nothing. */
export function chartScript(): string {
  const file = createRequire(import.meta.url).resolve('chartist/dist/index.umd.js');
  return notice + readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
}
