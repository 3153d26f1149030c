import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { TLSSocket } from 'node:tls';
import { bareHost } from './bare-host.js';
import { certificateOf, type SeenCertificate } from './seen-certificate.js';

const connected = 'undici:client:connected';

/** What undici tells of a connection that it made. */
interface Connected {
  readonly connectParams: { readonly hostname: string; readonly protocol: string; readonly port: string };
  readonly socket: unknown;
}

/**
 * Notes the certificates of the connections that are made, whatever the deployment's dispatcher trusts and whichever
 * proxy it goes through: a connection of our own would see another path.
 */
export class CertificateWatch {
  readonly #seen = new Map<string, SeenCertificate>();
  readonly #note = (message: unknown): void => {
    const { connectParams, socket } = message as Connected;
    if (!(socket instanceof TLSSocket)) return;
    const certificate = certificateOf(socket);
    if (certificate !== undefined) this.#seen.set(keyOf(connectParams), certificate);
  };

  constructor() {
    subscribe(connected, this.#note);
  }

  /** The certificate that the server of an origin showed last; undefined when no connection was made since. */
  of(origin: string): SeenCertificate | undefined {
    return this.#seen.get(keyOf(new URL(origin)));
  }

  /** Ends it. */
  stop(): void {
    unsubscribe(connected, this.#note);
  }
}

/** undici tells hosts without the brackets that URLs have. */
function keyOf({ protocol, hostname, port }: Connected['connectParams']): string {
  return `${protocol}//${bareHost(hostname)}:${port || '443'}`;
}
