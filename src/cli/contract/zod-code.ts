import { z } from 'zod';
import { memberName, quotedText } from '../../internal/code-text.js';
import { formatText } from '../../internal/print.js';
import { isInherited } from '../../internal/schema-introspection.js';
import {
  annotations,
  type DocumentReader,
  type DocumentSchema,
  exampleValues,
  type SchemaPart,
} from './document-schema.js';
import { unmatchedTexts } from './regular-expression.js';

/** A zod schema as code, and the keywords of the document's schema that it leaves out. */
export interface ZodCode {
  readonly code: string;
  readonly leftOut: readonly string[];
}

/** What the code of a member depends on. */
export interface MemberUse {
  /** Integers of requests are numbers, those of answers bigints, which are exact. */
  readonly isRequest: boolean;
  readonly isRequired: boolean;
  /** The indentation of the member. */
  readonly indent: string;
}

/** Deeper schemas are not written. */
const maxDepth = 8;

/** Formats of texts that zod knows. */
const textFormats: Readonly<Record<string, readonly [code: string, schema: z.ZodType]>> = {
  uuid: ['.uuid()', z.uuid()],
  email: ['.email()', z.email()],
  ipv4: ['.ipv4()', z.ipv4()],
  ipv6: ['.ipv6()', z.ipv6()],
  uri: ['.url()', z.url()],
  url: ['.url()', z.url()],
  byte: ['.base64()', z.base64()],
  date: ['.iso.date()', z.iso.date()],
  'date-time': ['.iso.datetime({ offset: true })', z.iso.datetime({ offset: true })],
};

