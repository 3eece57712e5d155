/** Vite's dev server with the generated files of `npm start` in front. */
import { resolve } from 'node:path';
import { createServer } from 'vite';
import { compilersPlugin } from '../solc/served';

export type AppServer = { url: string; close(): Promise<void> };

/** Serves the sources on 127.0.0.1:`port`; `generated` holds the JSON text of single paths. */
export async function serveSources(port: number, generated: Readonly<Record<string, string>>): Promise<AppServer> {
  const server = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    configFile: resolve(import.meta.dirname, '../../vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: { host: '127.0.0.1', port, strictPort: true },
    plugins: [
      compilersPlugin(),
      {
        name: 'generated-by-start',
        configureServer({ middlewares }) {
          middlewares.use((request, response, next) => {
            const body = generated[(request.url ?? '').replace(/\?.*/, '')];
            if (body === undefined) return next();
            response.setHeader('content-type', 'application/json; charset=utf-8');
            response.setHeader('cache-control', 'no-cache');
            response.end(body);
          });
        },
      },
    ],
  });
  await server.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
