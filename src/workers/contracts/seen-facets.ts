/** The facets of a contract that lists none: whose code ran its functions, as kept traces show it. */
import type { Address, NetworkId, Selector } from '../../core/chain/primitives';
import type { Facet } from '../../core/contract/knowledge';
import { decodeTrace } from '../../core/trace/binary';
import { codesOf, selectorOf, toOf } from '../../core/trace/row-fields';
import { RowKind, rowIndex, type Trace } from '../../core/trace/rows';
import { readTransactionsOfAddress } from '../../db/chain/transaction-summaries';
import { readTrace } from '../../db/traces/traces';

/** The newest kept transactions that are looked at. */
const MAX_TRANSACTIONS = 20;
const MAX_FUNCTIONS = 1_000;

/** Returns them with the functions that were seen, the newest trace first. Linear in the rows of those traces. */
export async function seenFacets(networkId: NetworkId, address: Address): Promise<readonly Facet[]> {
  const facetOf = new Map<Selector, Address>();
  const { rows } = await readTransactionsOfAddress(networkId, address, { limit: MAX_TRANSACTIONS });
  for (const { summary } of rows) {
    const kept = await readTrace({ networkId, hash: summary.hash });
    // A file may say anything.
    const trace = kept === undefined || kept.fromFile ? undefined : decodeTrace(kept.bytes);
    if (trace?.ok) addSeen(facetOf, trace.value, address);
  }
  const byFacet = new Map<Address, Selector[]>();
  for (const [selector, facet] of facetOf) byFacet.set(facet, [...(byFacet.get(facet) ?? []), selector]);
  return [...byFacet].map(([facet, selectors]) => ({ address: facet, selectors }));
}

function addSeen(facetOf: Map<Selector, Address>, trace: Trace, address: Address): void {
  const { kind, length } = trace.rows;
  for (let index = 0; index < length && facetOf.size < MAX_FUNCTIONS; index++) {
    const row = rowIndex(index);
    if (kind[row] !== RowKind.call && kind[row] !== RowKind.staticcall) continue;
    const selector = toOf(trace, row) === address ? selectorOf(trace, row) : undefined;
    if (selector === undefined || facetOf.has(selector)) continue;
    const facet = codesOf(trace, row)[1];
    if (facet !== undefined) facetOf.set(selector, facet);
  }
}
