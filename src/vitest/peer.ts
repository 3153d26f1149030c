import { loadWithPeer } from '../internal/load-with-peer.js';

/** Vitest of the project. It is loaded by an expression, so that a project without it reads one sentence. */
export const vitest = await loadWithPeer('crosscheck/vitest', () => import('vitest'));
