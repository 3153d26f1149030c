import { gatewayStatuses } from '../../checks/http-checks.js';
import { defaultConventions } from '../../contract/conventions.js';
import { type ChainNames, wireFields, wirePath } from '../../contract/dialect.js';
import { formats } from '../../contract/formats.js';
import { inclusionFields, simulationFields } from '../../contract/responses.js';
import {
  type RequestFieldPath,
  requestFieldPaths,
  requestFields,
  requiredInPractice,
} from '../../contract/simulation-request.js';
import { type BuiltInEndpointName, builtInEndpointNames, builtInFacts } from '../../endpoint/built-in.js';
import { endpointPath } from '../../endpoint/endpoint.js';
import { jsonText } from '../../internal/json.js';
import { compareErrors } from './compare-errors.js';
import { SchemaComparison } from './compare-schema.js';
import { Differences, shown, shownNames } from './differences.js';
import {
  type FoundOperation,
  type FoundOperations,
  findOperations,
  type ReadDocument,
  sentIn,
} from './find-operations.js';

/** The result of a comparison. */
export interface Comparison extends Pick<Differences, 'chains' | 'extension' | 'conventions'> {
  readonly differences: Differences['rows'];
  readonly endpoints: FoundOperations['shown'];
  /** The paths of other operations, which are not compared. */
  readonly otherPaths: readonly string[];
}

/**
 * Compares the two operations of documents with the interface.
 *
 * @param given - The chain names. Default: those in the paths and members of the documents.
 * @throws {UsageError} if no document has one of the operations, or the names are not clear.
 */
export function compareDocuments(
  documents: readonly ReadDocument[],
  given: ChainNames | undefined,
): Comparison {
  const found = findOperations(documents, given);
  const differences = new Differences(found.chains);
  for (const endpoint of builtInEndpointNames) {
    const operation = found[endpoint];
    comparePath(endpoint, operation, differences);
    if (operation?.operation === undefined) continue;
    if (endpoint === 'simulate') compareBody(operation, differences);
    compareParameters(endpoint, operation, differences);
    compareStatuses(endpoint, operation, differences);
    compareErrors(endpoint, operation, differences);
    compareAnswer(endpoint, operation, differences);
  }
  const { rows, chains, extension, conventions } = differences;
  return {
    differences: rows,
    chains,
    extension,
    conventions,
    endpoints: found.shown,
    otherPaths: found.otherPaths,
  };
}

/** Compares path, method and credentials, and reports what cannot be read. */
function comparePath(
  endpoint: BuiltInEndpointName,
  found: FoundOperation | undefined,
  differences: Differences,
): void {
  const { method, path, server } = builtInFacts[endpoint];
  const at = (where: string) => differences.at(endpoint, where);
  if (found === undefined) {
    const expected = `${method} ${endpointPath(path, differences.chains)}`;
    at('path').differs(
      'not-expressed',
      expected,
      'none',
      'name the document that has it with another --from',
    );
    return;
  }
  const { operation, methods, prefixes, problems, credentials } = found;
  if (operation === undefined)
    at('method').differs('not-expressed', method, methods, 'the client sends no other method');
  const given = prefixes.filter((prefix) => prefix !== '');
  if (given.length > 0) {
    const none = given.length < prefixes.length ? ', or has no prefix' : '';
    const depends = prefixes.length > 1 ? ', as its server has it' : '';
    const becomes = `${server}Url ends in ${given.map(shown).join(' or ')}${none}${depends}`;
    at('path').differs('option', 'no prefix', shownNames(given), becomes);
  }
  if (found.path.endsWith('/')) {
    const why = 'the client calls it without the slash at the end, which the service must accept';
    at('path').differs('not-expressed', 'no slash at the end', shown(found.path), why);
  }
  for (const { part, problem } of problems) at(part).differs('not-expressed', '', 'cannot be read', problem);
  if (credentials === undefined) return;
  const { text, sent } = credentials;
  if ('option' in sent) at('security').differs('option', 'not shown', text, sent.option);
  else at('security').differs('not-expressed', 'not shown', text, sent.issue);
}

function compareParameters(
  endpoint: BuiltInEndpointName,
  found: FoundOperation,
  differences: Differences,
): void {
  const { reader, parameters } = found;
  const id = endpoint === 'inclusion' ? operationIdOf(found) : undefined;
  const { operationIdParameter } = defaultConventions;
  if (id !== undefined) {
    const schema = reader.schemaOf(id.schema);
    const place = differences
      .at(endpoint, 'query', [{ [id.name]: id.example }])
      .member(id.name, id.name, schema);
    if (id.name !== operationIdParameter)
      place.setConvention('operationIdParameter', id.name, operationIdParameter, shown(id.name));
    const comparison = new SchemaComparison(differences, reader);
    if (comparison.hasType('string', schema, place))
      comparison.compareText(formats.operationId, schema, place);
  } else if (endpoint === 'inclusion' && !isUnread(found, 'parameters')) {
    const names = parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
    const why = 'set the convention operationIdParameter';
    differences.at(endpoint, 'query').differs('not-expressed', operationIdParameter, shownNames(names), why);
  }
  for (const { name, place, isRequired } of parameters) {
    if (!isRequired || name === id?.name || place === 'path') continue;
    // The client sends them, and a document does not describe them as parameters.
    if (place === 'header' && /^(?:accept|content-type)$/i.test(name)) continue;
    const at = differences.at(endpoint, `${place}.${shown(name)}`);
    const sent = sentIn(place, shown(name));
    if ('option' in sent) at.differs('option', 'none', 'required', sent.option);
    else at.differs('not-expressed', 'none', 'required', 'the client does not send it');
  }
}

