/**
 * The workers of the app in files of their own for the browser tests. The
 * server would give a worker each of its some 300 modules by itself, and a page
 * starts a worker anew for most tests.
 */
import { build, type Plugin, type Rolldown } from 'vite';
import { sharedChunks } from '../../tools/shared-chunks';

/** The request for a worker: its module. */
const WORKER = /^\/(src\/workers\/[\w/]+\.worker\.ts)\?worker_file/;
/** The files of the workers. */
const FOLDER = 'built-workers';
/** Characters of code that a worker rather loads for nothing than that it asks for another file: on this machine, few. */
const REQUEST = 20_000;

type Files = readonly [entry: Rolldown.OutputChunk, ...(Rolldown.OutputAsset | Rolldown.OutputChunk)[]];

/** Returns a plugin that answers requests for workers with what they were built into: each when it is first asked for, and again after a change. */
export function builtWorkers(): Plugin {
  const builds = new Map<string, Promise<Files>>();
  /** Built files by path. Files from before a change stay, for a worker that runs. */
  const files = new Map<string, Files[number]>();
  return {
    name: 'built-workers',
    apply: 'serve',
    configureServer({ config, middlewares, watcher }) {
      watcher.on('all', () => builds.clear());
      middlewares.use(async ({ url = '' }, response, next) => {
        const module = WORKER.exec(url)?.[1];
        const file = files.get(url.slice(1));
        if (module !== undefined) {
          try {
            const built = builds.get(module) ?? buildWorker(config.root, module);
            builds.set(module, built);
            for (const each of await built) files.set(each.fileName, each);
            const [{ fileName }] = await built;
            response.setHeader('content-type', 'text/javascript').end(`import '/${fileName}';`);
          } catch (error) {
            next(error);
          }
        } else if (file !== undefined) {
          response.setHeader('content-type', url.endsWith('.wasm') ? 'application/wasm' : 'text/javascript');
          // Its name says what is in it.
          response.setHeader('cache-control', 'max-age=31536000, immutable');
          response.end(file.type === 'chunk' ? file.code : file.source);
        } else next();
      });
    },
  };
}

/** Builds the worker whose entry is `module`, relative to `root`. */
async function buildWorker(root: string, module: string): Promise<Files> {
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${root}/${module}`,
        output: {
          entryFileNames: `${FOLDER}/[name]-[hash].js`,
          chunkFileNames: `${FOLDER}/[name]-[hash].js`,
          assetFileNames: `${FOLDER}/[name]-[hash][extname]`,
          codeSplitting: {
            groups: [
              {
                name: sharedChunks({ request: REQUEST, before: [] }),
                debugName: 'shared',
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output;
}
