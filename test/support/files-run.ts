import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** Returns the files of src of which a function runs during the work, sorted. Code that runs when a file is loaded does not count. */
export async function filesRun(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const run = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges: [range] }) => functionName !== '' && range?.count !== 0),
    );
    const paths = run.map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url));
    const files = paths.filter((path) => path.startsWith(src)).map((path) => path.slice(src.length));
    return [...new Set(files)].sort();
  } finally {
    session.disconnect();
  }
}