/** Returns the query parameter that carries the operation id: by its name, or because there is no other. */
function operationIdOf({ parameters }: FoundOperation): FoundOperation['parameters'][number] | undefined {
  const given = parameters.filter(({ place }) => place === 'query');
  const required = given.filter(({ isRequired }) => isRequired);
  const [only] = required.length === 1 ? required : given.length === 1 ? given : [];
  return (
    given.find(({ name }) => name === defaultConventions.operationIdParameter) ??
    only ??
    given.find(({ name }) => /operation.?id|^id$/i.test(name))
  );
}

function compareBody(found: FoundOperation, differences: Differences): void {
  const { reader, body } = found;
  const place = differences.at('simulate', 'request', body?.examples);
  if (body?.schema === undefined) {
    if (!isUnread(found, 'request'))
      place.differs('not-expressed', 'application/json', body?.types ?? 'none', 'the client sends JSON');
    return;
  }
  if (!/application\/(?:json|\*)|\*\/\*/i.test(body.types))
    place.differs('not-expressed', 'application/json', body.types, 'the client sends application/json');
  const comparison = new SchemaComparison(differences, reader);
  const names = [...wireFields(differences.chains).values()];
  const schema = comparison.chosen(reader.schemaOf(body.schema), names, place);
  if (!comparison.hasType('object', schema, place)) return;
  comparison.compareMembers(requestFields, schema, place);
  const { required, anyText, open } = comparison;
  compareRequired(required, differences);
  if (anyText.length > 0) {
    const becomes =
      "the client validates the formats of practice, unless you set conventions.requestValidation: 'off'";
    place.differs('none', 'formats of practice', `any text in ${anyText.join(', ')}`, becomes);
  }
  if (open.length === 0) return;
  // The request, its call and its assets.
  const where = open.length === 3 ? '' : ` in ${open.join(' and ')}`;
  const received = `other members accepted${where}`;
  place.setConvention('additionalRequestMembers', 'allow', 'other members rejected', received);
}

function compareRequired(required: ReadonlySet<string>, differences: Differences): void {
  const place = differences.at('simulate', 'request');
  const fields = requestFieldPaths.filter((path) => required.has(path));
  if (jsonText(fields) === jsonText(requiredInPractice)) return;
  const text = (paths: readonly RequestFieldPath[]): string =>
    `required: ${shownNames(paths.map((path) => wirePath(path, differences.chains)))}`;
  const expected = text(requiredInPractice);
  // A document without any `required` leaves it open, as the interface does.
  if (required.size > 0) place.setConvention('requiredRequestFields', fields, expected, text(fields));
  else
    place.differs(
      'none',
      expected,
      'required: not shown',
      'the default of conventions.requiredRequestFields applies',
    );
}

function compareStatuses(
  endpoint: BuiltInEndpointName,
  { statuses }: FoundOperation,
  differences: Differences,
): void {
  const expected = [200, ...builtInFacts[endpoint].statuses].map(String);
  // A 405 is about other methods.
  const known = [...expected, ...gatewayStatuses.map(String), '405'];
  const why = 'campaigns report it, unless they skip the check undocumented-status';
  for (const status of statuses)
    if (/^[1-4]\d\d$/.test(status) && !known.includes(status))
      differences.at(endpoint, `status ${status}`).differs('not-expressed', expected.join(', '), status, why);
  const isListed = (status: string): boolean =>
    ['default', status, `${status[0]}XX`, `${status[0]}xx`].some((key) => statuses.includes(key));
  const missing = expected.filter((status) => status !== '200' && !isListed(status));
  if (missing.length > 0)
    differences
      .at(endpoint, 'status')
      .differs('none', missing.join(', '), 'not shown', 'those of practice apply');
}

function compareAnswer(endpoint: BuiltInEndpointName, found: FoundOperation, differences: Differences): void {
  const { reader, answer, statuses } = found;
  if (answer?.schema === undefined) {
    const received = answer?.types ?? shownNames(statuses);
    const why = 'the client reads JSON with status 200';
    if (!isUnread(found, 'answer'))
      differences.at(endpoint, 'answer').differs('not-expressed', 'application/json with 200', received, why);
    return;
  }
  const comparison = new SchemaComparison(differences, reader);
  const place = differences.at(endpoint, 'answer', answer.examples);
  const body = comparison.chosen(reader.schemaOf(answer.schema), ['response'], place);
  if (!comparison.hasType('object', body, place)) return;
  const part = body.members.get('response');
  if (part === undefined) {
    place.differs('not-expressed', 'the member response', 'none', 'the client expects it');
    return;
  }
  for (const name of body.members.keys()) if (name !== 'response') comparison.declare(name, body, place);
  const schema = reader.schemaOf(part);
  const { examples } = place.member('response', 'response', schema);
  const response = differences.at(endpoint, 'response', examples);
  if (schema.isNullable)
    response.differs('not-expressed', 'object', 'object or null', 'the client expects an object');
  const fields = endpoint === 'simulate' ? simulationFields : inclusionFields;
  if (comparison.hasType('object', schema, response)) comparison.compareMembers(fields, schema, response);
}

function isUnread({ problems }: FoundOperation, part: string): boolean {
  return problems.some((problem) => problem.part === part);
}
