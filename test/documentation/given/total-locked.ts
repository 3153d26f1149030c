declare global {
  /** Code of the reader's that reads an answer: how much it locks. */
  var totalLocked: (text: string) => bigint;
}

interface Answer {
  response: { outMessages?: { tokensLocked?: { amount?: string }[] | null }[] | null };
}

globalThis.totalLocked = (text) => {
  const { response } = JSON.parse(text) as Answer;
  const locked = (response.outMessages ?? []).flatMap(({ tokensLocked }) => tokensLocked ?? []);
  return locked.reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
};

export {};
