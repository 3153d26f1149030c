import XMLBuilder from 'fast-xml-builder';

// Most control characters, half surrogates, and two that are no characters: XML 1.0 has no way to write them.
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** An element: attributes with `@_` before their names, text as `#text`, and elements within it. */
export type XmlNode = { readonly [name: string]: string | number | XmlNode | readonly XmlNode[] };

/** A suite of a JUnit document. */
export interface JunitSuite {
  readonly name: string;
  readonly durationMs: number;
  /** Elements `testcase`. */
  readonly cases: readonly XmlNode[];
}

/** What a JUnit document says. */
interface JunitRun {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly suites: readonly JunitSuite[];
}

/** Writes a document for the test views of build servers. What XML cannot hold becomes U+FFFD. */
export function junitDocument({ name, startedAt, durationMs, suites }: JunitRun): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const document = {
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      '@_name': name,
      ...countsOf(suites.flatMap(({ cases }) => cases)),
      '@_time': seconds(durationMs),
      testsuite: suites.map((suite) => ({
        '@_name': suite.name,
        ...countsOf(suite.cases),
        '@_time': seconds(suite.durationMs),
        '@_timestamp': startedAt.replace(/(\.\d+)?Z$/, ''),
        testcase: suite.cases,
      })),
    },
  };
  return builder.build(document).replace(notInXml, '\ufffd');
}

/** The attributes of a case, which belongs to a suite. */
export function caseHead(suite: string, name: string, durationMs = 0): XmlNode {
  return { '@_classname': `crosscheck.${suite}`, '@_name': name, '@_time': seconds(durationMs) };
}

function countsOf(cases: readonly XmlNode[]): XmlNode {
  const count = (name: string): number => cases.filter((each) => name in each).length;
  return {
    '@_tests': cases.length,
    '@_failures': count('failure'),
    '@_errors': count('error'),
    '@_skipped': count('skipped'),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
