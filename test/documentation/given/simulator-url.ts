import './deployment.js';

declare global {
  /** Where the local deployment's simulator is. */
  var simulatorUrl: string;
}

globalThis.simulatorUrl = deployment.simulatorUrl;
