/** An error of a contract, as the text of a simulation shows it. */
export interface DecodedError {
  /** `Refused`, `Panic`; `Error` for a plain reason. */
  readonly errorName: string;
  /** Its arguments as texts: those in quotes without them, lists and tuples as they are written. */
  readonly args: readonly string[];
}

const prefix = /^\s*execution reverted:?\s*/i;
// Finding where arguments end takes the square of the length at worst, and the text is the service's.
const longestText = 8192;

/**
 * Finds the errors that an error text shows: each `Name(argument, …)` in it, or, where there is none, the text
 * without `execution reverted:` as the one argument of `Error`. The text's form is not shown (section 2.2); that it
 * holds the decoded error is practice.
 */
export function decodedErrors(text: string): DecodedError[] {
  const found = calls(text).map(({ error }) => error);
  return found.length > 0 ? found : [plainError(text)];
}

/** Reads a text as a plain reason, whatever it looks like: such a one may have parentheses in it too. */
export function plainError(text: string): DecodedError {
  return { errorName: 'Error', args: [withoutPrefix(text)] };
}

/** Tells whether a text is nothing but the error of a contract, or a panic and its explanation. */
export function isContractErrorOnly(text: string): boolean {
  const whole = withoutPrefix(text);
  const [first] = calls(whole);
  return first?.start === 0 && (first.end === whole.length || first.error.errorName === 'Panic');
}

/** Tells whether a text says no more than that the call reverted, or gives the revert data without reading them. */
export function isUnreadableRevert(text: string): 'no-reason' | 'raw-data' | undefined {
  const rest = withoutPrefix(text).trim();
  if (rest === '') return 'no-reason';
  return /^(?:custom error:?\s*)?0x[\da-f]*$/i.test(rest) ? 'raw-data' : undefined;
}

function withoutPrefix(text: string): string {
  return text.replace(prefix, '');
}

function calls(text: string): { error: DecodedError; start: number; end: number }[] {
  const searched = text.slice(0, longestText);
  const found: { error: DecodedError; start: number; end: number }[] = [];
  const call = /(?<![\w$.])([A-Za-z_$][\w$]*)\(/g;
  for (let match = call.exec(searched); match; match = call.exec(searched)) {
    const list = argumentList(searched, call.lastIndex);
    if (list === undefined) continue;
    found.push({
      error: { errorName: match[1] as string, args: list.args },
      start: match.index,
      end: list.end,
    });
    call.lastIndex = list.end;
  }
  return found;
}

/** Reads arguments up to the parenthesis that closes them; undefined when none does. */
function argumentList(text: string, start: number): { args: string[]; end: number } | undefined {
  const args: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') at = endOfQuoted(text, at);
    else if ('([{'.includes(character)) depth++;
    else if (depth > 0 && ')]}'.includes(character)) depth--;
    else if (depth === 0 && ',)'.includes(character)) {
      const argument = text.slice(from, at).trim();
      const isEmptyList = args.length === 0 && character === ')' && argument === '';
      if (!isEmptyList) args.push(unquoted(argument));
      from = at + 1;
      if (character === ')') return { args, end: from };
    }
  }
  return undefined;
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function unquoted(argument: string): string {
  if (!argument.startsWith('"')) return argument;
  try {
    return String(JSON.parse(argument));
  } catch {
    return argument;
  }
}
