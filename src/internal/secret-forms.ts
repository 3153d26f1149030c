/** One way to write a secret. */
export interface SecretForm {
  readonly text: string;
  /** How many characters of it in a row count as the secret. */
  readonly shortestRun: number;
}

/** From this length on, parts of a secret count. */
const shortestPartial = 16;
const longestRun = 12;
const separators = /[\s=;,]/;
// Shorter texts stand in too many innocent places to be masked.
const shortestForm = 5;

/** Lists the ways in which texts may write secrets: as they are, in hex and in base64, each once. */
export function secretForms(secrets: readonly string[]): SecretForm[] {
  const forms = new Map<string, SecretForm>();
  for (const form of secrets.flatMap(formsOf)) {
    const known = forms.get(form.text);
    const isUsed = form.text.length >= shortestForm && (!known || form.shortestRun < known.shortestRun);
    if (isUsed) forms.set(form.text, form);
  }
  return [...forms.values()];
}

function formsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret);
  const isWhole = secret.length < shortestPartial || separators.test(secret);
  const run = Math.min(longestRun, Math.ceil(secret.length / 2));
  const form = (text: string, shortestRun: number): SecretForm => ({
    text,
    shortestRun: isWhole ? text.length : shortestRun,
  });
  return [
    form(secret, run),
    // As percent signs write what is not ASCII.
    form(bytes.toString('latin1'), run),
    form(bytes.toString('hex'), run * 2),
    ...base64Forms(bytes).map((text) => form(text, Math.floor((run * 8 - 4) / 6))),
  ];
}

/** Bytes in base64 after 0, 1 and 2 others: the characters that none of their neighbours has a share in. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(first, end));
  });
}
