import { UsageError } from '../../errors/usage-error.js';

/** Reads the text of a flag's value. Throws a {@link BadValue} when it cannot. */
export type ValueReader<Value> = (text: string) => Value;

/** A text is not what a flag takes. Its message goes on after the flag's name: `must be an integer`. */
export class BadValue extends UsageError {}