/** Keywords that do not constrain values, or that the code expresses. */
const expressed: ReadonlySet<string> = new Set([
  ...annotations,
  ...['readOnly', 'writeOnly', 'volatile', 'xml', 'externalDocs', 'discriminator'],
  ...['$schema', '$comment', '$anchor', 'format', 'enum', 'const'],
  ...['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

/** Writes the schema of a member: `z.array(z.string()).optional().describe('…')`. */
export function zodCode(reader: DocumentReader, part: SchemaPart, use: MemberUse): ZodCode {
  const writer = new ZodWriter(reader, use.isRequest);
  return { code: writer.member(part, use.isRequired, use.indent, 0), leftOut: [...writer.leftOut] };
}

class ZodWriter {
  readonly leftOut = new Set<string>();
  readonly #reader: DocumentReader;
  readonly #isRequest: boolean;

  constructor(reader: DocumentReader, isRequest: boolean) {
    this.#reader = reader;
    this.#isRequest = isRequest;
  }

  /** Writes the schema of a member with what may be absent, and its description. */
  member(part: SchemaPart, isRequired: boolean, indent: string, depth: number): string {
    const schema = this.#reader.schemaOf(part);
    const calls = [
      ...this.#calls(schema, indent, depth),
      ...(isRequired ? [] : ['.optional()']),
      ...this.#metadata(schema),
    ];
    return chain(calls, indent);
  }

  #value(part: SchemaPart, indent: string, depth: number): string {
    return `z${this.#calls(this.#reader.schemaOf(part), indent, depth).join('')}`;
  }

  #calls(schema: DocumentSchema, indent: string, depth: number): readonly string[] {
    const nullable = schema.isNullable && !schema.types.includes('null') ? ['.nullable()'] : [];
    return [...this.#plainCalls(schema, indent, depth), ...nullable];
  }

  #plainCalls(schema: DocumentSchema, indent: string, depth: number): readonly string[] {
    const { types, choices, keywords, problems, isRecursive } = schema;
    for (const problem of problems) this.leftOut.add(problem);
    if (isRecursive || depth > maxDepth)
      this.leftOut.add(isRecursive ? 'a schema that contains itself' : 'its deeper parts');
    if (problems.length > 0 || isRecursive || depth > maxDepth) return ['.unknown()'];
    for (const name of keywords.keys())
      if (!expressed.has(name) && !name.startsWith('x-')) this.leftOut.add(name);
    const [options, ...more] = choices;
    if (more.length > 0 || (options !== undefined && types.length > 0)) this.leftOut.add('anyOf or oneOf');
    else if (options !== undefined)
      return [`.union([${options.map((option) => this.#value(option, indent, depth + 1)).join(', ')}])`];
    const values = keywords.has('const') ? [keywords.get('const')] : keywords.get('enum');
    if (Array.isArray(values) && values.length > 0) return enumCalls(values);
    const [type, ...others] = types.length > 0 ? types : [impliedType(schema)];
    if (others.length === 0) return this.#typeCalls(type, schema, indent, depth);
    const ofEach = types.map((each) => `z${this.#typeCalls(each, schema, indent, depth).join('')}`);
    return [`.union([${ofEach.join(', ')}])`];
  }

  #typeCalls(
    type: string | undefined,
    schema: DocumentSchema,
    indent: string,
    depth: number,
  ): readonly string[] {
    const { keywords } = schema;
    switch (type) {
      case 'string':
        return this.#textCalls(keywords);
      case 'integer':
        return this.#integerCalls(keywords);
      case 'number':
        return ['.number()', ...boundCalls(keywords, '')];
      case 'boolean':
        return ['.boolean()'];
      case 'null':
        return ['.null()'];
      case 'array':
        return [
          `.array(${schema.items === undefined ? 'z.unknown()' : this.#value(schema.items, indent, depth + 1)})`,
          ...lengthCalls(keywords, 'minItems', 'maxItems'),
        ];
      case 'object':
        return this.#objectCalls(schema, indent, depth);
      default:
        return ['.unknown()'];
    }
  }

  #textCalls(keywords: DocumentSchema['keywords']): readonly string[] {
    const pattern = keywords.get('pattern');
    const expression = pattern === undefined ? undefined : this.#reader.expressions.of(String(pattern));
    if (expression !== undefined && 'issue' in expression)
      this.leftOut.add(`pattern ${formatText(String(pattern), 40)}, because ${expression.issue}`);
    const [format = '.string()'] = textFormats[String(keywords.get('format'))] ?? [];
    return [
      format,
      ...(expression !== undefined && 'code' in expression ? [`.regex(${expression.code})`] : []),
      ...lengthCalls(keywords, 'minLength', 'maxLength'),
    ];
  }

  #integerCalls(keywords: DocumentSchema['keywords']): readonly string[] {
    const isSmall = keywords.get('format') === 'int32';
    if (!this.#isRequest && !isSmall) return ['.bigint()', ...boundCalls(keywords, 'n')];
    const isGreat = (value: unknown): boolean =>
      isNumeric(value) && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
    const greatBounds = ['minimum', 'maximum'].filter((bound) => isGreat(keywords.get(bound)));
    if (greatBounds.length > 0 || keywords.get('format') === 'uint64')
      this.leftOut.add('integers of 2^53 and more, which the client cannot send');
    // A safe integer is within these anyway.
    return [
      '.int()',
      ...boundCalls(new Map([...keywords].filter(([name]) => !greatBounds.includes(name))), ''),
    ];
  }

  #objectCalls(
    { members, required, additional }: DocumentSchema,
    indent: string,
    depth: number,
  ): readonly string[] {
    const rest = typeof additional === 'object' ? this.#value(additional, indent, depth + 1) : undefined;
    if (members.size === 0 && additional !== false) return [`.record(z.string(), ${rest ?? 'z.unknown()'})`];
    const inner = `${indent}  `;
    for (const name of members.keys()) if (isInherited(name)) this.leftOut.add(`the member ${name}`);
    const shape = [...members]
      .filter(([name]) => !isInherited(name))
      .map(([name, part]) => {
        const code = this.member(part, required.has(name), inner, depth + 1);
        return `${inner}${memberName(name)}: ${code},\n`;
      });
    const object = additional === false ? '.strictObject' : rest === undefined ? '.looseObject' : '.object';
    return [
      `${object}({\n${shape.join('')}${indent}})`,
      ...(rest === undefined ? [] : [`.catchall(${rest})`]),
    ];
  }

  #metadata({ keywords, types }: DocumentSchema): readonly string[] {
    const description = keywords.get('description');
    const text = typeof description === 'string' ? description.trim() : '';
    const isVolatile = keywords.get('volatile') === true || keywords.get('x-volatile') === true;
    const examples = exampleValues(keywords).flatMap((value) => this.#example(value, types, keywords));
    const meta = [
      ...(text === '' ? [] : [`description: ${quotedText(text)}`]),
      ...(examples.length === 0 ? [] : [`examples: [${examples.join(', ')}]`]),
      ...(isVolatile ? ['volatile: true'] : []),
    ];
    if (meta.length === 0) return [];
    return examples.length === 0 && !isVolatile
      ? [`.describe(${quotedText(text)})`]
      : [`.meta({ ${meta.join(', ')} })`];
  }

  #example(value: unknown, types: readonly string[], keywords: DocumentSchema['keywords']): string[] {
    if (typeof value === 'string' && types.includes('string')) return [quotedText(value)];
    if (typeof value === 'boolean' && types.includes('boolean')) return [String(value)];
    const isBigint = types.includes('integer') && this.#integerCalls(keywords)[0] === '.bigint()';
    return typeof value === 'bigint' && types.length > 0 && !types.includes('string')
      ? [isBigint ? `${value}n` : `${value}`]
      : [];
  }
}

