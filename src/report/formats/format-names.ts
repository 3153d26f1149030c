/** What a report can be turned into. Apart from the formats, so that help does not load them. */
export const formatNames = ['text', 'markdown', 'html', 'junit', 'har', 'json'] as const;

/** One of {@link formatNames}. */
export type FormatName = (typeof formatNames)[number];
