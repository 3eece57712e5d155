import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { cutFonts } from './tools/cut-fonts';
import { firstFiles } from './tools/first-files';
import { importsAtOnce } from './tools/imports-at-once';
import { kitPage } from './tools/kit-page';
import { findLaterFiles } from './tools/later-files';
import { ownCopy } from './tools/own-copy';
import { securityPolicy } from './tools/security-policy';
import { sharedChunks } from './tools/shared-chunks';

/** The routes whose files are named in index.html: who comes by a link, mostly comes to one of these. */
const FIRST_ROUTES = [
  {
    path: '^(/[^/]+)?/wallet/0x',
    isLarge: true,
    module: /wallet\/\$address\/route\.tsx\?tsr-split=component$|account\/LoadingAccount\.tsx$/,
  },
  {
    path: '^(/[^/]+)?/contract/0x',
    isLarge: true,
    module: /contract\/\$address\/route\.tsx\?tsr-split=component$|account\/LoadingAccount\.tsx$/,
  },
  { path: '^(/[^/]+)?/block/\\d', isLarge: true, module: /block\/\$block\.tsx\?tsr-split=component$/ },
  {
    path: '^(/[^/]+)?/tx/0x',
    module: /tx\/\$hash\/route\.tsx\?tsr-split=component$/,
    next: /open-trace\/LimitedTracePanel\.tsx$/,
  },
  // With the files of every transaction.
  { path: '^(/[^/]+)?/tx/0x[^/]+/debugger', next: /debugger\/DebuggerTab\.tsx$/ },
  { path: '^(/[^/]+)?/?$', module: /\{-\$network\}\/index\.tsx\?tsr-split=component$/ },
];

/** Files that are looked for by their name. The entry names all files, so the names of the others are short. */
const NAMED =
  /^(boot|react|app|home|parts|database|kept-screen|transaction-page|call-tree|evmole|code-extensions|DebuggerTab|FundFlow|[a-z]+-pages|diff)$/;

/** The routes that are built into one file each: who opens one of them mostly opens the others. */
const PAGES_OF: Readonly<Record<string, RegExp>> = {
  'contract-pages': /routes\/\{-\$network\}\/contract\//,
  'wallet-pages': /routes\/\{-\$network\}\/wallet\//,
  'list-pages':
    /routes\/\{-\$network\}\/(address|block|blocks|nft|nft-transfers|token-transfers|transactions|tx\/index)\b/,
  'simulator-pages': /routes\/\{-\$network\}\/(simulator|virtual)\b/,
  'settings-pages': /routes\/(settings|networks|usage)\b/,
};

/** What an installer shows beside the name. */
const SCREENSHOT = { type: 'image/webp', label: 'A transaction: what it called, what it moved, why it failed' };

const ENTRY_PARTS = /^assets\/(boot|react|app)-/;

/** Matches modules by their paths below `src`, without `.ts`; throws for one that is not there any more. */
function modules(...paths: readonly string[]): RegExp {
  for (const path of paths)
    if (!existsSync(resolve(import.meta.dirname, `src/${path}.ts`))) throw new Error(`There is no src/${path}.ts.`);
  return new RegExp(`/src/(${paths.join('|').replaceAll('.', '\\.')})\\.ts$`);
}

/**
 * Files of the workers. A group takes what its modules import statically with it, unless a group of higher priority has it.
 * What opens the database (`src/db/loupe-database.ts`) is in none: a module that is imported dynamically needs a further
 * file of the bundler's runtime where it is in a group, and the second visit would wait for it.
 */
