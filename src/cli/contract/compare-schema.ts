import { type Conventions, defaultConventions } from '../../contract/conventions.js';
import { neutralConventions, neutralPath, wireFields } from '../../contract/dialect.js';
import { foldedName, neutralMember } from '../../contract/extension.js';
import type { Format } from '../../contract/formats.js';
import { toWireEnum } from '../../contract/names.js';
import { type ResponseFormat, responseFormats } from '../../contract/response-formats.js';
import type { ResponseField } from '../../contract/responses.js';
import {
  type RequestField,
  requestFieldPaths,
  simulationRequestSchema,
} from '../../contract/simulation-request.js';
import { jsonText } from '../../internal/json.js';
import { counted, formatText, formatValue } from '../../internal/print.js';
import { type Differences, type Place, shown, shownNames } from './differences.js';
import type { DocumentReader, DocumentSchema, SchemaPart } from './document-schema.js';
import { rejectedTexts, zodCode } from './zod-code.js';

type Field = RequestField | ResponseField;

/** Keywords that are not compared, and whether they can declare members or only constrain values. */
const uncompared: Readonly<Record<string, 'members' | 'values'>> = {
  if: 'members',
  dependentSchemas: 'members',
  patternProperties: 'members',
  prefixItems: 'members',
  dependentRequired: 'values',
  propertyNames: 'values',
  minProperties: 'values',
  maxProperties: 'values',
  not: 'values',
  contains: 'values',
  minItems: 'values',
  maxItems: 'values',
  uniqueItems: 'values',
};

/** Keywords that constrain texts. */
const textForms = ['format', 'pattern', 'minLength', 'maxLength', 'enum', 'const'];

/** The rule between members of a call in the schema of the interface: arguments need a method name. */
const callConstraints = simulationRequestSchema().shape.alphaCallParams.meta()?.anyOf;

/** Compares the schemas of an operation with the fields of the interface. */
export class SchemaComparison {
  /** The fields that requests must have, in neutral names. */
  readonly required = new Set<string>();
  /** The objects of requests in which other members are valid. */
  readonly open: string[] = [];
  /** The fields of requests that may be any text. */
  readonly anyText: string[] = [];
  readonly #differences: Differences;
  readonly #reader: DocumentReader;

  constructor(differences: Differences, reader: DocumentReader) {
    this.#differences = differences;
    this.#reader = reader;
  }

  /** Compares the members of an object. */
  compareMembers(fields: Readonly<Record<string, Field>>, schema: DocumentSchema, place: Place): void {
    const { chains } = this.#differences;
    const wireNames = place.object === 'simulationRequest' ? wireFields(chains) : new Map<string, string>();
    const others = new Set(schema.members.keys());
    for (const [name, field] of Object.entries(fields)) {
      const wire = wireNames.get(name) ?? name;
      const part = schema.members.get(wire);
      others.delete(wire);
      if (part === undefined) reportMissing(field, wire, schema, place.member(wire, name));
      else {
        const inner = this.#reader.schemaOf(part);
        this.#compareField(field, inner, place.member(wire, name, inner));
      }
    }
    for (const name of others) this.declare(name, schema, place);
    reportUncompared(schema, place);
    this.#reportChoices(schema, place);
    if (place.isRequest) this.#compareRequestObject(schema, place);
    else {
      // The extension says it of its own members.
      const required = [...schema.required].filter((name) => !others.has(name));
      const becomes = 'the client accepts answers without them';
      if (required.length > 0)
        place.differs('none', 'none required', `required: ${shownNames(required)}`, becomes);
    }
  }

