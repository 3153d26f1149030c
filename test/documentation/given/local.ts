import { type ConnectedLocalDeployment, connectLocalDeployment } from 'crosscheck/local';

declare global {
  /** A local deployment. */
  var local: ConnectedLocalDeployment;
}

const { SNIPPET_CONTROL_URL } = process.env;
if (SNIPPET_CONTROL_URL) globalThis.local = await connectLocalDeployment(SNIPPET_CONTROL_URL);
else {
  const { localDeployment } = await import('crosscheck/vitest');
  globalThis.local = await localDeployment();
}
