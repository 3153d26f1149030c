import { CrosscheckError } from '../../errors/base-error.js';

/** The deployment cannot be fuzzed: it is not there, or something else is. Says what to do. */
export class CampaignCannotRunError extends CrosscheckError {
  readonly code = 'CAMPAIGN_CANNOT_RUN';
  override readonly name = 'CampaignCannotRunError';
}
