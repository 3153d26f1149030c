import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { LocalDeploymentError } from '../../errors.js';
import { readAsset } from '../../internal/package-manifest.js';
import { formatText } from '../../internal/print.js';
import { Rejection } from '../model/rejection.js';
import type { ServedDeployment } from '../model/wire-names.js';
import { Content } from '../server/http-answer.js';
import { type BodyLimits, issuesText, readJsonBody } from '../server/request-body.js';
import { assertAcceptableHead, type QueryValues, type Route, type RoutedRequest } from '../server/router.js';
import { controlRoutes } from './control-routes.js';
import {
  type ControlledDeployment,
  type ControlRoute,
  type GivenInput,
  inputIssues,
  runRoute,
  startIdHeader,
} from './declare-route.js';

/** What the control listener needs besides the deployment. */
interface ControlServerOptions extends BodyLimits {
  /** Called if the deployment failed. The client gets the message. */
  readonly onFault: (error: unknown) => unknown;
}

/** Returns what the control listener serves: the routes of the control API, and a page. */
export function controlServerRoutes(
  served: ServedDeployment,
  local: ControlledDeployment,
  options: ControlServerOptions,
): Route[] {
  const routes = Object.values<ControlRoute>(controlRoutes(served));
  return [...routes.map((route) => serverRoute(route, served, local, options)), ...pageRoutes()];
}

/** Serves a route of the control API. Validates all input first. */
function serverRoute(
  route: ControlRoute,
  { dialect }: ServedDeployment,
  local: ControlledDeployment,
  options: ControlServerOptions,
): Route {
  const { method, path, query } = route;
  return {
    method,
    path,
    parameters: [],
    optionalParameters: Object.keys(query),
    async answer(request, queryValues) {
      const connectedTo = request.message.headers[startIdHeader] ?? local.description.startId;
      if (connectedTo !== local.description.startId)
        throw new Rejection(412, 'the local deployment was restarted: this is another start of it');
      const input = await readInput(route, request, queryValues, options);
      const issues = inputIssues(route, input, 'the body');
      if (issues.length > 0) throw new Rejection(400, issuesText(issues));
      try {
        return await runRoute(route, local, input, dialect);
      } catch (error) {
        if (!(error instanceof LocalDeploymentError)) throw error;
        options.onFault(error);
        throw new Rejection(error.code === 'DEPLOYMENT_STOPPED' ? 503 : 500, error.summary);
      }
    },
  };
}

async function readInput(
  { pathParameters, query, body }: ControlRoute,
  { message, pathValues }: RoutedRequest,
  queryValues: QueryValues,
  limits: BodyLimits,
): Promise<GivenInput> {
  const mayBeAbsent = body === undefined || body.safeParse(undefined).success;
  return {
    path: valuesOf(pathParameters, Object.entries(pathValues)),
    query: valuesOf(query, [...queryValues]),
    body: mayBeAbsent && !hasBody(message) ? undefined : await readJsonBody(message, limits),
  };
}

/** Reads the texts of parameters whose schema is of a number. */
function valuesOf(
  schemas: ControlRoute['query'],
  texts: readonly (readonly [string, string])[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    texts.map(([name, text]) => {
      const isExact = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
      return [name, schemas[name] instanceof z.ZodNumber && isExact ? Number(text) : text];
    }),
  );
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The files of the page by path. It shows the deployment and controls it. */
const pageFiles = {
  '/': { type: 'text/html', asset: 'local-page.html' },
  '/page/page.css': { type: 'text/css', asset: 'local-page.css' },
  '/page/page.js': { type: 'text/javascript', asset: 'local-page.js' },
};

/** The page may load its own files and call its own origin, nothing else. A text cannot become markup. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

function pageRoutes(): Route[] {
  return Object.entries(pageFiles).map(([path, { type, asset }]) => {
    const body = readAsset(asset);
    return {
      method: 'GET',
      path,
      parameters: [],
      answer: () =>
        new Content((response) => {
          response.writeHead(200, {
            'content-type': `${type}; charset=utf-8`,
            'content-length': Buffer.byteLength(body),
            'content-security-policy': pagePolicy,
            'x-content-type-options': 'nosniff',
            'x-frame-options': 'DENY',
            'referrer-policy': 'no-referrer',
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-resource-policy': 'same-origin',
            'cache-control': 'no-store',
          });
          response.end(body);
        }),
    };
  });
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects cross-origin requests of web pages to the control listener. After DNS rebinding, the `Host` is the name of the
 * page; every other page sends its origin. Only the listener's own page may read and control the deployment.
 *
 * @param host - The address on which the listener was started, which is also accepted as `Host`.
 * @throws Rejection 403; or what {@link assertAcceptableHead} throws.
 */
export function assertSameOrigin(message: IncomingMessage, host: string): void {
  assertAcceptableHead(message);
  const { method, headers, socket } = message;
  const addressed = (headers.host ?? '').toLowerCase();
  const names = new Set([...loopbackNames, hostName(host), hostName(socket.localAddress ?? host)]);
  if (!names.has(addressed.replace(/:\d+$/, ''))) {
    const got = addressed === '' ? 'nothing' : formatText(addressed);
    throw new Rejection(403, `the host must be one of ${[...names].join(', ')}, got ${got}`);
  }

  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  const isNavigation = method === 'GET' && mode === 'navigate';
  const isForeignFetch = site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation;
  if ((origin !== undefined && origin !== `http://${addressed}`) || isForeignFetch)
    throw new Rejection(403, 'other web pages must not control the deployment');
}

/** Returns an address as in a URL. A dual-stack socket writes IPv4 addresses as `::ffff:192.0.2.7`. */
function hostName(address: string): string {
  const name = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  return name.includes(':') ? `[${name}]` : name;
}
