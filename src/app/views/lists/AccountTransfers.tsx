/** The token transfers of an address: from the index, or from who lists them where no index reaches. */
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { StatedTransfer } from '../../../core/tokens/stated-transfer';
import type { TokenTransfer, TransferKind } from '../../../core/tokens/token-transfers';
import type { AskedPage } from '../../../workers/chain/chain.api';
import { EmptyState } from '../../ui/EmptyState';
import { useCursorPaging } from '../../use-cursor-paging';
import { newJobId, useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { AskNote } from './AskNote';
import { ASKED_ORIGINS, isAskedCursor, pagesOfAsked } from './asked-pages';
import { TransferList } from './TransferList';
import { TransferPanel } from './TransferPanel';
import { hasRows, useAsking } from './use-asking';

type Props = { network: Network; address: Address; kind: TransferKind; kinds: ReactNode };

/** Another address or kind is another `key`. */
export function AccountTransfers(props: Props) {
  const { network, address, kind, kinds } = props;
  const { isAsked, onAsk } = useAsking(network);
  const asked = useQuestion(
    'chain',
    `transfers ${network.id} ${address} ${kind}`,
    (chain, job) => chain.addressTransfers(job, network.id, address, kind),
    { when: isAsked },
  );
  if (hasRows(asked)) return <Asked {...props} first={asked.value} />;
  return (
    <>
      <AskNote what="transfers" asked={asked} isAsked={isAsked} onAsk={onAsk} />
      <TransferList network={network} list={{ of: 'address', address, kind }} kinds={kinds} />
    </>
  );
}

function Asked({ network, address, kind, kinds, first }: Props & { first: AskedPage<StatedTransfer> }) {
  const { workers } = useWiring();
  const read = pagesOfAsked(first, (cursor) =>
    workers.chain.addressTransfers(newJobId(), network.id, address, kind, cursor),
  );
  const paging = useCursorPaging(
    async (request) => {
      const { rows, ...page } = await read(request);
      return { ...page, rows: rows.map((row) => ({ ...row, summary: undefined })) };
    },
    { isCursor: isAskedCursor },
  );
  return (
    <TransferPanel
      network={network}
      paging={paging}
      owner={address}
      label={kind === 'nft' ? 'NFT transfers' : 'Token transfers'}
      origin={first.origin === undefined ? '' : ASKED_ORIGINS[first.origin]}
      hasItems={kind === 'nft'}
      senderOf={({ transfer }) => likelySender(transfer)}
      csvName={kind === 'nft' ? 'nft-transfers' : 'token-transfers'}
      kinds={kinds}
      empty={<EmptyState title="No transfers on this page">The next page may have some.</EmptyState>}
    />
  );
}

/**
 * Who sent the transaction of a transfer whose list does not say: who gave the tokens away, since few others may. Nothing
 * can be moved from anybody by everybody, so that is taken for the act of the other side.
 */
function likelySender({ from, to, amount }: TokenTransfer): Address {
  return amount === 0n ? to : from;
}
