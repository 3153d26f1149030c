import { LocalDeploymentError, named } from '../../../errors.js';

/** The engine ended although nobody stopped it. */
export class EngineEndedError extends LocalDeploymentError {
  override readonly name: string = named(this, 'EngineEndedError');
  constructor(how: string) {
    super('DEPLOYMENT_STOPPED', { summary: `The EVM engine ended (${how}).` });
  }
}
