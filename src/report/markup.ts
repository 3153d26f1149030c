import { unicodeEscape } from '../internal/print.js';

/** A text that is already HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | readonly Part[];

/** Writes HTML. Inserted texts are escaped unless they are already HTML. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, at) => text + written(parts[at])).join(''));
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return String(part).replace(special, escaped);
}

// Markup, and characters that are invisible or change how a page shows other characters.
const special = /[&<>"']|(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return /[&<>"']/.test(character) ? `&#${character.charCodeAt(0)};` : unicodeEscape(character);
}