const WORKER_GROUPS = [
  {
    name: 'engine',
    priority: 9,
    // With it the constants that what reads the database shares with what opens a trace, so that neither brings the other.
    test: modules('workers/engine.worker', 'core/chain/name', 'core/evm/rules/forks', 'core/trace/first-toggles'),
  },
  // What an endpoint refused, and the words for it: a transaction whose requests are answered needs none of it.
  { name: 'failures', priority: 8.4, test: modules('net/rpc/classify', 'net/rpc/request-failure') },
  // What a first visit does without: the queries of a database that is there.
  {
    name: 'queries',
    priority: 8.5,
    test: modules(
      'db/chain/blocks',
      'db/chain/receipt-logs',
      'db/chain/transactions',
      'db/contracts/artifacts',
      'db/contracts/contracts',
      'db/contracts/signatures',
      'db/contracts/tokens',
      'db/networks/endpoints',
      'db/networks/networks',
      'db/reader/labels',
      'db/reader/preferences',
      'db/traces/first-screen-cache',
      'db/traces/traces',
    ),
  },
  // A kept trace is read before anything can execute.
  { name: 'read-kept', priority: 7.8, test: modules('workers/trace/open/read-kept') },
  { name: 'questions', priority: 8.3, test: modules('workers/chain/chain-questions') },
  // With it what pages of accounts need of the code that replays: they have no use for the rest.
  {
    name: 'trace',
    priority: 8,
    test: modules(
      'workers/trace/open/open-traces',
      'workers/trace/rows/of-rows',
      'core/abi/abi-index',
      'core/chain/system-address',
      'core/text/look-alike',
      'core/trace/parser',
      'core/trace/row-order',
      'net/account-reader',
      'net/storage-values',
    ),
  },
  // The letters of values and names: more is shown with them than rows.
  {
    name: 'texts',
    priority: 7.95,
    test: modules(
      'core/chain/address',
      'core/format/amounts',
      'core/format/plural',
      'core/text/harmless',
      'core/text/utf8',
    ),
  },
  // What decodes rows, and tells of a failure: no first screen waits for it that has nothing to decode.
  {
    name: 'decoding',
    priority: 7.9,
    test: modules(
      'workers/trace/decoding/decode-row',
      'workers/trace/decoding/name-stored',
      'workers/trace/rows/failure-text',
    ),
  },
  // What panels beside the rows ask.
  { name: 'trace-questions', priority: 7.5, test: modules('workers/trace/trace-questions') },
  // Every replay recovers a sender.
  {
    name: 'replay',
    priority: 7,
    test: modules('workers/trace/replay/replay-method', 'core/chain/recover-address'),
  },
  // Of a node on this machine, often, and before its rows. What it shares with larger files is with it, and not they.
  { name: 'complete-header', priority: 6.5, test: modules('workers/trace/replay/complete-header') },
  {
    name: 'contracts',
    priority: 6,
    test: modules(
      'workers/contracts/contracts-answers',
      'workers/contracts/knowledge/knowledge-base',
      'workers/contracts/knowledge/address-names',
    ),
  },
  // What is loaded behind the rows, with the database.
  {
    name: 'database',
    priority: 5,
    test: modules('db/networks/call-counts', 'workers/chain/keep-transaction', 'workers/trace/open/keep-trace'),
  },
];

/** Characters of source code that are rather loaded for nothing than that one more file is asked for: about 1 kB, compressed. */
const REQUEST = 10_000;

/** What reads the answers that a page asks for before its content, and a transaction before its tree stands. */
const FIRST_SCHEMAS =
  /src\/net\/(rpc\/(?!block-trace)|(chain-reader|account-reader|account-values|block-access-list|node-rules|slot-reader|state-source|storage-values)\.ts)/;

