import type { History, Sight } from '../checks/history.js';

/** Masks the secrets of an exchange in a text. */
type Redact = (text: string) => string;

interface Unmasked {
  readonly sight: Sight;
  readonly redact: Redact;
}

// Of the few sights in which something is masked. What is shown of them stays apart from what is judged.
const unmasked = new WeakMap<Sight, Unmasked>();

/** A sight as it may be shown: a service may echo a secret in any text. It is judged as it came, see {@link rawSight}. */
export function maskedSight(sight: Sight, redact: Redact): Sight {
  const { stage, wireStage, transactions } = sight;
  const shown: Sight = {
    ...sight,
    stage: stage && redact(stage),
    ...(wireStage !== undefined && { wireStage: redact(wireStage) }),
    transactions: transactions?.map(redact),
  };
  const isSame =
    shown.stage === stage &&
    shown.wireStage === wireStage &&
    (transactions ?? []).every((hash, index) => hash === shown.transactions?.[index]);
  if (isSame) return sight;
  unmasked.set(shown, { sight, redact });
  return shown;
}

/** A sight as it came. */
export function rawSight(sight: Sight): Sight {
  return unmasked.get(sight)?.sight ?? sight;
}

/** Whether secrets are masked in a sight. */
export function isMasked(sight: Sight): boolean {
  return unmasked.has(sight);
}

/** Masks in a text the secrets that are masked in a history. */
export function maskedAsIn(history: History, text: string): string {
  return history.reduce((masked, { sight }) => unmasked.get(sight)?.redact(masked) ?? masked, text);
}
