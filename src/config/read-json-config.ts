import { UsageError } from '../errors.js';
import { linesOf, syntaxFault } from '../internal/json-file.js';
import { parseStrictJson, RepeatedMemberError } from '../internal/strict-json.js';
import { brokenConfig } from './broken-config.js';
import type { ReadConfig } from './read-config.js';
import { shownFile } from './shown-file.js';

/**
 * Reads a configuration of JSON.
 *
 * @throws {UsageError} with file and line, when it is no JSON, or has a member twice.
 */
export async function readJsonConfig(file: string, text: string, cwd: string): Promise<ReadConfig> {
  const shown = shownFile(file, cwd);
  // Some editors put a byte order mark before it.
  const json = text.replace(/^\uFEFF/, '');
  let config: unknown;
  try {
    config = parseStrictJson(json);
  } catch (error) {
    if (error instanceof RepeatedMemberError) {
      const line = (await linesOf(json))(error.path);
      throw new UsageError(brokenConfig, [`${shown}:${line}: ${error.message}`]);
    }
    // Without what stands there: it may be a credential.
    const { line } = await syntaxFault(json);
    throw new UsageError(brokenConfig, [`${shown}:${line}: is not JSON from here on`]);
  }
  const lineOf = await linesOf(json);
  return { file, config, placeOf: (path) => `${shown}:${lineOf(path)}` };
}