/** Files of the page, in the same way. */
const PAGE_GROUPS = [
  // What the entry needs itself, so that it waits for nothing else.
  { name: 'boot', priority: 9, test: /src\/app\/event-loop\.ts|vite\/preload-helper|rolldown\/runtime/ },
  { name: 'react', priority: 8, test: /node_modules\/(react|react-dom|scheduler)\// },
  // With what nearly every page draws with; the rest of the kit goes with the pages that use it.
  {
    name: 'app',
    priority: 7,
    test: /src\/app\/(main\.tsx|search-text\.ts|use-title\.ts|use-question\.tsx?|ui\/(identity\/(?!\w+Field|light-up)\w+|NativeSelect|EmptyState|Message|CopyButton|Facts|Panel|Tooltip)\.tsx?)$|src\/core\/format\/plural\.ts$|\/\{-\$network\}\/route\.tsx\?tsr-split=component$/,
  },
  {
    name: 'transaction-page',
    priority: 6,
    test: /tx\/\$hash\/(route|\{-\$tab\})\.tsx\?tsr-split=component$/,
  },
  { name: 'call-tree', priority: 5, test: /src\/app\/views\/open-trace\/LimitedTracePanel\.tsx$/ },
  // What opens the database, which most pages do and the call tree waits for.
  { name: 'tables', priority: 5.5, test: /src\/db\/loupe-database\.ts$/ },
  { name: 'home', priority: 4, test: /\{-\$network\}\/index\.tsx\?tsr-split=component$/ },
  { name: 'code-extensions', priority: 3, test: /src\/app\/views\/source\/code-extensions\.ts$/ },
  // The rest of the kit; charts and typed fields bring much along that few pages need.
  { name: 'parts', priority: 2.8, test: /src\/app\/ui\/(?!identity|form|ChartFrame)/, minShareCount: 2 },
  // What every later visit takes its kept screen over with: of the database it needs no more.
  {
    name: 'kept-screen',
    priority: 2.75,
    test: /src\/(app\/kept-screen\/(capture|take-over)|db\/rows\/screen-node)\.ts$/,
  },
  { name: 'database', priority: 2.7, test: /src\/db\// },
];

export default defineConfig({
  cacheDir: '.cache/vite',
  plugins: [
    kitPage(),
    securityPolicy(),
    cutFonts('src/app/styles/fonts.css'),
    firstFiles(/assets\/engine\.worker-.*\.js$/, FIRST_ROUTES),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      includeAssets: ['icon.svg'],
      includeManifestIcons: false, // who installs the app has them
      manifest: {
        name: 'Loupe',
        short_name: 'Loupe',
        description: 'Explorer, transaction debugger and contract tool for EVM chains',
        id: '/',
        display: 'standalone',
        start_url: '/',
        background_color: '#0b0e14',
        theme_color: '#0b0e14',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ],
        // Where there is room, the header of the app takes the place of the window's own bar (styles/base.css).
        display_override: ['window-controls-overlay'],
        screenshots: [
          { ...SCREENSHOT, src: '/screenshots/wide.webp', sizes: '1440x900', form_factor: 'wide' },
          { ...SCREENSHOT, src: '/screenshots/narrow.webp', sizes: '480x1000', form_factor: 'narrow' },
        ],
        // The installed app opens trace files and build output by a double click, in the window that is there.
        file_handlers: [
          { action: '/open', accept: { 'application/x-loupe-trace': ['.loupe'], 'application/json': ['.json'] } },
        ],
        // What other apps share; the service worker takes it (src/service-worker/share-target.ts).
        share_target: {
          action: '/open',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'files', accept: ['.loupe', 'application/x-loupe-trace', '.json', 'application/json'] }],
          },
        },
        // Links of wallets and other apps, where the reader lets the browser ask Loupe for them.
        protocol_handlers: [{ protocol: 'web+ethereum', url: '/open?link=%s' }],
        launch_handler: { client_mode: 'navigate-existing' },
        shortcuts: [
          { name: 'Open a trace file', url: '/open' },
          { name: 'Settings', url: '/settings' },
        ],
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,woff2,wasm}'],
        maximumFileSizeToCacheInBytes: 4 << 20,
        manifestTransforms: [
          (manifest) => {
            const later = findLaterFiles('dist');
            return { manifest: manifest.map((entry) => (later.has(entry.url) ? { ...entry, isLater: true } : entry)) };
          },
        ],
      },
    }),
  ],
  // The ES module. The package's entry wraps the CommonJS build, which is larger and needs more of the bundler's runtime.
  resolve: {
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // For a React that has the hook itself.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  // It finds its WebAssembly beside itself, which the development server's bundles would move away from.
  optimizeDeps: { exclude: ['evmole'] },
  worker: {
    format: 'es',
    plugins: () => [ownCopy('valibot', FIRST_SCHEMAS), importsAtOnce()],
    rolldownOptions: {
      output: {
        // Vite drops these from the page's files alone: they are a tenth of what the minifier leaves of a worker.
        comments: { annotation: false, jsdoc: false },
        // Shared parts would be named after all that share them.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : name}-[hash].js`,
        codeSplitting: {
          groups: [
            ...WORKER_GROUPS,
            {
              name: sharedChunks({ request: REQUEST, before: WORKER_GROUPS }),
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // The questions that are asked of an open trace, by room.
            { name: (id) => /src\/workers\/(trace\/(?!replay)\w+)\//.exec(id)?.[1]?.replace('/', '-') ?? null },
          ],
        },
      },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    modulePreload: {
      // A browser without it, Safari before 17, fetches the same files one after the other.
      polyfill: false,
      // Every dynamic import lists what it needs, and the entry has loaded these by then.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !ENTRY_PARTS.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => (NAMED.test(name) ? `assets/${name}-[hash].js` : 'assets/[hash:7].js'),
        // A page is a handful of files: small ones compress badly and cost a request.
        codeSplitting: {
          groups: [
            ...PAGE_GROUPS,
            // What is left by who shares it: a little that a page does not use costs less than another request, and than
            // another file in the lists of all that import it.
            {
              name: sharedChunks({ request: 4 * REQUEST, before: PAGE_GROUPS }),
              priority: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: (module) =>
                (module.includes('tsr-split=component') &&
                  Object.keys(PAGES_OF).find((pages) => PAGES_OF[pages]?.test(module))) ||
                null,
            },
          ],
        },
      },
    },
  },
});
