import { createRedactor, redactedText, secretParts } from '../internal/redaction.js';

const url = /\b(?:https?|wss?):\/\/\S+/gi;

const baseUrlName = /^(?:--|CROSSCHECK_)(?:simulator|observer)[-_]url$/i;

/**
 * Gives a function that masks, in any text, what may be a credential in the URLs of arguments and variables: user and
 * password, path and query, and the parts of these. Of base URLs the path is no credential: it may be what is wrong.
 */
export function maskUrlSecrets(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): (text: string) => string {
  const urls = [...args.flatMap(named), ...Object.entries(variables)].flatMap(([name, text = '']) =>
    (text.match(url) ?? [])
      .filter((known) => URL.canParse(known))
      .map((known) => ({ known, isBase: baseUrlName.test(name) })),
  );
  const redact = createRedactor(
    urls.flatMap(({ known, isBase }) => secretParts(isBase ? withoutPath(known) : known)),
  );
  return (text) => redact(urls.reduce(maskWhole, text));
}

/** An argument with the flag that it is for. */
function named(arg: string, index: number, args: readonly string[]): [name: string, text: string][] {
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(arg) ?? [];
  return [flag === undefined ? [args[index - 1] ?? '', arg] : [flag, value as string]];
}

function withoutPath(known: string): string {
  const bare = new URL(known);
  bare.pathname = '';
  return bare.href;
}

interface KnownUrl {
  readonly known: string;
  /** Its path may be seen. */
  readonly isBase: boolean;
}

/** Masks a URL where it stands as a whole, however short its parts are. */
function maskWhole(text: string, { known, isBase }: KnownUrl): string {
  const parts = isBase ? /\/\/([^/?#]*@)?([^?#]*)(\??)(.*)$/ : /\/\/([^/?#]*@)?([^/?#]*)(\/?)(.*)$/;
  const [, userPart = '', shownPart = '', separator = '', rest = ''] = parts.exec(known) ?? [];
  const shown = `//${userPart && `${redactedText}@`}${shownPart}${separator}`;
  const masked =
    rest === ''
      ? text
      : text.replaceAll(`//${userPart}${shownPart}${separator}${rest}`, `${shown}${redactedText}`);
  return userPart === '' ? masked : masked.replaceAll(`//${userPart}`, `//${redactedText}@`);
}
