import type { Entry, Har, Header, Page, Request, Response } from 'har-format';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import type { Finding, RecordedCall } from '../fuzz/model/finding.js';
import { confidenceText } from '../fuzz/model/finding-certainty.js';

const httpVersion = 'HTTP/1.1';
const unknownSize = -1;

/** Writes the exchanges of a report's findings as an HTTP archive (HAR 1.2), a page for each finding. */
export function harReport({ version, findings }: CampaignReport): string {
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: 'crosscheck', version },
      pages: findings.map(pageOf),
      entries: findings.flatMap(({ id, exchanges }) => exchanges.map((exchange) => entryOf(id, exchange))),
    },
  };
  return `${JSON.stringify(har, null, 2)}\n`;
}

function pageOf(finding: Finding): Page {
  const { id, message, exchanges, caseId } = finding;
  return {
    startedDateTime: new Date(exchanges[0]?.startedAt ?? 0).toISOString(),
    id,
    title: `${id}: ${message}`,
    pageTimings: {},
    comment: `${confidenceText(finding)}, first seen in the case ${caseId}`,
  };
}

function entryOf(
  pageref: string,
  { request, response, traceId, startedAt, durationMs, attempts }: RecordedCall,
): Entry {
  const comments = [attempts.at(-1)?.failure, traceId && `trace ID ${traceId}`].filter(Boolean);
  return {
    pageref,
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: requestOf(request),
    response: responseOf(response),
    cache: {},
    // Only the total was measured.
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(comments.length === 0 ? {} : { comment: comments.join('; ') }),
  };
}

function requestOf({ method, url, headers, body }: RecordedCall['request']): Request {
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: headersOf(headers),
    queryString: (URL.canParse(url) ? [...new URL(url).searchParams] : []).map(([name, value]) => ({
      name,
      value,
    })),
    headersSize: unknownSize,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
  };
}

/** An exchange without a response has the status 0, as in browsers. */
function responseOf(response: RecordedCall['response']): Response {
  const { status = 0, headers = {}, body = '' } = response ?? {};
  return {
    status,
    statusText: '',
    httpVersion,
    cookies: [],
    headers: headersOf(headers),
    content: { size: Buffer.byteLength(body), mimeType: headers['content-type'] ?? '', text: body },
    redirectURL: headers.location ?? '',
    headersSize: unknownSize,
    bodySize: unknownSize,
  };
}

function headersOf(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
