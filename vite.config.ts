import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/**
 * Tells the browser in index.html what the entry asks for in parts (src/app/boot.ts)
 * and which fonts every page has, so that they come with it and not one after the other.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const parts = new Set<string>();
        const visit = (file: string) => {
          const part = bundle[file];
          if (parts.has(file) || part?.type !== 'chunk') return;
          parts.add(file);
          part.imports.forEach(visit);
        };
        chunk?.dynamicImports.forEach(visit);
        const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal.*\.woff2$/.test(file));
        const link = (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
          tag: 'link',
          attrs,
          injectTo: 'head',
        });
        return [
          ...[...parts]
            .filter((file) => !html.includes(file))
            .map((file) => link({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
          ...fonts.map((file) =>
            link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }),
          ),
        ];
      },
    },
  };
}

export default defineConfig({
  cacheDir: '.cache/vite',
  plugins: [
    preloads(),
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
      registerType: 'prompt',
      includeAssets: ['icon.svg', 'icon-192.png'],
      manifest: {
        name: 'Loupe',
        short_name: 'Loupe',
        description: 'Explorer, transaction debugger and contract tool for EVM chains',
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
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,woff2,wasm}'],
        maximumFileSizeToCacheInBytes: 4 << 20,
        // Deployments change these beside the app: fresh while there is a network, as last seen without.
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('.json'),
            handler: 'NetworkFirst',
            options: { cacheName: 'configuration', networkTimeoutSeconds: 4, expiration: { maxEntries: 40 } },
          },
        ],
      },
    }),
  ],
  // It finds its WebAssembly beside itself, which the development server's bundles would move away from.
  optimizeDeps: { exclude: ['evmole'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    rolldownOptions: {
      output: {
        // What every page needs stands in one file each: small ones compress badly and cost a request.
        codeSplitting: {
          groups: [
            // What the entry needs itself, so that it waits for nothing else.
            { name: 'boot', priority: 4, test: /src\/app\/next-task\.ts|vite\/preload-helper/ },
            { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'router',
              priority: 2,
              test: /node_modules\/(@tanstack\/(react-router|router-core|history|store|react-store)|use-sync-external-store)\//,
            },
            // With all it imports.
            { name: 'main', priority: 1, test: /src\/app\/main\.tsx$/ },
          ],
        },
      },
    },
  },
});
