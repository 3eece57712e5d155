/**
 * From the bytes of a node's answer to the first rows, and what the reader does
 * with a million of them.
 *
 * The answer is the 126,001-call one of `generated-big-traces`, in chunks of
 * 64 KiB as a fetch delivers them. The reference is JSON.parse of the same
 * text; making the text of the bytes is not counted against either.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { mergeTrees } from '../../../src/core/source/merge-trees';
import { depthIdOfNumber, numberAt } from '../../../src/core/source/merged-tree';
import { createSearch, type TraceFilter, type TraceNames } from '../../../src/core/source/search-rows';
import type { SourceTree } from '../../../src/core/source/source-tree';
import { TreeColumns } from '../../../src/core/source/tree-columns';
import { depthIdOf } from '../../../src/core/trace/depth-id';
import { createFolding, type Folding } from '../../../src/core/trace/folding';
import { type RowIndex, RowKind, type Trace } from '../../../src/core/trace/rows';
import type { Bench, Figure } from '../bench';
import { atMost, beside, besideAtMost, median, stated } from '../figures';
import { generatedTrace } from '../workload/big-traces';

export const bench: Bench = { name: 'trace-load', run };

const FIXTURE = 'generated-big-traces/calls-126k.callTracer.json.gz';
const MILLION = 1_000_000;

async function* run(): AsyncIterable<Figure> {
  const file = join(resolve(process.env.FIXTURES ?? '../shared/fixtures'), FIXTURE);
  if (existsSync(file)) yield* load(file);
  else
    console.log(`The figures of the 126,001-call answer are left out: ${file} is missing (FIXTURES names its folder).`);
  yield* million(generatedTrace(MILLION));
  yield* withSources(generatedTrace(MILLION / 4));
}

async function* load(gzipped: string): AsyncIterable<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  const file = join(folder, 'answer.json');
  try {
    writeFileSync(file, gunzipSync(await readFile(gzipped)));
    const { json = Number.NaN, rows = Number.NaN } = await child('speed', file);
    yield besideAtMost('126,001 calls, bytes to first rows', rows, 'ms', 'JSON.parse of the text', json, 1.5);
    const cold = { json: [] as number[], rows: [] as number[] };
    for (let round = 0; round < 5; round++) {
      cold.json.push((await child('cold-json', file)).json ?? Number.NaN);
      cold.rows.push((await child('cold-rows', file)).rows ?? Number.NaN);
    }
    const reference = 'JSON.parse in a fresh process';
    yield besideAtMost('the same in a fresh process', median(cold.rows), 'ms', reference, median(cold.json), 2);
    const ours = (await child('memory-rows', file)).megabytes ?? Number.NaN;
    const theirs = (await child('memory-json', file)).megabytes ?? Number.NaN;
    const peak = beside('peak memory of a process that does it', ours, 'MB', 'reading the text and JSON.parse', theirs);
    yield { ...peak, bound: 'below the reference', holds: peak.ratio < 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* million(trace: Trace): Iterable<Figure> {
  const columns = Object.values(trace.rows).filter((column) => ArrayBuffer.isView(column));
  const bytes = columns.reduce((sum, column) => sum + column.byteLength, 0);
  yield atMost('columns per row', bytes / trace.rows.length, 'bytes', 64);

  const search = createSearch(trace, NAMES);
  const queries: [string, TraceFilter][] = [
    ['transfer', 'all'],
    ['9e37', 'all'],
    ['e', 'all'],
    ['call', 'opcode'],
    ['0xb1', 'to'],
    ['function 7', 'function'],
    ['', 'reverts'],
  ];
  yield stated(
    'search in 1,000,000 rows, first of all',
    time(() => search.find('swap', 'all')),
    'ms',
  );
  const slowest = Math.max(...queries.map(([text, filter]) => repeated(() => search.find(text, filter))));
  yield atMost('search in 1,000,000 rows, slowest of seven queries', slowest, 'ms', 16);

  const folding = createFolding(trace);
  yield* folds(folding, '1,000,000 rows');
  const middle = folding.visibleCount >> 1;
  const rows = repeated(() => {
    for (let index = 0; index < 60; index++) depthIdOf(trace, folding.rowAt(middle + index));
  });
  yield atMost('60 rows and their ids from the middle', rows, 'ms', 4);
}

/**
 * Measures the same with the rows of the sources among them: three of four rows are internal calls and storage
 * accesses.
 */
