import fc, { type Arbitrary } from 'fast-check';
import {
  carrying,
  noServerError,
  observerKind,
  rejected,
  type WireCase,
  type WirePayload,
} from './wire-case.js';
import { head, lengthLine, simulateHead } from './wire-text.js';

const noHttp = [
  'hello\r\n\r\n',
  'GET\r\n\r\n',
  'GET {path}\r\n\r\n',
  head('GET {path} HTTP/1.1 more'),
  head('GET  {path}  HTTP/1.1'),
  head('GET\t{path}\tHTTP/1.1'),
  head('GET {path} HTTP/9.9'),
  head('GET {path} HTTP/1.'),
  head('GET {path} http/1.1'),
  head('<script> {path} HTTP/1.1'),
  `\r\n\r\n\r\n${head('GET {path} HTTP/1.1')}`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\0\0\0\0\0\0\0\0\r\n\r\n',
  // The beginning of a TLS handshake.
  { base64: 'FgMBAKUBAAChAwM=' },
];

const badLines = [
  'no colon',
  ': no name',
  'a(b): c',
  'a: \0',
  'a: b\rc',
  'a: b\r\n folded',
  'größe: 1',
  'a: ÿÿ',
] as const;

/** Returns requests whose first line or headers are invalid HTTP. RFC 9112, sections 3 and 5. */
export function brokenHeads(payloads: Arbitrary<WirePayload>): Arbitrary<WireCase>[] {
  const kindOf = carrying(payloads);
  return [
    observerKind('bad-request-line', noServerError('It is no HTTP/1.1.'), noHttp),
    kindOf(
      'bad-header',
      noServerError('One of its header lines is none.'),
      (body, line) => simulateHead(line, lengthLine(body)) + body,
      fc.constantFrom(...badLines),
    ),
    kindOf(
      'bare-line-feeds',
      noServerError('Its lines end without a carriage return.'),
      (body) => simulateHead(lengthLine(body)).replaceAll('\r\n', '\n') + body,
    ),
    kindOf(
      'space-before-colon',
      rejected('There is a space before the colon of a header.'),
      (body) => simulateHead(lengthLine(body).replace(':', ' :')) + body,
    ),
    kindOf(
      'missing-host',
      rejected('HTTP/1.1 needs a host.'),
      (body) => simulateHead(lengthLine(body)).replace('Host: {host}\r\n', '') + body,
    ),
    kindOf(
      'two-hosts',
      rejected('There are two hosts.'),
      (body) => simulateHead('Host: other.invalid', lengthLine(body)) + body,
    ),
  ];
}
