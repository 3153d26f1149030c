import type { LocalOperation, OperationsQuery } from '../local-control.js';
import type { WireOperation } from '../wire-names.js';

/** A page of operations, as the control listener returns it. */
interface OperationsPage {
  readonly operations: WireOperation[];
  /** Whether these are all that were asked for; if not, the others come before the last of them. */
  readonly isComplete: boolean;
}

/** How many operations are listed unless more or fewer are asked for. */
export const usualLimit = 100;
/** Maximum length of the text of an answer. A single operation may contain a whole request body. */
export const maxText = 4 * 1024 * 1024;

const listedAtOnce = 32;

/**
 * Lists operations until there are as many as asked for, or their text is too long for one answer.
 *
 * @param list - Returns operations, newest first.
 */
export async function operationsPage(
  list: (query: OperationsQuery) => Promise<readonly LocalOperation[]>,
  write: (operation: LocalOperation) => WireOperation,
  { stage, limit = usualLimit, before }: OperationsQuery,
): Promise<OperationsPage> {
  const operations: WireOperation[] = [];
  let length = 0;
  let last = before;
  while (operations.length < limit) {
    const found = await list({
      stage,
      limit: Math.min(listedAtOnce, limit - operations.length),
      before: last,
    });
    for (const operation of found) {
      const written = write(operation);
      length += JSON.stringify(written).length;
      if (length > maxText && operations.length > 0) return { operations, isComplete: false };
      operations.push(written);
    }
    if (found.length < listedAtOnce) break;
    last = found.at(-1)?.operationId;
  }
  return { operations, isComplete: true };
}