  #compareRequestObject({ members, required, additional }: DocumentSchema, place: Place): void {
    const { path, object } = place;
    const { chains } = this.#differences;
    for (const name of required) {
      const neutral = neutralPath(`${path}.${name}`.replace(/^request\./, ''), chains);
      this.required.add(neutral);
      if (!members.has(name) && !requestFieldPaths.some((known) => known === neutral))
        place.member(name, name).differs('not-expressed', 'none', 'required', 'it has no schema');
    }
    if (additional !== false && object !== undefined) this.open.push(path);
  }

  #reportChoices({ choices }: DocumentSchema, place: Place): void {
    for (const choice of choices) {
      const schemas = choice.map(({ sources: [source] }) => source?.value);
      if (place.object === 'callParams' && jsonText(schemas) === jsonText(callConstraints)) continue;
      const received = `one of ${choice.length} schemas`;
      place.differs('not-expressed', 'no choice', received, 'its alternatives are not compared');
    }
  }

  /** Adds a member to the extension, or says why it cannot be one. */
  declare(wire: string, { members, required }: DocumentSchema, place: Place): void {
    const { isRequest, object } = place;
    const part = members.get(wire) as SchemaPart;
    const { keywords, problems } = this.#reader.schemaOf(part);
    if (keywords.get(isRequest ? 'readOnly' : 'writeOnly') === true) return;
    const member = place.member(wire, wire);
    const type = this.#typeText(part);
    const name = neutralMember(wire, this.#differences.chains);
    if (object === undefined || name === undefined || problems.length > 0) {
      const drift = isRequest ? '' : '; results list it in drift';
      const why =
        object === undefined
          ? `an extension has no members there${drift}`
          : (problems[0] ?? 'it has no neutral name');
      member.differs('not-expressed', 'none', type, why);
      return;
    }
    const issue = this.#differences.nameIssue(object, name);
    if (issue !== undefined) {
      member.differs('not-expressed', 'none', type, issue);
      return;
    }
    const isRequired = required.has(wire);
    const { code, leftOut } = zodCode(this.#reader, part, { isRequest, isRequired, indent: '    ' });
    this.#differences.declare(object, name, code);
    const received = isRequired ? `${type}, required` : type;
    const without = leftOut.map((text) => formatText(text, 140)).join(', ');
    const inAnswer = without === '' || isRequest ? '' : `, without: ${without}`;
    member.differs('extension', 'none', received, `extend.${object}.${shown(name)}${inAnswer}`);
    if (!isRequest || without === '') return;
    const why = 'the extension leaves it out, so generated requests do not respect it';
    member.differs('not-expressed', 'none', without, why);
  }

  #compareField(field: Field, schema: DocumentSchema, place: Place): void {
    if (!this.hasType(interfaceType(field), schema, place, 'nullable' in field)) return;
    if (!('members' in field)) reportUncompared(schema, place);
    if ('members' in field) this.compareMembers(field.members, schema, place);
    else if ('items' in field) {
      if (schema.items === undefined) return;
      const items = this.#reader.schemaOf(schema.items);
      const at = place.items(items);
      if (this.hasType('object', items, at)) this.compareMembers(field.items, items, at);
    } else if (typeof field.format !== 'string') this.compareText(field.format, schema, place);
    else this.#compareAnswerValue(responseFormats[field.format], schema, place);
  }

  /** Returns the only alternative of a body that has one of some members, and says that it is compared; otherwise the body. */
  chosen(body: DocumentSchema, names: readonly string[], place: Place): DocumentSchema {
    const [alternatives = [], ...more] = body.choices;
    if (body.members.size > 0 || more.length > 0) return body;
    const fitting = alternatives
      .map((part) => this.#reader.schemaOf(part))
      .filter(({ members }) => names.some((name) => members.has(name)));
    const [only, ...others] = fitting;
    if (only === undefined || others.length > 0) return body;
    const known = names.filter((name) => only.members.has(name));
    const becomes = `the one with ${shownNames(known.slice(0, 3))} is compared`;
    place.differs('none', 'no choice', `one of ${alternatives.length} schemas`, becomes);
    return only;
  }

  /** Returns whether a value has the type of the interface, and reports it otherwise. */
  hasType(expected: string, schema: DocumentSchema, place: Place, mayBeNull = false): boolean {
    const { isRequest } = place;
    const { types, isNullable, problems, choices, members } = schema;
    const [problem] = problems;
    if (problem !== undefined) {
      place.differs('not-expressed', expected, 'cannot be read', problem);
      return false;
    }
    if (types.length === 0 && choices.length > 0 && members.size === 0) {
      const received = `one of ${counted(choices.flat().length, 'schema')}`;
      place.differs('not-expressed', expected, received, 'its alternatives are not compared');
      return false;
    }
    const type = expected.replace(/ of .*$/, '');
    const fits =
      types.length === 0 || (isRequest ? types.includes(type) : types.every((given) => given === type));
    const isNull = isNullable && (isRequest || (!mayBeNull && type !== 'object'));
    const received = [...new Set([...types, ...(isNull ? ['null'] : [])])].join(' or ');
    const withArticle = `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
    if (isRequest && fits && received !== type && received !== '') {
      const becomes = `the client sends ${withArticle}; a campaign reports that others are accepted`;
      place.differs('none', expected, received, becomes);
    } else if (!fits || isNull) {
      const who = isRequest ? 'the client sends' : 'the client expects';
      place.differs('not-expressed', expected, received, `${who} ${withArticle}`);
    }
    return fits;
  }

  /** Compares the valid texts of a request field with its format in practice. */
  compareText(format: Format, { keywords }: DocumentSchema, place: Place): void {
    const { name, issueOf, examples } = format;
    const wrong = place.examples.find((value) => typeof value === 'string' && issueOf(value) !== undefined);
    if (wrong !== undefined) {
      const expected = `practice: ${issueOf(String(wrong))}`;
      place.setConvention('requestValidation', 'off', expected, `example ${formatValue(wrong, 40)}`);
      return;
    }
    if (!textForms.some((form) => keywords.has(form))) {
      this.anyText.push(place.path.replace(/^request\./, ''));
      return;
    }
    // A document of crosscheck leaves out what a pattern cannot verify.
    const own = format.narrowPattern?.([]).slice(0, -2);
    if (own !== undefined && String(keywords.get('pattern')).startsWith(own)) return;
    const forms = textForms.filter((form) => keywords.has(form));
    const received = forms.map((form) => `${form} ${shortJson(keywords.get(form))}`).join(', ');
    const notExpressed = (why: string): void =>
      place.differs('not-expressed', `practice: ${name}`, received, why);
    const pattern = keywords.get('pattern');
    const expression = pattern === undefined ? undefined : this.#reader.expressions.of(String(pattern));
    if (expression !== undefined && 'issue' in expression) {
      notExpressed(expression.issue);
      return;
    }
    const rejected = rejectedTexts(keywords, expression?.code, validTexts(format));
    if (rejected === undefined) notExpressed('its pattern takes too long');
    else if (examples.every((text) => rejected.includes(text)))
      place.setConvention('requestValidation', 'off', `practice: ${name}`, received);
    else if (rejected.length > 0) {
      notExpressed(`generated requests contain ${formatValue(rejected[0], 50)}`);
    }
  }

  #compareAnswerValue({ issueOf }: ResponseFormat, { keywords }: DocumentSchema, place: Place): void {
    const { examples } = place;
    const where = `${place.endpoint} ${place.neutralPath}`;
    const values = [keywords.get('enum') ?? keywords.get('const') ?? []].flat();
    const names = [...new Set(values.map(String))];
    switch (where) {
      case 'inclusion response.stage':
        this.#compareStages(names, place);
        break;
      case 'inclusion response.transactions[].blockchainType':
        this.#compareNames('blockchainTypes', names, place);
        break;
      case 'inclusion response.note.errorName':
        this.#compareNames('errorNames', names, place);
        break;
      default:
        if (names.length > 0)
          place.differs('none', 'any value', shownNames(names), 'the client accepts other values too');
    }
    if (where === 'inclusion response.timestamp') {
      const isMs = /\bmilli-?seconds?\b|\bms\b/i.test(String(keywords.get('description')));
      // In seconds, this is the year 5138.
      if (isMs || examples.some((value) => Number(value) > 1e11))
        place.setConvention('timestampUnit', 'ms', 'not shown; s in practice', 'ms');
    }
    const wrong = examples.find((value) => typeof value === 'string' && issueOf?.(value) !== undefined);
    if (wrong === undefined || this.#differences.conventions.responseFormats !== undefined) return;
    const expected = `practice: ${issueOf?.(String(wrong))}`;
    place.setConvention('responseFormats', 'off', expected, `example ${formatValue(wrong, 40)}`);
  }

  #compareStages(stages: readonly string[], place: Place): void {
    const { chains, conventions } = this.#differences;
    if (!this.#compareNames('stages', stages, place, 'check their order')) return;
    const known = neutralConventions({ stages }, chains).stages;
    const { includedStage } = defaultConventions;
    if (known.includes(includedStage)) return;
    const included = known.filter((stage) => /includ/i.test(stage)).at(-1);
    if (included !== undefined) {
      place.setConvention(
        'includedStage',
        included,
        includedStage,
        'not shown',
        'a guess from its name: check it',
      );
      return;
    }
    // Without the stage of the inclusion, no deployment can have these.
    delete conventions.stages;
    const why = 'set conventions.stages and includedStage: no name says which stage is the inclusion';
    place.differs('not-expressed', includedStage, 'not shown', why);
  }

  /** Sets a list of names, if it differs. Returns whether it does. */
  #compareNames(
    convention: 'stages' | 'blockchainTypes' | 'errorNames',
    names: readonly string[],
    place: Place,
    note?: string,
  ): boolean {
    const { chains } = this.#differences;
    const inPractice = defaultConventions[convention].map((known) => toWireEnum(known, chains));
    const isSame = names.length === inPractice.length && names.every((name) => inPractice.includes(name));
    if (names.length === 0 || isSame) return false;
    const given: Partial<Conventions> = { [convention]: names };
    const { [convention]: value = names } = neutralConventions(given, chains);
    place.setConvention(convention, value, inPractice.join(', '), shownNames(names), note);
    return true;
  }

  /** Returns the type of a schema, for people. */
  #typeText(part: SchemaPart, depth = 0): string {
    const { types, isNullable, items, choices, keywords, problems } = this.#reader.schemaOf(part);
    if (problems.length > 0) return 'cannot be read';
    const names = types.map((type) =>
      type === 'array' && items !== undefined && depth < 3
        ? `array of ${this.#typeText(items, depth + 1)}`
        : type,
    );
    if (names.length === 0)
      names.push(choices.length > 0 ? `one of ${choices.flat().length} schemas` : 'any');
    if (isNullable) names.push('null');
    const values = keywords.get('enum');
    return `${names.join(' or ')}${Array.isArray(values) ? `: ${formatText(values.join(', '), 40)}` : ''}`;
  }
}

function reportMissing(
  field: Field,
  wire: string,
  { members, additional }: DocumentSchema,
  place: Place,
): void {
  // An object without members is not described. A member in another spelling is reported itself.
  if (members.size === 0 && additional !== false) return;
  if ([...members.keys()].some((other) => foldedName(other) === foldedName(wire))) return;
  const expected = interfaceType(field);
  if (!place.isRequest) place.differs('none', expected, 'none', 'every member of an answer may be absent');
  else if (additional !== false)
    place.differs('none', expected, 'none', 'the document accepts other members');
  else place.differs('not-expressed', expected, 'none', 'the client sends it if a test sets it');
}

function reportUncompared({ keywords }: DocumentSchema, place: Place): void {
  for (const [keyword, hides] of Object.entries(uncompared)) {
    const value = keywords.get(keyword);
    if (value === undefined || value === false || value === 0n) continue;
    const received = `${keyword} ${shortJson(value)}`;
    if (place.isRequest)
      place.differs('not-expressed', `no ${keyword}`, received, 'generated requests do not respect it');
    else if (hides === 'members')
      place.differs('not-expressed', `no ${keyword}`, received, 'its members are not compared');
    else place.differs('none', `no ${keyword}`, received, 'the client accepts other values too');
  }
}

/** Returns valid texts of a format: its examples, their spellings, and its boundaries. */
function validTexts({ examples, spellings, boundaries, issueOf }: Format): readonly string[] {
  const texts = [...examples, ...examples.flatMap(spellings), ...boundaries.map(({ value }) => value)];
  return [...new Set(texts)].filter((text) => issueOf(text) === undefined);
}

/** Returns the type of a field of the interface: `array of object`. */
function interfaceType(field: Field): string {
  if ('members' in field) return 'object';
  if ('items' in field) return 'array of object';
  return typeof field.format === 'string'
    ? responseFormats[field.format].kind.replace(/^an? /, '')
    : 'string';
}

function shortJson(value: unknown): string {
  return formatText(jsonText(value), 40);
}
