import { type Client, createClient } from 'crosscheck';
import './deployment.js';

declare global {
  /** A client of the local deployment. */
  var client: Client;
}

globalThis.client = createClient(deployment);
