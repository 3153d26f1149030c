/** A body that is already JSON text. It is parsed only for a fault that changes it. */
export class SerializedBody {
  readonly text: string;
  readonly value: () => unknown;

  constructor(text: string, value: () => unknown) {
    // A concatenated string would be flattened each time it is sent, unless it comes from a buffer.
    this.text = Buffer.from(text).toString();
    this.value = value;
  }
}
