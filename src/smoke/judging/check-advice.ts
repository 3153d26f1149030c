/** Advice by the name of a failed check. All other checks get the general advice of {@link checkAdvice}. */
const advice: Readonly<Record<string, string>> = {
  'server-error': 'look into the logs of the service: it failed',
  'no-answer': 'look into the logs of the service, or of a proxy before it',
  'malformed-json': 'check the base URL; a proxy, a login page or another service may have answered',
  'content-type': 'check whether a proxy changes the header; else fix it in the service',
  'invalid-request-accepted':
    'fix the validation in the service, or set the conventions requiredRequestFields and requestValidation to what it accepts',
  'operation-id-accepted':
    'fix the validation in the service; if its parameter has another name, set the convention operationIdParameter',
  'valid-request-rejected':
    'read what the service says about the request; set request to one that is valid there, or set the conventions to what it accepts',
  'unknown-included': 'do not trust what this observer says of any operation before it is fixed',
  'timestamp-unit': 'set the convention timestampUnit if the deployment writes another unit',
  'leaked-secret': 'replace the credential, which an answer shows, and fix the service',
};

/** Advice that differs for queries, which have no request to fix. */
const adviceForQueries: typeof advice = {
  'valid-request-rejected':
    'read what the service says about the id; if its ids have another form, name some that it knows in operationIds',
};

/** Returns advice for a failed check of an endpoint. */
export function checkAdvice(name: string, endpoint: string): string {
  return (
    (endpoint === 'inclusion' ? adviceForQueries[name] : undefined) ??
    advice[name] ??
    'compare the version of the service with the interface; crosscheck fuzz finds how far it goes'
  );
}
