import { z } from 'zod';
import { gatewayStatuses } from '../../checks/http-checks.js';
import { type Conventions, defaultConventions } from '../../contract/conventions.js';
import {
  type ChainNames,
  neutralConventions,
  neutralPath,
  toWireEnum,
  wireFields,
} from '../../contract/dialect.js';
import { type ExtendableObject, extensionIssues, neutralMember } from '../../contract/extension.js';
import { type Format, formats } from '../../contract/formats.js';
import { jsonText, memberAt } from '../../contract/json.js';
import { responseFormats } from '../../contract/response-formats.js';
import { inclusionFields, type ResponseField, simulationFields } from '../../contract/responses.js';
import {
  type RequestField,
  type RequestFieldPath,
  requestFieldPaths,
  requestFields,
  requiredInPractice,
  simulationRequestSchema,
} from '../../contract/simulation-request.js';
import { type BuiltInEndpointName, builtInFacts } from '../../endpoint/built-in.js';
import { counted, formatText, formatValue } from '../../internal/print.js';
import type { DocumentReader, DocumentSchema, SchemaPart } from './document-schema.js';
import {
  type FoundOperation,
  type FoundOperations,
  findOperations,
  type ReadDocument,
} from './find-operations.js';
import { exampleValues, rejectedTexts, zodCode } from './zod-code.js';

/** What a difference amounts to. */
export type DifferenceKind =
  /** A member of the extension. */
  | 'extension'
  /** A convention. */
  | 'convention'
  /** Another option of the deployment. */
  | 'option'
  /** Nothing: both are met. */
  | 'none'
  /** Something that crosscheck has no option for. */
  | 'not-expressed';

/** One thing that a document says otherwise than the interface, or that the interface does not show. */
export interface Difference {
  readonly endpoint: BuiltInEndpointName;
  /** Where, in the names of the deployment: `request.evmValidExecutors`, `status 422`. */
  readonly path: string;
  readonly interface: string;
  readonly document: string;
  readonly kind: DifferenceKind;
  /** The option or member that expresses it, or why nothing does. */
  readonly becomes: string;
}

/** A member of the extension, as code. */
export interface DeclaredMember {
  readonly name: string;
  readonly code: string;
}

/** The result of a comparison. */
export interface Comparison {
  readonly chains: ChainNames;
  readonly endpoints: FoundOperations['shown'];
  readonly differences: readonly Difference[];
  readonly extension: ReadonlyMap<ExtendableObject, readonly DeclaredMember[]>;
  /** The conventions that differ from the defaults, in neutral names. */
  readonly conventions: Partial<Conventions>;
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
  const comparison = new DocumentComparison(found.chains);
  comparison.compare(found);
  return { ...comparison.result(), endpoints: found.shown, otherPaths: found.otherPaths };
}

/** The fields of an object, with what the comparison needs of the place that it is in. */
interface Place {
  readonly endpoint: BuiltInEndpointName;
  readonly isRequest: boolean;
  /** In the names of the deployment: `request`, `response.outMessages[]`. */
  readonly path: string;
  /** The object of the extension that takes more members; undefined if none does. */
  readonly object: ExtendableObject | undefined;
  /** The values that examples of the document have there. */
  readonly examples: readonly unknown[];
}

/** The objects that an extension can add members to, by their place. */
const extendable: Readonly<Record<string, ExtendableObject>> = {
  'simulate request': 'simulationRequest',
  'simulate request.alphaCallParams': 'callParams',
  'simulate request.betaAssets[]': 'betaAsset',
  'simulate response': 'simulationResponse',
  'simulate response.outMessages[]': 'outMessage',
  'inclusion response': 'inclusionResponse',
};

/** Keywords of objects and lists that limit what a request may be. */
const limits = [
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'not',
  'dependentRequired',
];

/** What the interface's own schema requires of members of a call together: arguments need a method name. */
const callConstraints = simulationRequestSchema().shape.alphaCallParams.meta()?.anyOf;

