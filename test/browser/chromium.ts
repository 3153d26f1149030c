import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
// Nothing but the page shall be loaded: no update, no sync, no calls home.
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why the tests of the page were skipped. */
export const noChromium =
  'no Chromium was found: install one (apt-get install chromium) or name it in CHROMIUM_PATH';

/**
 * Launches the Chromium of this machine, headless.
 *
 * @returns Nothing when there is none, unless this is a build server: there that is an error.
 */
export async function launchChromium(): Promise<Browser | undefined> {
  const { CHROMIUM_PATH, CI } = process.env;
  const executablePath = CHROMIUM_PATH || usualPaths.find(isExecutable);
  if (executablePath !== undefined) return await chromium.launch({ executablePath, args: quiet });
  if (CI) throw new Error(noChromium);
  console.warn(`The page is not tested: ${noChromium}`);
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
