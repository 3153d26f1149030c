import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** The receiving half of a socket, as a connection for who insists on writing: what is written to it goes nowhere. */
export class ReadOnlySocket extends Duplex {
  constructor(socket: Socket) {
    super();
    let cause: Error | undefined;
    socket
      .on('data', (chunk) => this.push(chunk))
      .on('error', (error) => {
        cause = error;
      })
      // What has come may not have been read yet, so that a broken connection waits for it as an ended one does.
      .on('close', () => {
        if (cause === undefined) this.push(null);
        else this.destroy(cause);
      });
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}
