import { UsageError } from '../../errors.js';

/** Reads the text of a flag's value. Throws a {@link BadValue} when it cannot. */
export interface ValueReader<Value> {
  (text: string): Value;
  /** All texts that it accepts, if they are few enough for shell completion. */
  readonly choices?: readonly string[];
  /** Whether one text holds the whole list of an option instead of one item. */
  readonly isList?: boolean;
}

/** The text of a flag is invalid. The message follows the flag's name: `must be an integer`. */
export class BadValue extends UsageError {}
