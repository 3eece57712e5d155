/**
 * Signatures by selector or topic: the bundled table, and what was looked up
 * and kept. Answers at once from memory; `load` and `loadKept` fill it.
 */
import { loadSignatureTable, type SignatureTable } from '../../core/abi/signature-table';
import type { Hash, Selector } from '../../core/chain/primitives';
import type { SignatureCandidate } from '../../core/contract/knowledge';
import { readSignatures, saveSignatures } from '../../db/signatures';

export type KnownSignatures = {
  /** Grows with every addition. */
  readonly version: number;
  /** Known candidates, the bundled table's first; empty for what was not loaded. */
  candidates(selector: string): readonly SignatureCandidate[];
  /** Loads what is bundled and kept for these; true when something became known. */
  load(selectors: readonly string[]): Promise<boolean>;
  /** As `load`, without what is bundled, whose table is large. */
  loadKept(selectors: readonly string[]): Promise<boolean>;
  /** Adds what was looked up, and keeps it. */
  add(candidates: readonly SignatureCandidate[]): Promise<void>;
};

export function createKnownSignatures(): KnownSignatures {
  const known = new Map<string, readonly SignatureCandidate[]>();
  const loaded = new Set<string>();
  let version = 0;

  function join(candidates: readonly SignatureCandidate[]): boolean {
    let grew = false;
    for (const candidate of candidates) {
      const before = known.get(candidate.selector) ?? [];
      if (before.some(({ signature }) => signature === candidate.signature)) continue;
      const isBundled = candidate.origin === 'signatureTable';
      const place = isBundled ? before.filter(({ origin }) => origin === 'signatureTable').length : before.length;
      known.set(candidate.selector, before.toSpliced(place, 0, candidate));
      grew = true;
      version++;
    }
    return grew;
  }

  return {
    get version() {
      return version;
    },
    candidates: (selector) => known.get(selector) ?? [],
    async load(selectors) {
      const missing = selectors.filter((selector) => !loaded.has(selector));
      if (missing.length === 0) return false;
      for (const selector of missing) loaded.add(selector);
      const [table, kept] = await Promise.all([loadSignatureTable(), readSignatures(missing)]);
      const bundled = join(missing.flatMap((selector) => bundledCandidates(table, selector)));
      return join(kept) || bundled;
    },
    async loadKept(selectors) {
      return join(await readSignatures(selectors.filter((selector) => !loaded.has(selector))));
    },
    async add(candidates) {
      join(candidates);
      await saveSignatures(candidates);
    },
  };
}

/** Four bytes may be a function's or an error's selector; 32 are an event's topic. */
function bundledCandidates(table: SignatureTable, selector: string): readonly SignatureCandidate[] {
  if (selector.length !== 10) return table.events(selector as Hash);
  return [...table.functions(selector as Selector), ...table.errors(selector as Selector)];
}
