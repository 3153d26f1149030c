import type { Deployment } from 'crosscheck';
import './local.js';

declare global {
  /** How the local deployment is reached. */
  var deployment: Deployment;
}

globalThis.deployment = local.deployment;
