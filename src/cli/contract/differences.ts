import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import { type ExtendableObject, memberNameIssue, wireSpelling } from '../../contract/extension.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { memberAt } from '../../internal/json.js';
import { formatText, formatValue } from '../../internal/print.js';
import { type DocumentSchema, exampleValues } from './document-schema.js';

/** What a difference amounts to. */
export type DifferenceKind =
  /** A member of the extension. */
  | 'extension'
  /** A convention. */
  | 'convention'
  /** Another option of the deployment. */
  | 'option'
  /** Nothing, because nothing needs to be done. */
  | 'none'
  /** Nothing, because crosscheck has no option for it. */
  | 'not-expressed';

/** A difference between a document and the interface, or something that only one of them says. */
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
  /** The neutral name. */
  readonly name: string;
  /** See `wireSpelling`. */
  readonly spelling: string;
  readonly code: string;
}

/** The result so far: the differences, and the extension and the conventions that they amount to. */
export class Differences {
  readonly chains: ChainNames;
  readonly rows: Difference[] = [];
  /** In neutral names. */
  readonly conventions: { -readonly [Name in keyof Conventions]?: Conventions[Name] } = {};
  readonly #declared = new Map<ExtendableObject, DeclaredMember[]>();

  constructor(chains: ChainNames) {
    this.chains = chains;
  }

  /** The members of the extension, in the order of the interface. */
  get extension(): ReadonlyMap<ExtendableObject, readonly DeclaredMember[]> {
    const objects = Object.values(extendable).filter((object) => this.#declared.has(object));
    return new Map(objects.map((object) => [object, this.declaredIn(object)]));
  }

  declaredIn(object: ExtendableObject): readonly DeclaredMember[] {
    return this.#declared.get(object) ?? [];
  }

  /** Returns why the extension cannot have one more member of this name; undefined if it can. */
  nameIssue(object: ExtendableObject, name: string): string | undefined {
    const spelling = wireSpelling(name, this.chains);
    const same = this.declaredIn(object).filter((member) => member.spelling === spelling);
    const names = same.map((member) => member.name);
    return memberNameIssue(object, name, names, this.chains);
  }

  declare(object: ExtendableObject, name: string, code: string): void {
    const member = { name, spelling: wireSpelling(name, this.chains), code };
    const members = this.#declared.get(object);
    if (members === undefined) this.#declared.set(object, [member]);
    else members.push(member);
  }

  at(endpoint: BuiltInEndpointName, path: string, examples: readonly unknown[] = []): Place {
    return new Place(this, endpoint, path, path, examples);
  }
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

/** A part of an operation, in the interface and in a document. */
export class Place {
  readonly endpoint: BuiltInEndpointName;
  /** In the names of the deployment: `request.evmCallParams`. */
  readonly path: string;
  /** In neutral names: `request.alphaCallParams`. */
  readonly neutralPath: string;
  /** The values that examples of the document have there. */
  readonly examples: readonly unknown[];
  readonly #differences: Differences;

  constructor(
    differences: Differences,
    endpoint: BuiltInEndpointName,
    path: string,
    neutralPath: string,
    examples: readonly unknown[],
  ) {
    this.#differences = differences;
    this.endpoint = endpoint;
    this.path = path;
    this.neutralPath = neutralPath;
    this.examples = examples;
  }

  /** Whether the client sends what is there. */
  get isRequest(): boolean {
    return /^(?:request|query)\b/.test(this.path);
  }

  /** The object of the extension that takes more members of an object; undefined if none does. */
  get object(): ExtendableObject | undefined {
    return extendable[`${this.endpoint} ${this.neutralPath}`];
  }

  member(wire: string, neutral: string, schema?: DocumentSchema): Place {
    const inside = this.examples.map((example) => memberAt(example, [wire]));
    return this.#inner(`.${shown(wire)}`, `.${neutral}`, inside, schema);
  }

  items(schema: DocumentSchema): Place {
    const inside = this.examples.flatMap((example) => (Array.isArray(example) ? example : []));
    return this.#inner('[]', '[]', inside, schema);
  }

  #inner(
    wire: string,
    neutral: string,
    inside: readonly unknown[],
    schema: DocumentSchema | undefined,
  ): Place {
    const examples = [...inside, ...(schema === undefined ? [] : exampleValues(schema.keywords))];
    return new Place(
      this.#differences,
      this.endpoint,
      this.path + wire,
      this.neutralPath + neutral,
      examples.filter((value) => value !== undefined),
    );
  }

  /** Adds a difference: what the interface has, what the document has, and what becomes of it. */
  differs(kind: DifferenceKind, expected: string, received: string, becomes: string): void {
    const { endpoint, path } = this;
    this.#differences.rows.push({
      ...{ endpoint, path, interface: expected, document: received, kind, becomes },
    });
  }

  /** Sets a convention that expresses a difference. */
  setConvention<Name extends keyof Conventions>(
    name: Name,
    value: Conventions[Name],
    expected: string,
    received: string,
    note?: string,
  ): void {
    this.#differences.conventions[name] = value;
    const becomes = `conventions.${name}: ${formatValue(value, 60)}`;
    this.differs('convention', expected, received, note === undefined ? becomes : `${becomes}; ${note}`);
  }
}

/** Formats a name of a document. */
export function shown(name: string): string {
  return formatText(name, 60);
}

/** Formats names of a document as a list. */
export function shownNames(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(shown).join(', ');
}
