/** Tells whether a connection was not made because of the certificate that the server showed. */
export function isCertificateRejection(error: unknown): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(codeOf(error));
}

/** Tells whether it was because the certificate has ended, or is not valid yet. */
export function isRejectedForItsTime(error: unknown): boolean {
  return /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? '';
}
