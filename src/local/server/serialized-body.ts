/** A body that is written as JSON already; the value is made only for who changes it. */
export class SerializedBody {
  readonly text: string;
  readonly value: () => unknown;

  constructor(text: string, value: () => unknown) {
    // A text that was put together is put together again each time it is sent, unless it comes out of a buffer.
    this.text = Buffer.from(text).toString();
    this.value = value;
  }
}
