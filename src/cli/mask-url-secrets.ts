import { redactedText, redactText } from '../internal/redaction.js';
import { secretParts } from '../local/evm/engine/url-secrets.js';

const url = /\b(?:https?|wss?):\/\/\S+/gi;

/**
 * Gives a function that masks, in any text, what may be a credential in the URLs in some texts: user and password, path
 * and query, and the parts of these.
 */
export function maskUrlSecrets(texts: readonly (string | undefined)[]): (text: string) => string {
  const urls = texts.flatMap((text) => text?.match(url) ?? []).filter((text) => URL.canParse(text));
  const secrets = urls.flatMap((text) => secretParts(text)).sort((a, b) => b.length - a.length);
  return (text) => redactText(urls.reduce(maskWhole, text), secrets);
}

/** Masks a URL where it stands as a whole, however short its parts are. */
function maskWhole(text: string, known: string): string {
  const [, userPart = '', host = '', behindHost = ''] = /\/\/([^/?#]*@)?([^/?#]*)\/?(.*)$/.exec(known) ?? [];
  const shown = `//${userPart && `${redactedText}@`}${host}`;
  const masked =
    behindHost === ''
      ? text
      : text.replaceAll(`//${userPart}${host}/${behindHost}`, `${shown}/${redactedText}`);
  return userPart === '' ? masked : masked.replaceAll(`//${userPart}`, `//${redactedText}@`);
}
