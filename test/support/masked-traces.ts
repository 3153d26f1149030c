import { expect } from 'vitest';

const trace = /(Trace ID: +)[\da-f]{32}/g;

/** Returns a text without its trace ids, which differ from run to run. */
function withoutTraces(text: string): string {
  return text.replace(trace, '$1TRACE');
}

/** Makes the snapshots of this test file show no trace ids, in texts and in errors. */
expect.addSnapshotSerializer({
  test: (value) => textOf(value)?.search(trace) !== -1 && textOf(value) !== undefined,
  serialize: (value, config, indentation, depth, refs, printer) => {
    const masked =
      value instanceof Error
        ? Object.assign(new Error(withoutTraces(value.message)), { name: value.name })
        : withoutTraces(value);
    return printer(masked, config, indentation, depth, refs);
  },
});

function textOf(value: unknown): string | undefined {
  if (value instanceof Error) return value.message;
  return typeof value === 'string' ? value : undefined;
}
