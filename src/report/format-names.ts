/** The formats of a campaign's report. In a file of their own, so that `--help` does not load the formats. */
export const formatNames = ['text', 'markdown', 'html', 'junit', 'har', 'json'] as const;

/** A format of a campaign's report. */
export type ReportFormat = (typeof formatNames)[number];

/** The formats of a smoke run's report. */
export const smokeFormatNames = ['text', 'junit', 'json', 'markdown', 'github'] as const;

/** A format of a smoke run's report. */
export type SmokeReportFormat = (typeof smokeFormatNames)[number];