class DocumentComparison {
  readonly #chains: ChainNames;
  readonly #differences: Difference[] = [];
  readonly #extension = new Map<ExtendableObject, DeclaredMember[]>();
  readonly #conventions: { -readonly [Name in keyof Conventions]?: Conventions[Name] } = {};
  /** The fields that the document requires, in neutral names. */
  readonly #required = new Set<string>();
  /** The objects of requests in which other members are valid. */
  readonly #open: string[] = [];
  /** The fields of requests that may be any text. */
  readonly #anyText: string[] = [];

  constructor(chains: ChainNames) {
    this.#chains = chains;
  }

  result(): Pick<Comparison, 'chains' | 'differences' | 'extension' | 'conventions'> {
    return {
      chains: this.#chains,
      differences: this.#differences,
      extension: new Map(
        Object.values(extendable).flatMap((object) => {
          const members = this.#extension.get(object);
          return members === undefined ? [] : [[object, members]];
        }),
      ),
      conventions: this.#conventions,
    };
  }

  compare({ simulate, inclusion }: FoundOperations): void {
    this.#comparePath('simulate', simulate);
    if (simulate?.operation !== undefined) {
      this.#compareBody(simulate);
      this.#compareParameters('simulate', simulate);
      this.#compareAnswers('simulate', simulate);
    }
    this.#comparePath('inclusion', inclusion);
    if (inclusion?.operation !== undefined) {
      this.#compareParameters('inclusion', inclusion);
      this.#compareAnswers('inclusion', inclusion);
    }
  }

