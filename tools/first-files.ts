/**
 * Writes into index.html what a page needs first, so that the browser fetches
 * it side by side and not wave after wave: the parts that the entry loads, the
 * fonts of every page, and, for public/first.js, the script of the engine's
 * worker and the files of each route.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/**
 * A route whose files are named: a pattern of its paths, and the modules whose chunks its page needs, where no other
 * route names them. Those of a large one come behind what every page needs. The chunks of `next` are what the page draws
 * then: they are named where the service worker has them, since nothing needs the line.
 */
export type FirstRoute = { path: string; module?: RegExp; next?: RegExp; isLarge?: boolean };

/** A script or style sheet that browsers keep for all pages, or `/first.js`, whose element carries the names. */
const FIRST = '<script src="/first.js"></script>';
const FONTS = /cut-[\w-]+-latin-wght-normal.*\.woff2$/;

export function firstFiles(engine: RegExp, routes: readonly FirstRoute[]): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const parts = withImports(bundle, chunk?.dynamicImports ?? []).filter((file) => !html.includes(file));
        const known = new Set([...parts, ...Object.keys(bundle).filter((file) => html.includes(file))]);
        const named = routes.map(({ path, module, next, isLarge }) => {
          const files = filesOf(bundle, chunksWith(bundle, module)).filter((file) => !known.has(file));
          const later = filesOf(bundle, chunksWith(bundle, next));
          const address = (file: string) => `/${file}`;
          return {
            path,
            isLarge,
            files: files.map(address),
            next: later.filter((file) => !known.has(file) && !files.includes(file)).map(address),
          };
        });
        if (!html.includes(FIRST)) throw new Error(`index.html has no ${FIRST}`);
        const attributes = `data-engine="/${workerFile(bundle, engine)}" data-routes='${JSON.stringify(named)}'`;
        return {
          html: html.replace(FIRST, FIRST.replace('src', `${attributes} src`)),
          tags: [
            ...parts.map((file) => link({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
            ...Object.keys(bundle)
              .filter((file) => FONTS.test(file))
              .map((file) =>
                link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }),
              ),
          ],
        };
      },
    },
  };
}

function link(attrs: NonNullable<HtmlTagDescriptor['attrs']>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}

/** The chunks `starts` and all they import statically. */
function withImports(bundle: Bundle, starts: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    const part = bundle[file];
    if (seen.has(file) || part?.type !== 'chunk') return;
    seen.add(file);
    part.imports.forEach(visit);
  };
  starts.forEach(visit);
  return [...seen];
}

/** The chunks, what they import statically, and their style sheets. */
function filesOf(bundle: Bundle, starts: readonly string[]): string[] {
  const scripts = withImports(bundle, starts);
  const styles = scripts.flatMap((file) => {
    const part = bundle[file];
    return part?.type === 'chunk' ? [...(part.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...scripts, ...new Set(styles)];
}

function chunksWith(bundle: Bundle, module: RegExp | undefined): string[] {
  if (module === undefined) return [];
  const found = Object.values(bundle).filter(
    (part) => part.type === 'chunk' && part.moduleIds.some((id) => module.test(id)),
  );
  if (found.length === 0) throw new Error(`The build has no chunk with a module like ${module}.`);
  return found.map(({ fileName }) => fileName);
}

/** The worker's script; where that does nothing but import one other, the other, which saves a request after the first. */
function workerFile(bundle: Bundle, name: RegExp): string {
  const found = Object.values(bundle).find((part) => name.test(part.fileName));
  if (found === undefined) throw new Error(`The build has no worker like ${name}.`);
  const code = found.type === 'chunk' ? found.code : found.source.toString();
  const only = /^\s*import\s*["']\.\/([^"']+)["'];?\s*(?:\/\/.*)?\s*$/.exec(code)?.[1];
  return only === undefined ? found.fileName : `${found.fileName.slice(0, found.fileName.lastIndexOf('/') + 1)}${only}`;
}
