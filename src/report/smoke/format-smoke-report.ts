import { choice, parseOptions } from '../../internal/options.js';
import type { SmokeReport } from '../../smoke/smoke-report.js';
import { type SmokeReportFormat, smokeFormatNames } from './smoke-format-names.js';
import { smokeGithub } from './smoke-github.js';
import { smokeJson } from './smoke-json.js';
import { smokeJunit } from './smoke-junit.js';
import { smokeMarkdown } from './smoke-markdown.js';
import { smokeText } from './smoke-text.js';

const writers: Readonly<Record<SmokeReportFormat, (report: SmokeReport) => string>> = {
  text: smokeText,
  junit: smokeJunit,
  json: smokeJson,
  markdown: smokeMarkdown,
  github: smokeGithub,
};

const knownFormat = choice(...smokeFormatNames);

/**
 * Returns the report of a smoke run as a text: `text` as a terminal shows it, `junit` for build servers, `json`, `markdown`
 * that fits the summary of a step on GitHub, or `github` with annotations of a run there.
 *
 * @throws {UsageError} when there is no such format.
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { formatSmokeReport } from 'crosscheck/report';
 * import { runSmoke } from 'crosscheck/smoke';
 *
 * const deployment = defineDeployment({
 *   simulatorUrl: 'http://localhost:8080',
 *   observerUrl: 'http://localhost:8081',
 * });
 * console.log(formatSmokeReport(await runSmoke({ deployment }), 'text'));
 */
export function formatSmokeReport(report: SmokeReport, format: SmokeReportFormat): string {
  return writers[parseOptions('formatSmokeReport has an invalid format', knownFormat, format)](report);
}