  #add(endpoint: BuiltInEndpointName, path: string, row: Omit<Difference, 'endpoint' | 'path'>): void {
    this.#differences.push({ endpoint, path, ...row });
  }

  #notExpressed(
    endpoint: BuiltInEndpointName,
    path: string,
    [expected, received]: readonly [string, string],
    why: string,
  ) {
    this.#add(endpoint, path, {
      interface: expected,
      document: received,
      kind: 'not-expressed',
      becomes: why,
    });
  }

  #setConvention<Name extends keyof Conventions>(
    [endpoint, path]: readonly [BuiltInEndpointName, string],
    name: Name,
    value: Conventions[Name],
    [expected, received]: readonly [string, string],
    note = '',
  ): void {
    this.#conventions[name] = value;
    const becomes = `conventions.${name}: ${formatValue(value, 60)}${note && `; ${note}`}`;
    this.#add(endpoint, path, { interface: expected, document: received, kind: 'convention', becomes });
  }

  // Paths, parameters, credentials.

  #comparePath(endpoint: BuiltInEndpointName, found: FoundOperation | undefined): void {
    const { method, path, server } = builtInFacts[endpoint];
    if (found === undefined) {
      const wire = path.replace('{alpha}', this.#chains.alpha).replace('{beta}', this.#chains.beta);
      const why = 'no operation to compare; name its document with another --from';
      this.#notExpressed(endpoint, 'path', [`${method} ${wire}`, 'none'], why);
      return;
    }
    if (found.operation === undefined)
      this.#notExpressed(endpoint, 'method', [method, found.methods], 'the client sends no other method');
    if (found.prefix !== '')
      this.#add(endpoint, 'path', {
        ...{ interface: 'no prefix', document: found.prefix, kind: 'option' },
        becomes: `${server}Url ends in ${found.prefix}`,
      });
    const { credentials } = found;
    if (credentials !== undefined)
      this.#add(endpoint, 'security', {
        ...{ interface: 'not shown', document: credentials.text },
        ...(credentials.option === undefined
          ? { kind: 'not-expressed', becomes: 'the client sends credentials in headers only' }
          : { kind: 'option', becomes: credentials.option }),
      });
  }

  #compareParameters(endpoint: BuiltInEndpointName, { reader, parameters }: FoundOperation): void {
    const given = parameters.filter(({ place }) => place === 'query');
    const { operationIdParameter } = defaultConventions;
    const id =
      endpoint === 'simulate'
        ? undefined
        : (given.find(({ name }) => name === operationIdParameter) ??
          (given.filter(({ isRequired }) => isRequired).length === 1
            ? given.find(({ isRequired }) => isRequired)
            : given.length === 1
              ? given[0]
              : given.find(({ name }) => /operation.?id|^id$/i.test(name))));
    if (endpoint === 'inclusion' && id === undefined)
      this.#notExpressed(
        endpoint,
        'query',
        [operationIdParameter, namesOf(given)],
        'set the convention operationIdParameter',
      );
    if (id !== undefined && id.name !== operationIdParameter)
      this.#setConvention([endpoint, `query.${shown(id.name)}`], 'operationIdParameter', id.name, [
        operationIdParameter,
        shown(id.name),
      ]);
    if (id !== undefined) {
      const schema = reader.schemaOf(id.schema);
      const place: Place = {
        ...{ endpoint, isRequest: true, path: `query.${shown(id.name)}`, object: undefined },
        examples: [...id.examples, ...exampleValues(schema.keywords)],
      };
      if (this.#hasType('string', schema, place)) this.#compareText(formats.operationId, schema, place);
    }
    for (const { name, place, isRequired } of parameters) {
      if (!isRequired || name === id?.name || place === 'path') continue;
      const path = `${place}.${shown(name)}`;
      if (place === 'query')
        this.#notExpressed(endpoint, path, ['none', 'required'], 'the client does not send it');
      else
        this.#add(endpoint, path, {
          ...{ interface: 'none', document: 'required', kind: 'option' },
          becomes: 'headers of the deployment',
        });
    }
  }

  // Requests.

  #compareBody({ reader, body }: FoundOperation): void {
    if (body === undefined || body.schema === undefined) {
      const types = body === undefined ? 'none' : body.types;
      this.#notExpressed('simulate', 'request', ['application/json', types], 'the client sends JSON');
      return;
    }
    const place: Place = {
      ...{ endpoint: 'simulate', isRequest: true, path: 'request', object: extendable['simulate request'] },
      examples: body.examples,
    };
    const schema = reader.schemaOf(body.schema);
    if (this.#hasType('object', schema, place)) this.#compareMembers(requestFields, schema, reader, place);
    this.#compareRequired();
    if (this.#anyText.length > 0)
      this.#add('simulate', 'request', {
        ...{
          interface: 'texts in the form of practice',
          document: `any text in ${this.#anyText.join(', ')}`,
        },
        ...{ kind: 'none', becomes: "practice stays, unless you set conventions.requestValidation: 'off'" },
      });
    const [first, ...others] = this.#open;
    if (first === undefined) return;
    // With the call and the assets, there are three objects.
    const where = others.length === 2 ? '' : ` in ${this.#open.join(' and ')}`;
    this.#setConvention(['simulate', 'request'], 'additionalRequestMembers', 'allow', [
      'other members rejected',
      `other members accepted${where}`,
    ]);
  }

  #compareRequired(): void {
    const inDocument = requestFieldPaths.filter((path) => this.#required.has(path));
    const row = (paths: readonly RequestFieldPath[]): string =>
      paths.length === 0 ? 'none' : paths.map((path) => this.#wirePath(path)).join(', ');
    const texts = [row(requiredInPractice), row(inDocument)] as const;
    if (jsonText(inDocument) === jsonText(requiredInPractice)) return;
    // A document that never says `required` says nothing about it, as the interface does.
    if (this.#required.size === 0)
      this.#add('simulate', 'request', {
        ...{ interface: `required in practice: ${texts[0]}`, document: 'required: not shown', kind: 'none' },
        becomes: 'the default of conventions.requiredRequestFields stays',
      });
    else
      this.#setConvention(['simulate', 'request'], 'requiredRequestFields', inDocument, [
        `required: ${texts[0]}`,
        `required: ${texts[1]}`,
      ]);
  }

  // Objects.

  #compareMembers(
    fields: Readonly<Record<string, RequestField | ResponseField>>,
    schema: DocumentSchema,
    reader: DocumentReader,
    place: Place,
  ): void {
    const { endpoint, isRequest, path, object } = place;
    const wireNames = object === 'simulationRequest' ? wireFields(this.#chains) : new Map<string, string>();
    const nameOf = (name: string): string => wireNames.get(name) ?? name;
    const others = new Set(schema.members.keys());
    for (const [name, field] of Object.entries(fields)) {
      const wire = nameOf(name);
      const part = schema.members.get(wire);
      if (!others.delete(wire) || part === undefined) {
        this.#reportMissing(field, [...others], schema, { ...place, path: `${path}.${wire}` });
        continue;
      }
      const inner = reader.schemaOf(part);
      const examples = [
        ...place.examples.map((example) => memberAt(example, [wire])),
        ...exampleValues(inner.keywords),
      ];
      const at = {
        ...place,
        path: `${path}.${wire}`,
        examples: examples.filter((value) => value !== undefined),
      };
      this.#compareField(field, inner, reader, at, name);
    }
    for (const name of others) this.#declare(name, schema, reader, place);
    if (!isRequest) return;
    for (const name of schema.required)
      this.#required.add(neutralPath(`${path}.${name}`.replace(/^request\./, ''), this.#chains));
    if (schema.additional !== false && object !== undefined) this.#open.push(path);
    for (const [index, choice] of schema.choices.entries()) {
      const written = choice.map(({ sources: [source] }) => source?.value);
      if (object === 'callParams' && jsonText(written) === jsonText(callConstraints)) continue;
      const text = `${schema.choices.length > 1 ? `choice ${index + 1} ` : ''}of ${choice.length} schemas`;
      this.#notExpressed(endpoint, path, ['no choice', `one ${text}`], 'its alternatives are not compared');
    }
  }

  #reportMissing(
    field: RequestField | ResponseField,
    others: readonly string[],
    schema: DocumentSchema,
    place: Place,
  ): void {
    const { endpoint, isRequest, path } = place;
    const name = path.slice(path.lastIndexOf('.') + 1);
    // An object without members is not described. One in another spelling is reported itself.
    const isDescribed = schema.members.size > 0 || schema.additional === false;
    if (!isDescribed || others.some((other) => folded(other) === folded(name))) return;
    const texts = [interfaceType(field), 'none'] as const;
    if (!isRequest)
      this.#add(endpoint, path, {
        ...{ interface: texts[0], document: texts[1], kind: 'none' },
        becomes: 'every member of an answer may be absent',
      });
    else if (schema.additional === false)
      this.#notExpressed(endpoint, path, texts, 'the client sends it where a test gives it');
    else
      this.#add(endpoint, path, {
        ...{ interface: texts[0], document: texts[1], kind: 'none' },
        becomes: 'the document accepts other members',
      });
  }

  /** Adds a member to the extension, or says why it cannot be one. */
  #declare(wire: string, { members, required }: DocumentSchema, reader: DocumentReader, place: Place): void {
    const { endpoint, isRequest, object } = place;
    const path = `${place.path}.${shown(wire)}`;
    const part = members.get(wire) as SchemaPart;
    const { keywords } = reader.schemaOf(part);
    if (keywords.get(isRequest ? 'readOnly' : 'writeOnly') === true) return;
    const texts = ['none', typeText(reader, part)] as const;
    if (object === undefined) {
      const why = isRequest
        ? 'an extension has no members there'
        : 'an extension has no members there; results list it in drift';
      this.#notExpressed(endpoint, path, texts, why);
      return;
    }
    const declared = this.#extension.get(object) ?? [];
    const name = wire === '__proto__' ? undefined : neutralMember(wire, this.#chains);
    const shape = Object.fromEntries(
      [...declared.map((member) => member.name), name ?? ''].map((key) => [key, z.unknown()]),
    );
    const [issue] = name === undefined ? [] : extensionIssues({ [object]: shape }, this.#chains);
    if (name === undefined || issue !== undefined) {
      this.#notExpressed(endpoint, path, texts, issue?.message ?? 'no neutral name stands for it');
      return;
    }
    const use = { isRequest, isRequired: required.has(wire), indent: '    ' };
    const { code, leftOut } = zodCode(reader, part, use);
    this.#extension.set(object, [...declared, { name, code }]);
    const without = leftOut.length === 0 ? '' : `, without: ${leftOut.map((text) => shown(text)).join(', ')}`;
    this.#add(endpoint, path, {
      ...{
        interface: texts[0],
        document: texts[1] + (use.isRequired ? ', required' : ''),
        kind: 'extension',
      },
      becomes: `extend.${object}.${shown(name)}${without}`,
    });
  }

  #compareField(
    field: RequestField | ResponseField,
    schema: DocumentSchema,
    reader: DocumentReader,
    place: Place,
    neutral: string,
  ): void {
    const { isRequest, endpoint, path } = place;
    if (!this.#hasType(interfaceType(field), schema, place, 'nullable' in field)) return;
    if (isRequest)
      for (const limit of limits) {
        const value = schema.keywords.get(limit);
        if (value !== undefined && value !== false && value !== 0n)
          this.#notExpressed(
            endpoint,
            path,
            [`no ${limit}`, `${limit} ${jsonShown(value)}`],
            'generated requests do not keep to it',
          );
      }
    const inside = isRequest ? `${endpoint} request.${neutral}` : `${endpoint} response.${neutral}`;
    if ('members' in field)
      this.#compareMembers(field.members, schema, reader, { ...place, object: extendable[inside] });
    else if ('items' in field) {
      if (schema.items === undefined) return;
      const items = reader.schemaOf(schema.items);
      const examples = [
        ...place.examples.flatMap((value) => (Array.isArray(value) ? value : [])),
        ...exampleValues(items.keywords),
      ];
      const at = { ...place, path: `${path}[]`, object: extendable[`${inside}[]`], examples };
      if (this.#hasType('object', items, at)) this.#compareMembers(field.items, items, reader, at);
    } else if (typeof field.format !== 'string') this.#compareText(field.format, schema, place);
    else this.#compareAnswerValue(field.format, schema, place);
  }

  /** Returns whether a value has the type of the interface, and reports it otherwise. */
  #hasType(expected: string, schema: DocumentSchema, place: Place, mayBeNull = false): boolean {
    const { endpoint, isRequest, path } = place;
    const type = expected.replace(/ of .*$/, '');
    const { types, isNullable, problems, choices } = schema;
    const [problem] = problems;
    if (problem !== undefined) {
      this.#notExpressed(endpoint, path, [expected, 'cannot be read'], problem);
      return false;
    }
    if (types.length === 0 && choices.length > 0 && schema.members.size === 0) {
      const count = counted(choices.flat().length, 'schema');
      this.#notExpressed(endpoint, path, [expected, `one of ${count}`], 'its alternatives are not compared');
      return false;
    }
    const isAccepted = (given: string): boolean =>
      given === type || (isRequest && type === 'integer' && given === 'number');
    const fits = types.length === 0 || (isRequest ? types.some(isAccepted) : types.every(isAccepted));
    if (!fits) {
      const why = isRequest ? `the client sends ${article(type)}` : `the client expects ${article(type)}`;
      this.#notExpressed(endpoint, path, [expected, types.join(' or ')], why);
    } else if (!isRequest && isNullable && !mayBeNull && type !== 'object')
      this.#notExpressed(
        endpoint,
        path,
        [expected, `${type} or null`],
        `the client expects ${article(type)}`,
      );
    return fits;
  }

  // Texts and values.

  #compareText(format: Format, schema: DocumentSchema, place: Place): void {
    const { endpoint, path, examples } = place;
    const { keywords } = schema;
    const wrong = examples.find((value) => typeof value === 'string' && format.issueOf(value) !== undefined);
    const setOff = (expected: string, received: string): void =>
      this.#setConvention([endpoint, path], 'requestValidation', 'off', [expected, received]);
    if (wrong !== undefined) {
      setOff(`practice: ${format.issueOf(String(wrong))}`, `example ${formatValue(wrong, 40)}`);
      return;
    }
    if (
      !['pattern', 'format', 'enum', 'const', 'minLength', 'maxLength'].some((name) => keywords.has(name))
    ) {
      this.#anyText.push(path.replace(/^request\./, ''));
      return;
    }
    // A document of crosscheck leaves out what a pattern cannot verify.
    const own = format.narrowPattern?.([]).slice(0, -2);
    if (own !== undefined && String(keywords.get('pattern')).startsWith(own)) return;
    const valid = validTexts(format);
    const rejected = rejectedTexts(keywords, valid);
    if (rejected === undefined)
      this.#notExpressed(endpoint, path, [format.name, 'a pattern'], 'the pattern cannot be tested');
    else if (format.examples.every((text) => rejected.includes(text)))
      setOff(`practice: ${format.name}`, `another form${formText(keywords)}`);
    else if (rejected.length > 0)
      this.#notExpressed(
        endpoint,
        path,
        [`practice: ${format.name}`, `less than that${formText(keywords)}`],
        `generated requests have ${formatValue(rejected[0], 50)}`,
      );
  }

  #compareAnswerValue(name: keyof typeof responseFormats, schema: DocumentSchema, place: Place): void {
    const { endpoint, path, examples } = place;
    const where = [endpoint, path] as const;
    if (path === 'response.timestamp') {
      const description = String(schema.keywords.get('description') ?? '');
      const isMs =
        /\bmilli-?seconds?\b|\bms\b/i.test(description) || examples.some((value) => Number(value) > 1e11);
      if (isMs) this.#setConvention(where, 'timestampUnit', 'ms', ['not shown; s in practice', 'ms']);
    }
    const values = schema.keywords.get('enum');
    const names = Array.isArray(values) ? values.map(String) : [];
    if (path === 'response.stage') this.#compareStages(names, where);
    if (path.endsWith('.blockchainType')) this.#compareNames('blockchainTypes', names, where);
    if (path.endsWith('.errorName')) this.#compareNames('errorNames', names, where);
    const { issueOf } = responseFormats[name] as { issueOf?: (text: string) => string | undefined };
    const wrong = examples.find((value) => typeof value === 'string' && issueOf?.(value) !== undefined);
    if (wrong !== undefined && this.#conventions.responseFormats === undefined)
      this.#setConvention(where, 'responseFormats', 'off', [
        `practice: ${issueOf?.(String(wrong))}`,
        `example ${formatValue(wrong, 40)}`,
      ]);
  }

  #compareStages(stages: readonly string[], where: readonly [BuiltInEndpointName, string]): void {
    if (!this.#compareNames('stages', stages, where, 'check their order')) return;
    const known = neutralConventions({ stages }, this.#chains).stages;
    if (known.includes(defaultConventions.includedStage)) return;
    const included = known.filter((stage) => /includ/i.test(stage)).at(-1);
    const texts = [defaultConventions.includedStage, 'not shown'] as const;
    if (included !== undefined)
      this.#setConvention(where, 'includedStage', included, texts, 'a guess from its name: check it');
    else {
      delete this.#conventions.stages;
      this.#notExpressed(
        ...where,
        texts,
        'set conventions.stages and includedStage: no name says which stage is the inclusion',
      );
    }
  }

  /** Sets a list of names, if it differs. Returns whether it does. */
  #compareNames(
    name: 'stages' | 'blockchainTypes' | 'errorNames',
    given: readonly string[],
    where: readonly [BuiltInEndpointName, string],
    note?: string,
  ): boolean {
    const names = [...new Set(given)];
    const inPractice = defaultConventions[name].map((known) => toWireEnum(known, this.#chains));
    if (names.length === 0 || areSameNames(names, inPractice)) return false;
    const value = name === 'errorNames' ? names : neutralConventions({ stages: names }, this.#chains).stages;
    this.#setConvention(
      where,
      name,
      value,
      [inPractice.join(', '), names.map((item) => shown(item)).join(', ')],
      note,
    );
    return true;
  }

  // Answers.

  #compareAnswers(endpoint: BuiltInEndpointName, { reader, statuses, answer }: FoundOperation): void {
    const expected = [200, ...builtInFacts[endpoint].statuses].map(String);
    for (const status of statuses) {
      if (
        expected.includes(status) ||
        !/^[1-4]\d\d$/.test(status) ||
        gatewayStatuses.includes(Number(status))
      )
        continue;
      // A method without a route.
      if (status === '405') continue;
      this.#notExpressed(
        endpoint,
        `status ${status}`,
        [expected.join(', '), status],
        'campaigns report it, unless they skip the check undocumented-status',
      );
    }
    const missing = expected.filter((status) => !isCovered(status, statuses));
    const others = missing.filter((status) => status !== '200');
    if (others.length > 0)
      this.#add(endpoint, 'status', {
        ...{ interface: others.join(', '), document: 'not shown', kind: 'none' },
        becomes: 'practice stays',
      });
    if (answer?.schema === undefined) {
      const types = answer === undefined ? namesText(statuses) : answer.types;
      this.#notExpressed(
        endpoint,
        'status 200',
        ['application/json', types],
        'the client reads JSON with status 200',
      );
      return;
    }
    const fields = endpoint === 'simulate' ? simulationFields : inclusionFields;
    const root = { endpoint, isRequest: false, path: '', object: undefined, examples: answer.examples };
    const body = reader.schemaOf(answer.schema);
    if (!this.#hasType('object', body, { ...root, path: 'answer' })) return;
    const part = body.members.get('response');
    if (part === undefined) {
      this.#notExpressed(endpoint, 'response', ['object', 'none'], 'the client expects the member response');
      return;
    }
    for (const name of body.members.keys())
      if (name !== 'response') this.#declare(name, body, reader, { ...root, path: 'answer' });
    const inner = reader.schemaOf(part);
    const examples = [
      ...answer.examples.map((example) => memberAt(example, ['response'])),
      ...exampleValues(inner.keywords),
    ];
    const place = { ...root, path: 'response', object: extendable[`${endpoint} response`], examples };
    if (this.#hasType('object', inner, place)) this.#compareMembers(fields, inner, reader, place);
  }

  #wirePath(path: string): string {
    const names = wireFields(this.#chains);
    return path.replace(/^\w+/, (name) => names.get(name) ?? name);
  }
}

