/** What records or replays exchanges, and keeps the polls of one wait apart from those of the next. */
export interface WaitMarks {
  /** Notes that a wait for an operation begins, or ends. */
  markWait(operationId: string): void;
}

/** Tells what records or replays the exchanges of a deployment, if anything does, that a wait begins or ends. */
export function markWait(
  {
    exchanges,
    dispatcher,
  }: { readonly exchanges?: string | undefined; readonly dispatcher?: object | undefined },
  operationId: string,
): void {
  if (exchanges !== undefined) (dispatcher as Partial<WaitMarks> | undefined)?.markWait?.(operationId);
}
