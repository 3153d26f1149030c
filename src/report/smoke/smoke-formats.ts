import type { SmokeReport } from '../../smoke/smoke-report.js';
import type { SmokeFormatName } from './smoke-format-names.js';
import { smokeGithub } from './smoke-github.js';
import { smokeJson } from './smoke-json.js';
import { smokeJunit } from './smoke-junit.js';
import { smokeMarkdown } from './smoke-markdown.js';
import { smokeText } from './smoke-text.js';

/** What the report of a smoke run can be turned into, by name. */
export const smokeFormats = {
  text: smokeText,
  junit: smokeJunit,
  json: smokeJson,
  markdown: smokeMarkdown,
  github: smokeGithub,
} as const satisfies Record<SmokeFormatName, (report: SmokeReport) => string>;
