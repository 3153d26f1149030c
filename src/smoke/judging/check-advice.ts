/** What to do about what a check of answers found, by the check's name; others are for whoever runs the service. */
const advice: Readonly<Record<string, string>> = {
  'server-error': 'look into the logs of the service: it failed',
  'no-answer': 'look into the logs of the service, or of a proxy before it',
  'malformed-json': 'check the base URL; a proxy, a login page or another service may have answered',
  'content-type': 'check whether a proxy changes the header; else fix it in the service',
  'invalid-request-accepted':
    'fix the validation in the service, or say in the conventions (requiredRequestFields, requestValidation) what it takes',
  'operation-id-accepted':
    'fix the validation in the service; if its parameter has another name, set the convention operationIdParameter',
  'valid-request-rejected':
    'look what the service says of the request; give one that is valid there as request, or say in the conventions what it takes',
  'unknown-included': 'do not trust what this observer says of any operation before it is fixed',
  'timestamp-unit': 'set the convention timestampUnit if the deployment writes another unit',
  'leaked-secret': 'change the credential, which stands in an answer, and fix the service',
};

/** The same where the answer to a query is judged: no request was sent that could be fixed. */
const adviceForQueries: typeof advice = {
  'valid-request-rejected':
    'look what the service says of the id; where ids have another form, name some that it knows in operationIds',
};

/** Says what to do about what a check of answers to an endpoint found. */
export function checkAdvice(name: string, endpoint: string): string {
  return (
    (endpoint === 'inclusion' ? adviceForQueries[name] : undefined) ??
    advice[name] ??
    'compare the version of the service with the interface; crosscheck fuzz finds how far it goes'
  );
}
