const shownLines = 6;

/** Counts what happened, and keeps what must not happen. */
export function createTally() {
  const counts = new Map();
  const problems = [];
  return {
    problems,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    counts: () => Object.fromEntries([...counts].sort(([one], [other]) => one.localeCompare(other))),
    problem(where, error) {
      const lines = `${where}: ${error?.stack ?? error}`.split('\n').slice(0, shownLines);
      // One fault may show itself a thousand times.
      if (!problems.includes(lines[0])) console.error(lines.join('\n'));
      problems.push(lines[0]);
    },
  };
}
