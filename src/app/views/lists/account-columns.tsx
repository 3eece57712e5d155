/** The columns of the transactions of an address. */
import type { Address } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import type { AddressTransaction } from '../../../db/chain/transaction-summaries';
import { isDirect, isInternal } from '../../../db/rows/transaction-summary-row';
import { Badge } from '../../ui/Badge';
import { HashView } from '../../ui/identity/HashView';
import { type Column, columnOfPart } from '../../ui/table/column';
import { Direction, directionOf } from './Direction';

/** Returns the columns seen from an address: which way it went, and a badge where the address was only called inside. */
export function accountColumns(
  address: Address,
  columns: readonly Column<TransactionSummary>[],
): readonly Column<AddressTransaction>[] {
  return columns.flatMap((column): Column<AddressTransaction>[] => {
    const same = columnOfPart(column, ({ summary }: AddressTransaction) => summary);
    if (column.label === 'Tx Hash') return [{ ...same, render: (row) => <HashOf row={row} /> }];
    return column.label === 'From' ? [same, directionColumn(address)] : [same];
  });
}

function directionColumn(address: Address): Column<AddressTransaction> {
  return {
    label: 'Direction',
    csv: ({ summary }) => directionOf(address, summary),
    render: ({ summary }) => <Direction direction={directionOf(address, summary)} />,
  };
}

function HashOf({ row: { summary, roles } }: { row: AddressTransaction }) {
  if (isDirect(roles)) return <HashView hash={summary.hash} of="transaction" />;
  // Where a table has the least room, the badge takes that of the copy button.
  return (
    <span className="inline-flex items-center gap-1.5 md:max-lg:[&_button]:hidden">
      <HashView hash={summary.hash} of="transaction" />
      {isInternal(roles) ? (
        <Badge title="Called inside of the transaction">INTL</Badge>
      ) : (
        <Badge title="An event of the transaction names this address in a transfer of tokens">TOKEN</Badge>
      )}
    </span>
  );
}
