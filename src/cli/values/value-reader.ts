import { UsageError } from '../../errors.js';

/** Reads the text of a flag's value. Throws a {@link BadValue} when it cannot. */
export interface ValueReader<Value> {
  (text: string): Value;
  /** All texts that it reads, where they are few enough for a shell to offer. */
  readonly choices?: readonly string[];
  /** Whether one text holds the whole list of an option, and not an item of it. */
  readonly isList?: boolean;
}

/** A text is not what a flag takes. Its message goes on after the flag's name: `must be an integer`. */
export class BadValue extends UsageError {}
