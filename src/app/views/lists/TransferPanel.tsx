/** A page of token transfers, with those folded that are likely address poisoning. */
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { findPoisoning, findPoisoningOfAll } from '../../../core/tokens/poisoning';
import { EmptyState } from '../../ui/EmptyState';
import type { CursorPaging } from '../../use-cursor-paging';
import { useFunctionNames } from '../../use-function-names';
import { useNames } from '../../use-names';
import { useListedTokens } from '../tokens/use-listed-tokens';
import { useItemUnits } from '../tokens/use-token';
import { FoldedTransfers } from './FoldedTransfers';
import { type ListOrigin, ListPanel } from './ListPanel';
import { type TransferRow, transferColumns } from './transfer-columns';

export function TransferPanel({
  network,
  paging,
  owner,
  hasItems,
  senderOf,
  empty,
  ...bars
}: ListOrigin & {
  network: Network;
  paging: CursorPaging<TransferRow>;
  /** The account whose transfers are listed; absent where they are of no single address. */
  owner: Address | undefined;
  hasItems: boolean;
  /** Returns the sender of the transaction of a transfer, as far as it is known. */
  senderOf: (row: TransferRow) => Address | undefined;
  label: string;
  count?: number | undefined;
  csvName: string;
  kinds: ReactNode;
  filters?: ReactNode;
  isFiltered?: boolean;
  empty: ReactNode;
}) {
  const rows = paging.rows ?? [];
  const names = useNames(
    network.id,
    rows.flatMap(({ transfer: { from, to } }) => [from, to]),
  );
  const listed = useListedTokens(
    network.id,
    rows.map(({ transfer }) => transfer.token),
  );
  const units = useItemUnits(
    network,
    rows.flatMap(({ transfer: { token, standard, tokenId } }) =>
      tokenId === undefined ? [] : [{ token, standard, tokenId }],
    ),
  );
  const functionName = useFunctionNames(
    network.id,
    rows.flatMap(({ summary }) => (summary === undefined ? [] : [summary])),
  );
  const suspicionsOf = (all: readonly TransferRow[]) => {
    const sent = all.map((row) => ({ transfer: row.transfer, sender: senderOf(row) }));
    return owner === undefined ? findPoisoningOfAll(sent) : findPoisoning(owner, sent);
  };
  const suspicions = suspicionsOf(rows);
  const folded = rows.flatMap((row, at) => (suspicions[at] ? [{ row, suspicion: suspicions[at] }] : []));
  const shown = paging.rows?.filter((_, at) => !suspicions[at]);
  return (
    <ListPanel
      unit="transfer"
      columns={transferColumns(names, functionName, owner, hasItems, listed, units)}
      paging={paging}
      shown={shown}
      inFile={(all) => {
        const found = suspicionsOf(all);
        return all.filter((_, at) => !found[at]);
      }}
      rowKey={({ transfer, hash = '' }) => `${hash}${transfer.blockNumber}.${transfer.position}`}
      {...bars}
      empty={folded.length > 0 ? <EmptyState title="Every transfer of this page is folded" /> : empty}
    >
      {folded.length > 0 && <FoldedTransfers owner={owner} folded={folded} names={names} />}
    </ListPanel>
  );
}
