/**
 * Source files with a list of them, search in all, and one open: what is open
 * is the caller's to know, so that it can stand in the page's address.
 */

import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { SourceFileSummary, SourceMatch } from '../../../workers/contracts/contracts.api';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { lazyPart } from '../../ui/lazy-part';
import { NativeSelect } from '../../ui/NativeSelect';
import { SearchField } from '../../ui/SearchField';
import { Spinner } from '../../ui/Spinner';
import { useLoaded } from '../../use-loaded';
import type { LineRange } from './CodeView';
import { languageOfPath } from './language';

const CodeView = lazyPart(async () => (await import('./CodeView')).CodeView);

const SEARCH_PAUSE = 200; // milliseconds of no typing before the files are searched

export type SourceFilesProps = {
  files: readonly SourceFileSummary[];
  file: string;
  lines?: LineRange | undefined;
  /** The text of a file; undefined when it is gone. */
  text: (path: string) => Promise<string | undefined>;
  search: (text: string) => Promise<readonly SourceMatch[]>;
  /** Another file or line is to be open. */
  onOpen: (file: string, line?: number) => void;
};

export function SourceFiles({ files, file, lines, text, search, onOpen }: SourceFilesProps) {
  const [query, setQuery] = useState('');
  const matches = useMatches(search, query);
  const content = useText(text, file);
  const name = shortPath(file);
  return (
    <div className="grid min-h-0 grid-cols-1 lg:grid-cols-[270px_minmax(0,1fr)]">
      <nav aria-label="Files" className="flex min-h-0 flex-col border-line lg:border-r">
        <div className="border-line border-b p-2">
          <SearchField label="Search in files" value={query} onChange={setQuery} />
        </div>
        {matches === undefined ? (
          <FileList files={files} file={file} onOpen={onOpen} />
        ) : (
          <MatchList matches={matches} query={query} onOpen={onOpen} />
        )}
      </nav>
      <section aria-label={`File ${name}`} className="flex h-[min(70vh,760px)] min-w-0 flex-col">
        <div className="flex min-h-9 items-center gap-2 border-line border-b px-3">
          <code className="min-w-0 truncate" title={harmlessText(file, 1_000)}>
            {harmlessText(file, 300)}
          </code>
          {content !== undefined && <CopyButton text={content} what="file" />}
          {lines !== undefined && <span className="ml-auto shrink-0 text-muted">line {formatInteger(lines.from)}</span>}
        </div>
        <div className="min-h-0 flex-1">
          {content === undefined ? (
            <Waiting />
          ) : (
            <CodeView
              fallback={<Waiting />}
              text={content}
              language={languageOfPath(file)}
              label={`Source of ${name}`}
              lines={lines}
              onLine={(line) => onOpen(file, line)}
            />
          )}
        </div>
      </section>
    </div>
  );
}

/** A list on wide screens, a dropdown on narrow ones. */
function FileList({ files, file, onOpen }: Pick<SourceFilesProps, 'files' | 'file' | 'onOpen'>) {
  return (
    <>
      <div className="p-2 lg:hidden">
        <NativeSelect
          label="File"
          value={file}
          options={files.map(({ path }) => ({ value: path, label: harmlessText(path, 200) }))}
          onChange={onOpen}
          className="w-full"
        />
      </div>
      <ul className="hidden max-h-[min(70vh,760px)] overflow-y-auto py-1 lg:block">
        {files.map(({ path }) => (
          <li key={path}>
            <button
              type="button"
              aria-current={path === file ? 'true' : undefined}
              title={harmlessText(path, 1_000)}
              onClick={() => onOpen(path)}
              className="mono block w-full truncate px-3 py-1 text-left text-s hover:bg-hover aria-[current]:bg-accent-soft"
            >
              {harmlessText(shortPath(path), 120)}
              <span className="block truncate text-muted">{harmlessText(folderOf(path), 200)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function MatchList({
  matches,
  query,
  onOpen,
}: {
  matches: readonly SourceMatch[];
  query: string;
  onOpen: SourceFilesProps['onOpen'];
}) {
  if (matches.length === 0)
    return <EmptyState title="No results">No file contains “{harmlessText(query, 60)}”.</EmptyState>;
  return (
    <ul className="max-h-[min(70vh,760px)] overflow-y-auto py-1" aria-label="Matches">
      {matches.map(({ path, line, text }) => (
        <li key={`${path} ${line}`}>
          <button
            type="button"
            onClick={() => onOpen(path, line)}
            className="mono block w-full px-3 py-1 text-left text-s hover:bg-hover"
          >
            <span className="block truncate text-muted">
              {harmlessText(shortPath(path), 120)}:{line}
            </span>
            <span className="block truncate">{harmlessText(text, 200)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div className="grid h-full min-h-40 place-items-center">
      <Spinner label="Loading source" />
    </div>
  );
}

/** The text of the open file, undefined until it is here. */
function useText(read: SourceFilesProps['text'], path: string): string | undefined {
  return useLoaded(path, async () => (await read(path)) ?? 'This file is no longer here. Reload the page.');
}

/** Lines with `query`, undefined while it is empty. */
function useMatches(search: SourceFilesProps['search'], query: string): readonly SourceMatch[] | undefined {
  const wanted = query.trim();
  // Matches of the text before stay while the reader types on.
  return useLoaded(wanted === '' ? undefined : 'matches', () => search(wanted), {
    version: wanted,
    delay: SEARCH_PAUSE,
  });
}

function shortPath(path: string): string {
  return path.split('/').at(-1) || path;
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}
