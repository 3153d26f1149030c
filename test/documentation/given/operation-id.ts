import './request.js';

declare global {
  /** An operation that was just submitted; it is included within a second. */
  var operationId: string;
}

globalThis.operationId = await local.submit(request);
