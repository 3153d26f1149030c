import { isUtf8 } from 'node:buffer';
import type { Deployment } from '../deployment/deployment.js';
import type { Exchange } from '../internal/exchange.js';
import type { CollectedResponse } from './dispatch-once.js';
import { bodyErrorFor } from './http-errors.js';
import { parseLosslessJson } from './lossless-json.js';

/**
 * Reads a body as JSON, integers exact.
 *
 * @throws {HttpBodyError} when it is empty, not UTF-8, not JSON (HTML, cut off) or encoded.
 */
export function readJson(
  { body, headers }: CollectedResponse,
  exchange: Exchange,
  deployment: Deployment,
): unknown {
  const fail = (reason: string): never => {
    throw bodyErrorFor(reason, exchange, deployment);
  };
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return fail(`the body has the content encoding ${encoding}, which was not asked for`);
  if (body.length === 0) return fail('the body is empty');
  if (!isUtf8(body)) return fail('the body is not UTF-8');
  const text = body.toString('utf8');
  try {
    return parseLosslessJson(text);
  } catch (error) {
    const looksLikeHtml = /^\s*</.test(text);
    return fail(
      looksLikeHtml
        ? 'the body is HTML or XML, not JSON'
        : `the body is not JSON: ${(error as Error).message}`,
    );
  }
}
