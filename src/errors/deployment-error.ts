import { CrosscheckError, type ErrorCode, type ErrorParts } from './base-error.js';

/** Why a local deployment does not run. */
export type LocalDeploymentErrorCode = Extract<ErrorCode, `DEPLOYMENT_${string}`>;

/**
 * A local deployment could not start, or was used after its stop. Its code says which:
 * `DEPLOYMENT_ENGINE_MISSING`, the EVM is not installed; `DEPLOYMENT_ENGINE_FAILED`, the EVM refused a call;
 * `DEPLOYMENT_PORT_TAKEN`; `DEPLOYMENT_CANNOT_START`; `DEPLOYMENT_STOPPED`.
 */
export class LocalDeploymentError extends CrosscheckError {
  override readonly name: string = 'LocalDeploymentError';
  readonly code: LocalDeploymentErrorCode;

  constructor(code: LocalDeploymentErrorCode, parts: ErrorParts) {
    super(parts);
    this.code = code;
  }
}
