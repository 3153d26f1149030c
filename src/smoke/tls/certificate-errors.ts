/** Returns whether a connection failed because of the server's certificate. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(codeOf(error));
}

/** Returns whether a connection failed because the certificate has expired or is not valid yet. */
export function isValidityError(error: unknown): boolean {
  return /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? '';
}
