/** Tells whether a connection was not made because of the certificate that the server showed. */
export function isCertificateRefusal(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return /CERT|SIGNATURE|ISSUER/.test(code);
}
