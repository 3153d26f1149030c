import { createRequire } from 'node:module';
import { requireWithPeer } from '../internal/load-with-peer.js';

/** Playwright Test of the project. It is required, so that a project without it reads one sentence. */
export const playwright = requireWithPeer('crosscheck/playwright', '@playwright/test', () =>
  createRequire(import.meta.url)('@playwright/test'),
) as typeof import('@playwright/test');
