/**
 * Where a Chromium lies on this machine, and how to start it. The one place that
 * knows: unit tests in a browser, end-to-end tests, benches and screenshots ask here.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

export const HOW_TO_GET_CHROMIUM =
  'No Chromium was found: install one (Debian: apt-get install chromium; anywhere: npx playwright install chromium) or name yours in the variable CHROMIUM.';

/**
 * Finds the path of a Chromium: the variable CHROMIUM, else the one Playwright installed, else the system's.
 * Undefined when there is none. Throws when CHROMIUM names a file that does not exist: falling back to another
 * browser would hide the mistake.
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`The variable CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  return [chromium.executablePath(), ...onPath(), ...usualPlaces()].find((path) => path !== '' && existsSync(path));
}

/** Does as `findChromium`, but throws one sentence that says how to get one when there is none. */
export function requireChromium(): string {
  const path = findChromium();
  if (path === undefined) throw new Error(HOW_TO_GET_CHROMIUM);
  return path;
}

/**
 * What the browser does of its own beside a page, or to one. The address bar's pop-ups are pages that are loaded with
 * every new window and take a core for up to a second, just when a page is opened. When there are two such switches,
 * the browser obeys the last one, so what Playwright switches off for the sake of tests is named, too.
 */
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
];

/**
 * Returns the flags that every start needs. The sandbox is left off only where
 * it cannot work: for root, and on CI machines, whose containers lack the
 * namespaces it is made of.
 */
export function chromiumArgs(): string[] {
  const needsNoSandbox = process.getuid?.() === 0 || Boolean(process.env.CI);
  return [
    ...(needsNoSandbox ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    `--disable-features=${SWITCHED_OFF.join(',')}`,
  ];
}

/** Returns the flags that keep the browser itself from talking: every host but this machine fails at once. */
export function offlineArgs(): string[] {
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-sync',
    '--no-first-run',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ];
}

function onPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
}

function usualPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
        `${folder}/Chromium.app/Contents/MacOS/Chromium`,
        `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
        `${folder}/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
      ]);
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
        .map((name) => process.env[name])
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          join(folder, 'Chromium', 'Application', 'chrome.exe'),
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ]);
    default:
      return NAMES.flatMap((name) => [`/usr/bin/${name}`, `/snap/bin/${name}`]);
  }
}
