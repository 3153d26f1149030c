import type { OptionFault } from '../internal/options.js';
import { UsageError } from './usage-error.js';

/** Throws a {@link UsageError} that names each fault, if there is any. */
export function refuseFaults(summary: string, faults: readonly OptionFault[]): void {
  if (faults.length === 0) return;
  throw new UsageError(
    summary,
    faults.map(({ path, message }) => `${path} ${message}`),
  );
}
