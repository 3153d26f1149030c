import {
  defaultLimit,
  type LocalOperation,
  maxPageText,
  type OperationsQuery,
  type WireOperation,
} from '../model/control-data.js';

/** A page of operations, as the control listener returns it. */
interface OperationsPage {
  readonly operations: WireOperation[];
  /** Whether there are no older ones; if not, the query `before` with the last id continues. */
  readonly isComplete: boolean;
}

/** Few, because each operation is copied. */
const listedAtOnce = 32;

/**
 * Lists operations until there are as many as asked for, or their text is too long for one answer.
 *
 * @param list - Returns operations, newest first.
 */
export function operationsPage(
  list: (query: OperationsQuery) => readonly LocalOperation[],
  write: (operation: LocalOperation) => WireOperation,
  { stage, limit = defaultLimit, before }: OperationsQuery,
): OperationsPage {
  const operations: WireOperation[] = [];
  let length = 0;
  let last = before;
  while (operations.length < limit) {
    const found = list({
      stage,
      limit: Math.min(listedAtOnce, limit - operations.length),
      before: last,
    });
    for (const operation of found) {
      const written = write(operation);
      length += JSON.stringify(written).length;
      if (length > maxPageText && operations.length > 0) return { operations, isComplete: false };
      operations.push(written);
    }
    last = found.at(-1)?.operationId ?? last;
    if (found.length < listedAtOnce) break;
  }
  return { operations, isComplete: list({ stage, limit: 1, before: last }).length === 0 };
}
