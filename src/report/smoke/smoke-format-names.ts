/** What the report of a smoke run can be turned into. Apart from the formats, so that help does not load them. */
export const smokeFormatNames = ['text', 'junit', 'json', 'markdown', 'github'] as const;

/** One of {@link smokeFormatNames}. */
export type SmokeFormatName = (typeof smokeFormatNames)[number];
