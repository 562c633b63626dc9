import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserChoice } from './jobs.ts';

/** Usual paths of a Chromium. */
const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Requirements of captures, checked for each capture: a newly installed browser needs no restart. */
export interface BrowserState {
  library: boolean;
  browser: BrowserChoice | null;
  /** Why captures are impossible, with the remedy; null if they are possible. */
  problem: string | null;
}

/** @param path set by the user @param sandbox false if the user disabled it */
export function findBrowser(path: string | undefined, sandbox: boolean): BrowserState {
  const library = hasLibrary();
  const found = (path === undefined ? KNOWN_PATHS : [path]).find(isExecutable);
  const browser = found === undefined ? null : { path: found, sandbox };
  return { library, browser, problem: problemOf(library, browser, path) };
}

function problemOf(library: boolean, browser: BrowserChoice | null, path: string | undefined): string | null {
  if (!library) return 'The package playwright-core is not installed: run npm ci --include=optional';
  if (browser === null) {
    if (path !== undefined) return `There is no browser at ${path}: set another --browser`;
    return 'There is no browser: install Chromium or Chrome, or set the path of one with --browser';
  }
  if (browser.sandbox && process.getuid?.() === 0) {
    return (
      'The browser has no sandbox when root starts it: run the dashboard as another user, ' +
      'or set --no-browser-sandbox if all pages are trusted'
    );
  }
  return null;
}

function hasLibrary(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright-core');
    return true;
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
