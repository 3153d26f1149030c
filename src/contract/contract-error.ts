/** A contract error, parsed from the error text of a simulation. */
export interface DecodedError {
  /** `Refused`, `Panic`; `Error` for a plain reason. */
  readonly errorName: string;
  /** Its arguments as texts: strings without quotes, arrays and tuples as written. */
  readonly args: readonly string[];
}

const prefix = /^\s*execution reverted:?\s*/i;
// Parsing arguments is quadratic in the worst case, and the text comes from the service.
const maxTextLength = 8192;

/**
 * Returns the errors in an error text that an expected one can mean: each `Name(argument, …)`, or if there is none, the text
 * without `execution reverted:` as the only argument of `Error`. Section 2.2 does not show the form of the text; that it
 * contains the decoded error is an assumption.
 *
 * A plain reason may contain text that looks like an error, such as `call to swap(uint256) not allowed`. A text that is only
 * a contract error is a plain reason only if the expected reason has exactly that text.
 */
export function decodedErrors(
  text: string,
  { errorName, args }: { readonly errorName: string; readonly args?: readonly unknown[] | undefined },
): readonly DecodedError[] {
  const found = calls(text).map(({ error }) => error);
  const plain = { errorName: 'Error', args: [withoutPrefix(text)] };
  if (found.length === 0) return [plain];
  if (errorName !== 'Error' || args === undefined) return found;
  return isContractErrorOnly(text) && args[0] !== plain.args[0] ? found : [...found, plain];
}

/**
 * Returns whether an error text neither shows nor excludes an error: it says only that the call reverted, it is undecoded
 * revert data, or it names the error without arguments, as a plain reason may do too.
 *
 * @param errorName - The name of the expected contract error. Default: the expected error is a text.
 */
export function isUndecodedError(text: string, errorName: string | undefined): boolean {
  const rest = withoutPrefix(text).trim();
  if (rest === '' || /^revert(?:ed)?\.?$/i.test(rest)) return true;
  if (errorName === undefined) return false;
  const isRawData = /^(?:custom error:?\s*)?0x[\da-f]*$/i.test(rest);
  return isRawData || (calls(rest).length === 0 && wordsIn(rest).includes(errorName.toLowerCase()));
}

/** Returns whether a text is exactly one contract error, or a panic and its explanation. */
function isContractErrorOnly(text: string): boolean {
  const whole = withoutPrefix(text);
  const [first] = calls(whole);
  return first?.start === 0 && (first.end === whole.length || first.error.errorName === 'Panic');
}

function withoutPrefix(text: string): string {
  return text.replace(prefix, '');
}

function calls(text: string): { error: DecodedError; start: number; end: number }[] {
  const searched = text.slice(0, maxTextLength);
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

/** Parses arguments up to the closing parenthesis; undefined if there is none. */
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

/** The words of a text that are followed by no arguments, in lower case. */
function wordsIn(text: string): readonly string[] {
  return (
    text
      .slice(0, maxTextLength)
      .toLowerCase()
      .match(/[\w$]+(?![\w$(])/g) ?? []
  );
}
