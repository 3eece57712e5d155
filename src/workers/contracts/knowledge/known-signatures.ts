/**
 * Signatures by selector or topic: the bundled table, and what was looked up
 * and kept. Answers at once from memory; `load` and `loadKept` fill it.
 */

import type { SignatureCandidate } from '../../../core/abi/signature-table';
import { loadSignatureTable, type SignatureTable } from '../../../core/abi/signature-table';
import type { Hash, Selector } from '../../../core/chain/primitives';
import { askKept } from '../../../db/database';

const loadRows = () => import('../../../db/contracts/signatures');

export class KnownSignatures {
  readonly #known = new Map<string, readonly SignatureCandidate[]>();
  readonly #loaded = new Set<string>();
  /** Loads under way, by selector or topic. */
  readonly #loading = new Map<string, Promise<boolean>>();
  #version = 0;

  /** Grows with every addition. */
  get version(): number {
    return this.#version;
  }

  /** Known candidates, the bundled table's first; empty for what was not loaded. */
  candidates(selector: string): readonly SignatureCandidate[] {
    return this.#known.get(selector) ?? [];
  }

  /**
   * Loads what is bundled and kept for these, each once, and waits for what an earlier call is loading of them. True
   * when something became known. Rejects when the table cannot be loaded; the next call tries again.
   */
  async load(selectors: readonly string[]): Promise<boolean> {
    const missing = selectors.filter((selector) => !this.#loaded.has(selector));
    const begun = new Set(missing.flatMap((selector) => this.#loading.get(selector) ?? []));
    const others = missing.filter((selector) => !this.#loading.has(selector));
    const answers = await Promise.all([...begun, ...(others.length > 0 ? [this.#begin(others)] : [])]);
    return answers.some((grew) => grew);
  }

  #begin(selectors: readonly string[]): Promise<boolean> {
    const loading = this.#read(selectors).finally(() => {
      for (const selector of selectors) this.#loading.delete(selector);
    });
    for (const selector of selectors) this.#loading.set(selector, loading);
    return loading;
  }

  async #read(selectors: readonly string[]): Promise<boolean> {
    const [table, kept] = await Promise.all([loadSignatureTable(), readKept(selectors)]);
    const bundled = this.#join(selectors.flatMap((selector) => bundledCandidates(table, selector)));
    for (const selector of selectors) this.#loaded.add(selector);
    return this.#join(kept) || bundled;
  }

  /** Does as `load`, without the bundled table, which is large. */
  async loadKept(selectors: readonly string[]): Promise<boolean> {
    return this.#join(await readKept(selectors.filter((selector) => !this.#loaded.has(selector))));
  }

  /** Adds what was looked up, and keeps it. */
  async add(candidates: readonly SignatureCandidate[]): Promise<void> {
    this.#join(candidates);
    const { saveSignatures } = await loadRows();
    await saveSignatures(candidates);
  }

  /** Puts the candidates among the known ones; true when one of them is new. */
  #join(candidates: readonly SignatureCandidate[]): boolean {
    let grew = false;
    for (const candidate of candidates) {
      const before = this.candidates(candidate.selector);
      if (before.some(({ signature }) => signature === candidate.signature)) continue;
      const isBundled = candidate.origin === 'signatureTable';
      const place = isBundled ? before.filter(({ origin }) => origin === 'signatureTable').length : before.length;
      this.#known.set(candidate.selector, before.toSpliced(place, 0, candidate));
      grew = true;
      this.#version++;
    }
    return grew;
  }
}

/** What was looked up and kept. */
function readKept(selectors: readonly string[]): Promise<readonly SignatureCandidate[]> {
  return askKept<readonly SignatureCandidate[]>([], async () => (await loadRows()).readSignatures(selectors));
}

/** Four bytes may be a function's or an error's selector; 32 are an event's topic. */
function bundledCandidates(table: SignatureTable, selector: string): readonly SignatureCandidate[] {
  if (selector.length !== 10) return table.events(selector as Hash);
  return [...table.functions(selector as Selector), ...table.errors(selector as Selector)];
}