/**
 * Returns the texts that a schema of texts rejects; undefined if its pattern takes too long.
 *
 * @param expression - The code of its pattern, if it has one.
 */
export function rejectedTexts(
  keywords: DocumentSchema['keywords'],
  expression: string | undefined,
  texts: readonly string[],
): readonly string[] | undefined {
  const { minLength, maxLength, enum: values, const: constant, format } = Object.fromEntries(keywords);
  const [, ofFormat] = textFormats[String(format)] ?? [];
  const byPattern = expression === undefined ? [] : unmatchedTexts(expression, texts);
  return (
    byPattern &&
    texts.filter((text) => {
      const length = BigInt([...text].length);
      return (
        byPattern.includes(text) ||
        (typeof minLength === 'bigint' && length < minLength) ||
        (typeof maxLength === 'bigint' && length > maxLength) ||
        (Array.isArray(values) && !values.includes(text)) ||
        (constant !== undefined && constant !== text) ||
        ofFormat?.safeParse(text).success === false
      );
    })
  );
}

function enumCalls(values: readonly unknown[]): readonly string[] {
  if (values.length > 1 && values.every((value) => typeof value === 'string'))
    return [`.enum([${values.map(quotedText).join(', ')}])`];
  const literals = values.filter((value) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value));
  const texts = literals.map((value) => (typeof value === 'string' ? quotedText(value) : String(value)));
  return literals.length < values.length
    ? ['.unknown()']
    : [`.literal(${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`})`];
}

function impliedType({ members, items, additional }: DocumentSchema): string | undefined {
  if (members.size > 0 || typeof additional === 'object') return 'object';
  return items === undefined ? undefined : 'array';
}

function lengthCalls(keywords: DocumentSchema['keywords'], min: string, max: string): string[] {
  return [
    ...(isNumeric(keywords.get(min)) ? [`.min(${keywords.get(min)})`] : []),
    ...(isNumeric(keywords.get(max)) ? [`.max(${keywords.get(max)})`] : []),
  ];
}

/** Writes the bounds of a number. In OpenAPI 3.0, exclusive bounds are switches of the others. */
function boundCalls(keywords: DocumentSchema['keywords'], suffix: '' | 'n'): string[] {
  const call = (method: string, value: unknown): string[] =>
    isNumeric(value) && (suffix === '' || typeof value === 'bigint') ? [`.${method}(${value}${suffix})`] : [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = Object.fromEntries(keywords);
  return [
    ...call(exclusiveMinimum === true ? 'gt' : 'min', minimum),
    ...call('gt', exclusiveMinimum),
    ...call(exclusiveMaximum === true ? 'lt' : 'max', maximum),
    ...call('lt', exclusiveMaximum),
    ...call('multipleOf', multipleOf),
  ];
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

/** The maximum length of a line that can be broken. */
const lineLength = 100;

/** Writes a chain of calls: in one line, or each in a line of its own if that would be too long. */
function chain(calls: readonly string[], indent: string): string {
  const line = `z${calls.join('')}`;
  // An object starts on the line of its member.
  if (calls[0]?.includes('\n') || indent.length + line.length + 30 <= lineLength) return line;
  return `z${calls.map((call) => `\n${indent}  ${call}`).join('')}`;
}
