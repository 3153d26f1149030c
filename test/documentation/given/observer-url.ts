import './deployment.js';

declare global {
  /** Where the local deployment's observer is. */
  var observerUrl: string;
}

globalThis.observerUrl = deployment.observerUrl;
