import type { Plugin } from 'vite';

/** Serves the page of all parts (src/app/kit) at /_kit. The development server alone has it. */
export function kitPage(): Plugin {
  return {
    name: 'kit-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path, query = ''] = (request.url ?? '').split('?', 2);
        if (path === '/_kit') request.url = `/src/app/kit/index.html${query === '' ? '' : `?${query}`}`;
        next();
      });
    },
  };
}
