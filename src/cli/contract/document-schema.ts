import { UsageError } from '../../errors.js';
import { jsonText } from '../../internal/json.js';
import { isPlainObject } from '../../internal/objects.js';
import { formatText } from '../../internal/print.js';
import type { OpenApiDocument } from './read-document.js';
import { RegularExpressions } from './regular-expression.js';

/** A schema of a document: its references are resolved, and what `allOf` has in several places is merged. */
export interface DocumentSchema {
  /** The JSON types, without null; empty if any type is valid. */
  readonly types: readonly string[];
  /** Whether null is valid: `nullable`, a type `null`, or an alternative that is null. */
  readonly isNullable: boolean;
  readonly members: ReadonlyMap<string, SchemaPart>;
  readonly required: ReadonlySet<string>;
  readonly items: SchemaPart | undefined;
  /** Whether other members are valid, or what they must be. */
  readonly additional: boolean | SchemaPart;
  /** The alternatives of each `oneOf` and `anyOf` that has several. */
  readonly choices: readonly (readonly SchemaPart[])[];
  /** All other keywords. */
  readonly keywords: ReadonlyMap<string, unknown>;
  /** What cannot be read: a reference to another document, a contradiction. */
  readonly problems: readonly string[];
  /** Whether a reference leads back to a schema that this one is a part of. */
  readonly isRecursive: boolean;
}

/** Where a document has a schema: in one place, or in several with `allOf`. */
export interface SchemaPart {
  readonly sources: readonly Source[];
  /** What references on the way to it led to. */
  readonly within: ReadonlySet<unknown>;
}

/** A value of a document, with what its references start from. */
interface Source {
  readonly value: unknown;
  readonly base: unknown;
}

/** A document has a few hundred schemas; with references that multiply, these would be endless. */
const maxSchemas = 20_000;
/** How many references and `allOf` may lead to each other. */
const maxDepth = 100;

/** Keywords that describe values and do not constrain them. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'example',
  'examples',
  'default',
  'deprecated',
]);

/** Reads schemas, and other objects that may be references. External references are not followed. */
export class DocumentReader {
  readonly expressions = new RegularExpressions();
  readonly #document: OpenApiDocument;
  #left = maxSchemas;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * Returns an object of the document that is not a schema, such as a parameter; undefined if there is none.
   *
   * @param report - Called with the reason, if its reference cannot be followed.
   */
  objectOf(
    value: unknown,
    report: (problem: string) => void = () => {},
  ): Readonly<Record<string, unknown>> | undefined {
    const seen = new Set<unknown>();
    let at = value;
    while (isPlainObject(at) && '$ref' in at) {
      const target = this.#target(at.$ref, this.#document.root);
      if (typeof target === 'string' || seen.has(target.value)) {
        report(typeof target === 'string' ? target : loopText(at.$ref));
        return undefined;
      }
      seen.add(target.value);
      at = target.value;
    }
    return isPlainObject(at) ? at : undefined;
  }

