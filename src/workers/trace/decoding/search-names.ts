/** Names of a trace for search: each distinct callee and selector is decoded once, by a row that shows it. */

import type { Address } from '../../../core/chain/primitives';
import type { TraceNames } from '../../../core/source/search-rows';
import type { NamedKind } from '../../../core/trace/row-classes';
import type { RowIndex, Trace } from '../../../core/trace/rows';
import { memberKey, type TouchedAddresses } from '../../../core/trace/touched-addresses';
import type { Knowledge } from '../../contracts/knowledge/knowledge-base';
import { wordsOf } from './decoder';
import type { KnownAbi } from './known-abis';

export function searchNames(
  trace: Trace,
  touched: TouchedAddresses,
  knowledge: Knowledge,
  known: () => readonly KnownAbi[],
  fileOf?: (address: Address) => string | undefined,
): TraceNames {
  const { contracts, signatures } = knowledge;
  return {
    get version() {
      return contracts.version + signatures.version;
    },
    // A creation that failed has no address.
    address: (address) => (address < 0 ? undefined : namesAt(trace.addresses[address])),
    ...(fileOf && { file: (address: number) => fileOf(trace.addresses[address]) }),
    member(address: number, selector: number, kind: NamedKind) {
      const row = touched.examples.get(memberKey(address, selector, kind === 'event'));
      return row === undefined ? undefined : nameOf(row);
    },
  };

  /** The name that is shown, and that of the contract, which a symbol may stand for. */
  function namesAt(address: Address): string | undefined {
    const shown = contracts.calleeName(address)?.text;
    const own = contracts.knowledge(address)?.name?.text;
    return own === undefined || shown === undefined || shown.startsWith(own) ? shown : `${shown}\n${own}`;
  }

  function nameOf(row: RowIndex): string | undefined {
    // Values are of no interest here, so their texts are cut at once.
    return wordsOf(trace, row, knowledge, known, 1).functionName?.text;
  }
}
