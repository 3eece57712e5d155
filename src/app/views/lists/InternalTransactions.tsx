/** Calls inside of transactions that an address made or received: as explorers list them, or from traced blocks. */
import type { ReactNode } from 'react';
import type { InternalTransaction } from '../../../core/chain/internal-transaction';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { readInternalTransactions } from '../../../db/chain-index/internal-calls';
import type { AskedPage } from '../../../workers/chain/chain.api';
import { EmptyState } from '../../ui/EmptyState';
import type { ChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';
import { ASKED_ORIGINS, isAskedCursor, pagesOfAsked } from './asked-pages';
import { originOfTraced } from './IndexNote';
import { InternalPanel } from './InternalPanel';

type Props = { network: Network; address: Address; kinds: ReactNode };

const LABEL = 'Internal transactions of the address';

/** `first` is the first page of who lists them. Another address is another `key`. */
export function InternalTransactions({
  network,
  address,
  kinds,
  first,
}: Props & { first: AskedPage<InternalTransaction> }) {
  const { workers } = useWiring();
  const paging = useCursorPaging(
    pagesOfAsked(first, (cursor) => workers.chain.internalTransactions(newJobId(), network.id, address, cursor)),
    { isCursor: isAskedCursor },
  );
  return (
    <InternalPanel
      network={network}
      owner={address}
      paging={paging}
      label={LABEL}
      origin={first.origin === undefined ? '' : ASKED_ORIGINS[first.origin]}
      csvName={`internal-transactions-${address}`}
      kinds={kinds}
      empty={<EmptyState title="No internal transactions on this page">The next page may have some.</EmptyState>}
    />
  );
}

/** Lists internal transactions from the blocks that the index has traced. Another address is another `key`. */
export function TracedInternals({ network, address, kinds, index }: Props & { index: ChainIndex }) {
  const paging = useCursorPaging(
    (request) => readInternalTransactions(network.id, { of: 'address', address }, request),
    { name: `internal ${network.id} ${address}` },
  );
  return (
    <InternalPanel
      network={network}
      owner={address}
      paging={paging}
      label={LABEL}
      {...originOfTraced(index)}
      csvName={`internal-transactions-${address}`}
      kinds={kinds}
      empty={
        <EmptyState title="None in the blocks that were traced">
          {index.progress?.traceProblem ??
            'This list has calls that move value, create a contract or destroy one. The list of all its transactions also has plain calls.'}
        </EmptyState>
      }
    />
  );
}
