/** A body that is written as JSON already; the value is made only for who changes it. */
export class WrittenBody {
  readonly text: string;
  readonly value: () => unknown;

  constructor(text: string, value: () => unknown) {
    this.text = text;
    this.value = value;
  }
}