/** Returns valid texts of a format: its examples, their spellings, and its boundaries. */
function validTexts(format: Format): readonly string[] {
  const texts = [
    ...format.examples,
    ...format.examples.flatMap((text) => format.spellings(text)),
    ...format.boundaries.map(({ value }) => value),
  ];
  return [...new Set(texts)].filter((text) => format.issueOf(text) === undefined);
}

function formText(keywords: DocumentSchema['keywords']): string {
  const named = ['format', 'pattern', 'minLength', 'maxLength', 'enum'].flatMap((name) =>
    keywords.has(name) ? [`${name} ${jsonShown(keywords.get(name))}`] : [],
  );
  return named.length === 0 ? '' : `: ${named.join(', ')}`;
}

/** Returns the type of a field of the interface: `array of object`. */
function interfaceType(field: RequestField | ResponseField): string {
  if ('members' in field) return 'object';
  if ('items' in field) return 'array of object';
  const kind = typeof field.format === 'string' ? responseFormats[field.format].kind : 'a string';
  return kind.replace(/^an? /, '');
}

/** Returns the type of a schema of the document. */
function typeText(reader: DocumentReader, part: SchemaPart, depth = 0): string {
  const { types, isNullable, items, choices, keywords, problems } = reader.schemaOf(part);
  if (problems.length > 0) return 'cannot be read';
  const values = keywords.get('enum');
  const names = types.map((type) =>
    type === 'array' && items !== undefined && depth < 3
      ? `array of ${typeText(reader, items, depth + 1)}`
      : type,
  );
  const plain =
    names.length > 0
      ? names.join(' or ')
      : choices.length > 0
        ? `one of ${choices.flat().length} schemas`
        : 'any';
  const listed = Array.isArray(values) ? `: ${formatText(values.join(', '), 40)}` : '';
  return `${plain}${isNullable ? ' or null' : ''}${listed}`;
}

function isCovered(status: string, statuses: readonly string[]): boolean {
  return statuses.some(
    (known) => known === status || known.toUpperCase() === `${status[0]}XX` || known === 'default',
  );
}

function areSameNames(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name) => others.includes(name));
}

function folded(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function namesOf(parameters: readonly { readonly name: string }[]): string {
  return namesText(parameters.map(({ name }) => name));
}

function namesText(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => shown(name)).join(', ');
}

function jsonShown(value: unknown): string {
  return formatText(jsonText(value), 40);
}

/** Formats a name of the document. */
function shown(name: string): string {
  return formatText(name, 60);
}
