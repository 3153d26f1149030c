import type { Deployment } from '../deployment/deployment.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { operationKey } from '../http/named-operation.js';

/** How many lists of transactions are remembered for a deployment; the oldest are forgotten. Assumption. */
const most = 10_000;

const ownersOf = new WeakMap<Deployment['dialect'], Map<string, string>>();

/**
 * Remembers which operation a record's transactions were shown for, and gives another operation that all of them were
 * shown for before; undefined where there is none, the record lists no hash, or operations may share transactions.
 */
export function ownerOfTransactions(
  { dialect, conventions }: Deployment,
  record: InclusionRecord,
): string | undefined {
  const key = conventions.transactionsShared ? undefined : transactionsKey(record);
  if (key === undefined) return undefined;
  const owners = ownersOf.get(dialect) ?? new Map<string, string>();
  ownersOf.set(dialect, owners);
  const owner = owners.get(key);
  if (owner !== undefined && operationKey(owner) !== operationKey(record.operationId)) return owner;
  owners.delete(key);
  owners.set(key, record.operationId);
  const [oldest] = owners.size > most ? owners.keys() : [];
  if (oldest !== undefined) owners.delete(oldest);
  return undefined;
}

/** A text that two records with the same transactions share, whatever their order and letter case; undefined without any. */
export function transactionsKey({
  response: { transactions },
}: Pick<InclusionRecord, 'response'>): string | undefined {
  const hashes = (transactions ?? []).flatMap(({ hash }) => hash?.toLowerCase() || []);
  return hashes.length === 0 ? undefined : [...new Set(hashes)].sort().join(' ');
}
