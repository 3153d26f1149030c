import { UsageError } from '../../errors.js';

/** A case asks a custom endpoint that was not given, or is elsewhere. */
export class UnknownEndpointError extends UsageError {
  readonly summary: string;

  /** @param summary - What is asked, in a sentence. */
  constructor(summary: string) {
    super(summary, ['What to do: give it in endpoints, as defineEndpoint gives it']);
    this.summary = summary;
  }
}
