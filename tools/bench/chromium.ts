/** Chromium for benches: cut off from every host but this machine, and pages built as production code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { chromiumArgs, offlineArgs, requireChromium } from '../chromium';
import { serveFolder } from '../static-server';

const CACHE = resolve(import.meta.dirname, '../../.cache/bench');

/** Launches a browser; the caller closes it. `flags` are added to the command line. */
export function launchChromium(flags: string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(flags));
}

function launchOptions(flags: string[] = []) {
  return {
    executablePath: requireChromium(),
    args: [...chromiumArgs(), ...offlineArgs(), '--enable-precise-memory-info', ...flags],
  };
}

/** Launches a browser whose storage is on disk, in the folder `profile`; the caller closes it. */
export function launchProfile(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, launchOptions());
}

/** Runs `use` with a browser and closes it. */
export async function withChromium<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchChromium();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Builds the module at `entry` (absolute path, .ts or .tsx) for production,
 * opens it in Chromium on an otherwise empty page with `<div id="root">`
 * (1440 × 900) and runs `use` there. Workers are bundled too. The page is
 * cross-origin isolated, so its clock is exact to 5 µs and its memory measurable.
 * An exception in the page fails the bench. Storage is in memory, or on disk in
 * the folder `profile`; it belongs to the origin, which `port` fixes.
 */
export async function withBuiltPage<T>(
  entry: string,
  use: (page: Page) => Promise<T>,
  { profile, port }: { profile?: string; port?: number } = {},
): Promise<T> {
  const folder = join(CACHE, basename(entry, extname(entry)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bench</title></head><body><div id="root"></div>
<script type="module" src="${relative(folder, entry)}"></script></body></html>\n`,
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: { target: 'es2022', outDir: 'dist', emptyOutDir: true },
  });
  const server = await serveFolder(join(folder, 'dist'), {
    ...(port !== undefined && { port }),
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  });
  try {
    const open = async (context: Browser | BrowserContext) => {
      const page = await context.newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
      await page.goto(server.url);
      const result = await use(page);
      if (thrown.length > 0) throw new Error(`The page threw: ${thrown.join('\n')}`);
      return result;
    };
    if (profile === undefined) return await withChromium(open);
    const context = await launchProfile(profile);
    try {
      return await open(context);
    } finally {
      await context.close();
    }
  } finally {
    await server.close();
  }
}
