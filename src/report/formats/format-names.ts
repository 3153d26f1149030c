/** What a report can be turned into. Apart from the formats, so that help does not load them. */
export const formatNames = ['text', 'markdown', 'html', 'junit', 'har', 'json'] as const;

/** A format that `formatReport` writes. */
export type ReportFormat = (typeof formatNames)[number];
