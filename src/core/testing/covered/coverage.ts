/**
 * Coverage of a run of tests, from the replay itself: the code that runs is the one that the build has, so gas and
 * behaviour are those of a run without it.
 *
 *     HitWatcher ── pcs by code ──▶ Coverage ── items by test, gas by line ──▶ CoverageReport
 */
import { bytesToHex } from '../../chain/hex';
import { createCodeIndex } from '../../contract/matching/match-code';
import type { CodeMap } from '../../source/compiled/code-map';
import type { Compilation } from '../../source/compiled/compilation';
import { isLibraryFile } from '../library-file';
import type { TestName } from '../test-hash';
import { addHits, completeHits, type FileProbes, probesOf } from './code-probes';
import { createCreationIndex } from './creation-index';
import { type FoundItem, findItems } from './find-items';
import { HitWatcher } from './hit-watcher';
import { addGas, type CodeLines, type LineGas, linesOf } from './line-gas';
import type { CoverageReport, CoveredFile } from './report';

/** Codes that are held before they are told apart: each creation is one of its own. */
const MAX_CODES = 64;

type Covered = LineGas & {
  items: readonly FoundItem[];
  hits: Float64Array;
  hasCode: Uint8Array;
};

export class Coverage {
  readonly watcher = new HitWatcher();
  private readonly files = new Map<string, Covered>();
  private readonly probes = new Map<CodeMap, readonly FileProbes[]>();
  /** Paths of the files that count, by their index, of each code. */
  private readonly paths = new Map<CodeMap, ReadonlyMap<number, string>>();
  /** Lines of the codes that ran. */
  private readonly lines = new Map<CodeMap, CodeLines>();
  private readonly codeOf: (code: Uint8Array) => CodeMap | undefined;
  /** Hits of the test that runs, by file. */
  private own = new Map<string, Float64Array>();
  private readonly byTest: { test: TestName; files: Map<string, Uint32Array> }[] = [];

  /** `dependencies`: folders of the project whose files count for nothing. */
  constructor(
    compilations: readonly Compilation[],
    private readonly dependencies: readonly string[],
  ) {
    const runtime: { code: CodeMap; runtimeBytecode: string; holes: CodeMap['holes'] }[] = [];
    const creation: CodeMap[] = [];
    for (const compilation of compilations) {
      const paths = this.addFiles(compilation);
      const own = (index: number) => {
        const path = paths.get(index);
        const covered = path === undefined ? undefined : this.files.get(path);
        return path === undefined || covered === undefined ? undefined : { path, items: covered.items };
      };
      for (const contract of compilation.contracts)
        for (const code of [contract.creation, contract.runtime]) {
          if (code === undefined) continue;
          const probes = probesOf(code, own);
          this.probes.set(code, probes);
          this.paths.set(code, paths);
          for (const { path, probes: found } of probes)
            for (const { item } of found) (this.files.get(path) as Covered).hasCode[item] = 1;
          if (code === contract.creation) creation.push(code);
          else runtime.push({ code, runtimeBytecode: bytesToHex(code.bytes), holes: code.holes });
        }
    }
    const index = createCodeIndex(runtime);
    const creations = createCreationIndex(creation);
    const known = new WeakMap<Uint8Array, { code: CodeMap | undefined }>();
    this.codeOf = (bytes) => {
      let found = known.get(bytes);
      if (found === undefined) {
        found = { code: index.match(bytes)?.artifact.code ?? creations(bytes) };
        known.set(bytes, found);
      }
      return found.code;
    };
  }

  /** Takes what ran since the last time; call it after each call of a test. */
  afterCall(): void {
    if (this.watcher.codes >= MAX_CODES) this.fold();
  }

  /** Says that all that ran since the last time was of this test, or of the setting up of its suite. */
  endOf(test: TestName): void {
    this.fold();
    const files = new Map<string, Uint32Array>();
    for (const [path, hits] of this.own) {
      const covered = this.files.get(path) as Covered;
      completeHits(covered.items, covered.hasCode, hits);
      for (const [item, count] of hits.entries()) covered.hits[item] += count;
      const ran = Uint32Array.from(hits.keys()).filter((item) => hits[item] > 0);
      if (ran.length > 0) files.set(path, ran);
    }
    if (files.size > 0) this.byTest.push({ test, files });
    this.own = new Map();
  }

  /** Returns what ran so far, files by their path. */
  report(): CoverageReport {
    const files = [...this.files].filter(([, { items }]) => items.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      files: files.map(
        ([path, { file, items, hits, gas }]): CoveredFile => ({
          path,
          text: file.text,
          items: items.map(({ counting: _, before: __, ...item }) => item),
          hits: [...hits],
          gas: [...gas],
          tests: this.byTest.flatMap(({ test, files: own }) => {
            const ran = own.get(path);
            return ran === undefined ? [] : [{ ...test, items: [...ran] }];
          }),
        }),
      ),
    };
  }

  /** Adds the files of a compilation that are not there yet, and returns the paths of those that count by their index. */
  private addFiles(compilation: Compilation): ReadonlyMap<number, string> {
    const paths = new Map<number, string>();
    const roots = new Map(compilation.roots.map((root) => [Number(String(root.src).split(':')[2]), root]));
    for (const [index, file] of compilation.files) {
      const root = roots.get(index);
      if (root === undefined || isLibraryFile(file.path, this.dependencies)) continue;
      const known = this.files.get(file.path);
      if (known === undefined) {
        const items = findItems(root, file);
        const { length } = items;
        this.files.set(file.path, {
          file,
          items,
          hits: new Float64Array(length),
          hasCode: new Uint8Array(length),
          gas: new Float64Array(file.lineStarts.length + 1),
        });
      } else if (known.file.text !== file.text) continue;
      paths.set(index, file.path);
    }
    return paths;
  }

  private fold(): void {
    for (const [bytes, ran] of this.watcher.take()) {
      const code = this.codeOf(bytes);
      if (code === undefined) continue;
      for (const { path, probes } of this.probes.get(code) ?? []) {
        let hits = this.own.get(path);
        if (hits === undefined) {
          hits = new Float64Array((this.files.get(path) as Covered).items.length);
          this.own.set(path, hits);
        }
        addHits(probes, ran.hits, hits);
      }
      addGas(this.linesOf(code), ran.gas);
    }
  }
  private linesOf(code: CodeMap): CodeLines {
    let lines = this.lines.get(code);
    if (lines === undefined) {
      const paths = this.paths.get(code);
      lines = linesOf(code, (index) => this.files.get(paths?.get(index) ?? ''));
      this.lines.set(code, lines);
    }
    return lines;
  }
}