  /** Returns a value of the document as a schema. */
  partOf(value: unknown): SchemaPart {
    return { sources: [{ value, base: this.#document.root }], within: new Set() };
  }

  /**
   * Reads a schema, without its members.
   *
   * @throws {UsageError} if the document makes too many schemas of its references.
   */
  schemaOf({ sources, within }: SchemaPart): DocumentSchema {
    const draft = new Draft(within);
    for (const source of sources) this.#add(draft, source, new Set(), 0);
    return draft.schema();
  }

  #add(draft: Draft, { value, base }: Source, followed: ReadonlySet<unknown>, depth: number): void {
    if (--this.#left < 0)
      throw new UsageError(
        `${this.#document.source} has references that make more than ${maxSchemas} schemas: simplify it, or remove all but the two operations`,
      );
    if (value === true) return;
    if (depth > maxDepth) {
      draft.problems.push('its references and allOf are nested too deeply');
      return;
    }
    if (!isPlainObject(value)) {
      draft.problems.push(value === false ? 'no value is valid' : 'its schema is not an object');
      return;
    }
    const inner = typeof value.$id === 'string' ? value : base;
    draft.addKeywords(value, inner);
    if ('$ref' in value) this.#follow(draft, value.$ref, inner, followed, depth);
    const { allOf, anyOf, oneOf } = value;
    for (const part of listOf(allOf)) this.#add(draft, { value: part, base: inner }, followed, depth + 1);
    for (const choice of [anyOf, oneOf]) {
      const options = listOf(choice).filter((option) => !isNull(option));
      if (options.length < listOf(choice).length) draft.isNullable = true;
      const [first] = options;
      if (options.length === 1) this.#add(draft, { value: first, base: inner }, followed, depth + 1);
      else if (options.length > 1)
        draft.choices.push(options.map((option) => ({ value: option, base: inner })));
    }
  }

  #follow(draft: Draft, ref: unknown, base: unknown, followed: ReadonlySet<unknown>, depth: number): void {
    const target = this.#target(ref, base);
    if (typeof target === 'string') draft.problems.push(target);
    else if (followed.has(target.value)) draft.problems.push(loopText(ref));
    else {
      draft.follow(target.value);
      this.#add(draft, target, new Set([...followed, target.value]), depth + 1);
    }
  }

  /** Returns what a reference leads to, or why it cannot be followed. */
  #target(ref: unknown, base: unknown): Source | string {
    const shown = formatText(String(ref), 80);
    if (typeof ref !== 'string' || !ref.startsWith('#'))
      return `${shown} is in another document, which is not read`;
    return pointed(ref, base) ?? pointed(ref, this.#document.root) ?? `${shown} is not in the document`;
  }
}

/** Returns the examples of a schema. */
export function exampleValues(keywords: DocumentSchema['keywords']): readonly unknown[] {
  const several = keywords.get('examples');
  return [
    ...(keywords.has('example') ? [keywords.get('example')] : []),
    ...(Array.isArray(several) ? several : []),
  ];
}

function loopText(ref: unknown): string {
  return `${formatText(String(ref), 80)} refers to itself`;
}

/** Follows a JSON pointer (RFC 6901) of a fragment. */
function pointed(ref: string, root: unknown): Source | undefined {
  let at: Source = { value: root, base: root };
  for (const step of ref.split('/').slice(1)) {
    const { value, base } = at;
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    const inner = (value as Record<string, unknown>)[name];
    at = { value: inner, base: isPlainObject(inner) && typeof inner.$id === 'string' ? inner : base };
  }
  return /^#(?:\/|$)/.test(ref) ? at : undefined;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** What is known of a schema while it is read. The outermost place comes first: its annotations count. */
class Draft {
  isNullable = false;
  readonly choices: Source[][] = [];
  readonly problems: string[] = [];
  readonly #within: ReadonlySet<unknown>;
  readonly #followed = new Set<unknown>();
  #isRecursive = false;
  #types: readonly string[] = [];
  readonly #members = new Map<string, Source[]>();
  readonly #required = new Set<string>();
  readonly #items: Source[] = [];
  #additional: false | Source[] = [];
  readonly #keywords = new Map<string, unknown>();

  constructor(within: ReadonlySet<unknown>) {
    this.#within = within;
  }

  follow(target: unknown): void {
    if (this.#within.has(target)) this.#isRecursive = true;
    this.#followed.add(target);
  }

  addKeywords(schema: Readonly<Record<string, unknown>>, base: unknown): void {
    const { $id, $ref, $defs, allOf, anyOf, oneOf, ...own } = schema;
    const { type, nullable, properties, required, items, ...rest } = own;
    const { additionalProperties, unevaluatedProperties, ...others } = rest;
    if (nullable === true) this.isNullable = true;
    this.#addTypes(type);
    for (const [name, value] of Object.entries(isPlainObject(properties) ? properties : {}))
      this.#members.set(name, [...(this.#members.get(name) ?? []), { value, base }]);
    for (const name of listOf(required)) this.#required.add(String(name));
    if (items !== undefined) this.#items.push({ value: items, base });
    for (const additional of [additionalProperties, unevaluatedProperties]) {
      if (additional === false) this.#additional = false;
      else if (isPlainObject(additional) && this.#additional)
        this.#additional.push({ value: additional, base });
    }
    for (const [name, value] of Object.entries(others)) this.#addKeyword(name, value);
  }

  #addTypes(type: unknown): void {
    const given = (Array.isArray(type) ? type : [type]).filter(
      (name): name is string => typeof name === 'string',
    );
    if (given.length === 0) return;
    const types = given.filter((name) => name !== 'null');
    if (types.length < given.length) this.isNullable = true;
    const common = inBoth(this.#types, types.length === 0 ? ['null'] : types);
    if (common.length === 0)
      this.problems.push(`it is ${this.#types.join(' or ')} and ${types.join(' or ')}`);
    else this.#types = common;
  }

  #addKeyword(name: string, value: unknown): void {
    const known = this.#keywords.get(name);
    if (name === 'enum') {
      const values = listOf(value).filter((item) => item !== null);
      if (values.length < listOf(value).length) this.isNullable = true;
      const kept =
        known === undefined ? values : values.filter((item) => (known as unknown[]).includes(item));
      this.#keywords.set(name, kept);
    } else if (known === undefined) this.#keywords.set(name, value);
    else if (!annotations.has(name) && !name.startsWith('x-') && jsonText(known) !== jsonText(value))
      this.problems.push(`${name} has two values`);
  }

  schema(): DocumentSchema {
    const within = new Set([...this.#within, ...this.#followed]);
    const part = (sources: readonly Source[]): SchemaPart => ({ sources, within });
    return {
      types: this.#types,
      isNullable: this.isNullable,
      members: new Map([...this.#members].map(([name, sources]) => [name, part(sources)])),
      required: this.#required,
      items: this.#items.length === 0 ? undefined : part(this.#items),
      additional: this.#additional && (this.#additional.length === 0 || part(this.#additional)),
      choices: this.choices.map((options) => options.map((option) => part([option]))),
      keywords: this.#keywords,
      problems: this.problems,
      isRecursive: this.#isRecursive,
    };
  }
}

/** Returns the types that two places allow; an integer is a number too. */
function inBoth(known: readonly string[], types: readonly string[]): readonly string[] {
  if (known.length === 0) return types;
  const accepts = (list: readonly string[], type: string): boolean =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  return [...new Set([...known, ...types])].filter((type) => accepts(known, type) && accepts(types, type));
}

function isNull(schema: unknown): boolean {
  if (!isPlainObject(schema)) return false;
  const { type, const: constant, enum: values } = schema;
  return (
    type === 'null' ||
    constant === null ||
    (Array.isArray(values) && values.length > 0 && values.every((value) => value === null))
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
