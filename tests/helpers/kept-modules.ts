/**
 * Lets the browser keep the modules of a run of browser tests. Each file of tests
 * has a page of its own, which would ask anew for every module that the page
 * before it had, some 600 of them.
 */
import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

/** Matches the modules that are kept. Modules that tests import under a new name each time are not asked for again. */
const KEPT = /^\/(src|node_modules|tests\/helpers)\//;

/** Returns the plugin. Where files are watched they may change, so nothing is kept. */
export function keptModules(): Plugin {
  return {
    name: 'kept-modules',
    apply: 'serve',
    configureServer({ config, middlewares }) {
      if (config.server.watch !== null) return;
      middlewares.use(({ url = '' }, response, next) => {
        if (KEPT.test(url)) keep(response);
        next();
      });
    },
  };
}

/** Gives the answer an hour, whatever the server says of it. */
function keep(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === 'cache-control' ? 'max-age=3600' : value);
}
