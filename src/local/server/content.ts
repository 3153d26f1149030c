import type { ServerResponse } from 'node:http';

/** An answer that is not JSON, such as a page or a stream; it writes itself, headers included. */
export class Content {
  readonly send: (response: ServerResponse) => void;

  constructor(send: (response: ServerResponse) => void) {
    this.send = send;
  }
}
