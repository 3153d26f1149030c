import type { Reporter, TestModule } from 'vitest/node';

const columns = ['runner', 'Node', 'package manager', 'fast-check', 'TypeScript', 'install', 'all', ''];

/** Prints, after the tests, each consumer with the versions that it turned out to have, its time and its result. */
export class MatrixReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = [columns, ...modules.map(rowOf).filter((row) => row !== undefined)];
    const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
    const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
    console.log(`\n${lines.map((line) => line.trimEnd()).join('\n')}\n`);
  }
}

function rowOf(module: TestModule): string[] | undefined {
  const tests = [...module.children.allTests()];
  const found = tests.map((test) => test.meta().consumer).find((versions) => versions !== undefined);
  const failed = tests.filter((test) => test.result().state === 'failed').length;
  const { collectDuration, duration } = module.diagnostic();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
  const all = seconds(collectDuration + duration);
  const result = module.ok() ? `${tests.length} passed` : `FAILED (${failed} tests)`;
  if (found === undefined) return [module.relativeModuleId, '', '', '', '', '', all, result];
  const { runner, node, packageManager, fastCheck, typescript, installMs } = found;
  return [runner, node, packageManager, fastCheck, typescript, seconds(installMs), all, result];
}
