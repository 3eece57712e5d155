/**
 * Lets a part of a worker name all files that it needs, and not only those that
 * it imports itself: a browser finds the imports of a file once it has that
 * file, and asked for files of files in ten waves one after the other. Pages
 * have links that preload (Vite), which workers have not.
 */
import type { Plugin, Rolldown } from 'vite';

type Chunk = Pick<Rolldown.RenderedChunk, 'fileName' | 'imports'>;

export function importsAtOnce(): Plugin {
  return {
    name: 'imports-at-once',
    renderChunk(code, chunk, _, { chunks }) {
      const further = furtherImports(chunk, chunks);
      return further === '' ? null : { code: code + further, map: null };
    },
  };
}

/** Returns imports of what the chunk's own imports import. They stand last, so that the order in which files run is the same. */
function furtherImports({ fileName, imports }: Chunk, chunks: Readonly<Record<string, Chunk>>): string {
  const seen = new Set([fileName, ...imports]);
  for (const file of seen)
    if (file !== fileName) for (const imported of chunks[file]?.imports ?? []) seen.add(imported);
  const further = [...seen].slice(imports.length + 1);
  return further.map((file) => `\nimport"./${file.slice(file.lastIndexOf('/') + 1)}";`).join('');
}
