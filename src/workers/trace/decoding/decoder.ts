/**
 * What decodes and names the words of rows. It is loaded once something is known that says more of a row than the row does
 * itself: most transactions that are new to a reader show their first rows without.
 */
import { codesBehind } from '../../../core/contract/proxies/code-behind';
import type { RowIndex, Trace } from '../../../core/trace/rows';
import type { Knowledge } from '../../contracts/knowledge/knowledge-base';
import { LatePart } from '../../scheduling/late-part';
import { ECRECOVER, isSoliditysOwn, type KnownAbi, type TraceAbis } from './known-abis';
import { plainWords, type RowWords } from './plain-words';

export const decoder = new LatePart(async () => {
  const [{ decodeRow }, { amounts, ValueNames }, { namePaths }] = await Promise.all([
    import('./decode-row'),
    import('./name-values'),
    import('./name-stored'),
  ]);
  return { decodeRow, amounts, ValueNames, namePaths };
});

/** Decodes the words of `row`, leaf texts cut at `textLimit`. `known` are ABIs of all contracts of the trace. */
export function wordsOf(
  trace: Trace,
  row: RowIndex,
  knowledge: Knowledge,
  known: () => readonly KnownAbi[],
  textLimit: number,
): RowWords {
  return decoder.part?.decodeRow(trace, row, knowledge, known, textLimit) ?? plainWords(trace, row);
}

/** Returns whether an ABI, a signature or a standard says more of a row of the trace. */
export function isDecodable(trace: Trace, abis: TraceAbis, { contracts, signatures }: Knowledge): boolean {
  const { touched } = abis;
  return (
    abis.list().length > 0 ||
    touched.contracts.some((address) =>
      codesBehind(contracts.knowledge(address)).some((code) => contracts.index(code) !== undefined),
    ) ||
    touched.signatures.some((each) => isSoliditysOwn(each) || signatures.candidates(each).length > 0) ||
    trace.addresses.includes(ECRECOVER)
  );
}
