import type { ReportFormat, SmokeReportFormat } from 'crosscheck/report';

/** Every format of a campaign's report, in the order of the help. The compiler finds one that is missing here. */
export const formatNames = Object.keys({
  text: true,
  markdown: true,
  html: true,
  junit: true,
  har: true,
  json: true,
} satisfies Record<ReportFormat, true>) as readonly ReportFormat[];

/** Every format of a smoke run's report, in the order of the help. */
export const smokeFormatNames = Object.keys({
  text: true,
  junit: true,
  json: true,
  markdown: true,
  github: true,
} satisfies Record<SmokeReportFormat, true>) as readonly SmokeReportFormat[];
