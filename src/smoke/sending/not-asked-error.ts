/** A request was not sent, so that the check it is for is skipped. Its message says why. Stays within smoke runs. */
export class NotAskedError extends Error {}
