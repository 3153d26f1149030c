/** What the report of a smoke run can be turned into. Apart from the formats, so that help does not load them. */
export const smokeFormatNames = ['text', 'junit', 'json', 'markdown', 'github'] as const;

/** A format that `formatSmokeReport` writes. */
export type SmokeReportFormat = (typeof smokeFormatNames)[number];