function* withSources(trace: Trace): Iterable<Figure> {
  const source = generatedSources(trace);
  const isEntry = (index: number) => source.ordinal[index] === 0 && source.kind[index] === RowKind.internal;
  let tree = mergeTrees(trace, source, isEntry);
  const merging = repeated(() => {
    tree = mergeTrees(trace, source, isEntry);
  });
  yield stated('merge the rows of the sources, 1,000,000 in all', merging, 'ms');
  const columns = [source, tree, tree.rows].flatMap((table): ArrayBufferView[] =>
    Object.values(table).filter((column) => ArrayBuffer.isView(column)),
  );
  const bytes = columns.reduce((sum, column) => sum + column.byteLength, 0);
  yield atMost('columns per row, with sources', bytes / tree.rows.length, 'bytes', 64);

  const words = Array.from({ length: 2_000 }, (_, at) => ({
    opcode: at % 2 === 0 ? 'jump' : 'sload',
    name: at % 2 === 0 ? `helper${at}` : `balances[${at}]`,
    contract: 'vault',
    file: 'src/vault.sol',
  }));
  const search = createSearch(trace, NAMES, { tree, classOf: (index) => index % words.length, words: () => words });
  const first = time(() => search.find('swap', 'all'));
  yield stated('search in 1,000,000 rows with sources, first of all', first, 'ms');
  const queries: [string, TraceFilter][] = [
    ['helper', 'function'],
    ['balances[7', 'all'],
    ['e', 'all'],
    ['0xb1', 'from'],
    ['vault.sol', 'file'],
    ['', 'reverts'],
  ];
  const slowest = Math.max(...queries.map(([text, filter]) => repeated(() => search.find(text, filter))));
  yield atMost('search in 1,000,000 rows with sources, slowest of six queries', slowest, 'ms', 16);

  const folding = createFolding(tree);
  yield* folds(folding, '1,000,000 rows with sources');
  const hide = repeated(
    () => folding.setLeaves({ events: true, storage: false }),
    () => folding.setLeaves({ events: true, storage: true }),
  );
  yield stated('hide the storage of 1,000,000 rows', hide, 'ms');
  const middle = folding.visibleCount >> 1;
  const rows = repeated(() => {
    for (let index = 0; index < 60; index++)
      depthIdOfNumber(trace, tree, numberAt(tree, folding.rowAt(middle + index)));
  });
  yield atMost('60 rows with sources and their ids from the middle', rows, 'ms', 4);
}

/** Each frame with the function it was called for, one that this called, and a read and a write of it; what the frame calls is below them. */
function generatedSources({ rows }: Trace): SourceTree {
  const columns = new TreeColumns();
  const inside = new Int32Array(rows.length);
  for (let row = 0; row < rows.length; row++) {
    const parent = row === 0 ? -1 : (inside[rows.parent[row] ?? 0] ?? -1);
    const own = columns.add(rows.kind[row] ?? 0, parent, row, 0, -1);
    if (rows.kind[row] === RowKind.log) continue;
    const add = (kind: number, above: number, ordinal: number) => {
      const index = columns.add(kind, above, row, 0, 0);
      columns.ordinal[index] = ordinal;
      return index;
    };
    const helper = add(RowKind.internal, add(RowKind.internal, own, 0), 1);
    add(RowKind.storageRead, helper, 0);
    add(RowKind.storageWrite, helper, 1);
    inside[row] = helper;
  }
  return { ...columns.finish(), functions: [] };
}

function* folds(folding: Folding, what: string): Iterable<Figure> {
  const root = 0 as RowIndex;
  const fold = repeated(
    () => folding.setExpanded(root, false),
    () => folding.setExpanded(root, true),
  );
  const unfold = repeated(
    () => folding.setExpanded(root, true),
    () => folding.setExpanded(root, false),
  );
  yield atMost(`fold the root of ${what}`, fold, 'ms', 8);
  yield atMost(`unfold the root of ${what}`, unfold, 'ms', 8);
  folding.expandAll();
}

const NAMES: TraceNames = {
  version: 1,
  address: (address) => `Contract ${address}`,
  member: (_, selector) => `function ${selector}`,
};

/**
 * Least milliseconds of 30 runs, because there is no reference to divide a busy machine out by; `undo` runs in
 * between, uncounted.
 */
function repeated(action: () => unknown, undo: () => unknown = () => {}): number {
  let least = Infinity;
  for (let round = 0; round < 30; round++) {
    undo();
    least = Math.min(least, time(action));
  }
  return least;
}

function time(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

async function child(what: string, file: string): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, '..', 'trace-load-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, script, what, file]);
  return JSON.parse(stdout) as Record<string, number>;
}
