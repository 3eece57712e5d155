/** Who has most of a token, or of one of its items. */
import { isCounted } from '../../../core/chain/token-standard';
import { formatAmount, formatUnits } from '../../../core/format/amounts';
import { formatInteger, formatPercent } from '../../../core/format/counts';
import { formatPrice } from '../../../core/format/prices';
import { formatToken } from '../../../core/format/token-amounts';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { countHolders, type Holder, readHolders } from '../../../db/chain-index/token-balances';
import { useNetwork } from '../../network-context';
import { Callout } from '../../ui/Callout';
import { AddressView } from '../../ui/identity/AddressView';
import { RequestFailed } from '../../ui/RequestFailed';
import { Tooltip } from '../../ui/Tooltip';
import type { Column } from '../../ui/table/column';
import { isWholeIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { useNames } from '../../use-names';
import { useStored } from '../../use-stored';
import { useAskedBalances, usePrice, useSupply, useUnitsOf } from '../tokens/use-token';
import { IndexNote } from './IndexNote';
import { ListPanel } from './ListPanel';
import { NoRows } from './NoRows';

/** The owners of an item stand above its transfers, which have the usual keys. */
const ITEM_PLACE = { after: 'ownersAfter', rows: 'ownersRows' };

/** Shows `item` and how many of it there are, where the list is of one item. Another token is another `key`. */
export function HolderList({
  token,
  item,
}: {
  token: TokenSummary;
  item?: { id: bigint; supply: bigint | undefined };
}) {
  const { network } = useNetwork();
  const { address, standard } = token;
  const whole = useSupply(network, address, standard);
  const { index } = whole;
  const { price } = usePrice(network, address);
  const tokenId = item?.id;
  const units = useUnitsOf(network, tokenId === undefined ? undefined : { token: address, standard, tokenId });
  const paging = useCursorPaging((request) => readHolders(network.id, address, { ...request, tokenId }), {
    name: `holders ${network.id} ${address} ${tokenId ?? ''}`,
    ...(item && { keys: ITEM_PLACE }),
  });
  const count = useStored(() => countHolders(network.id, address, tokenId), [network.id, address, tokenId]);
  const rows = paging.rows ?? [];
  const names = useNames(
    network.id,
    rows.map((row) => row.address),
  );
  const isWhole = isWholeIndex(index);
  // Of an ERC-1155 no call tells how many items of all ids somebody has. Balances of an ERC-20 may be others than its
  // transfers add up to (rebasing tokens, tokens that keep a fee), so its contract is always asked.
  const canAsk =
    index.state !== undefined && (standard === 'ERC-20' || !isWhole) && !(isCounted(standard) && item === undefined);
  const asked = useAskedBalances(
    network,
    rows.map((row) => ({ token: address, holder: row.address, ...(item === undefined ? {} : { tokenId: item.id }) })),
    canAsk,
    rows.map(({ amount }) => amount).join(),
  );
  const answered = asked.state === 'here' ? asked.value : undefined;
  const told = new Map(rows.map((row, at) => [row.address, answered?.amounts[at]]));
  const amountOf = (row: Holder) => told.get(row.address) ?? (isWhole ? row.amount : undefined);
  // The sums are those of the block that was asked of, or newer: then rows change, and are asked for again.
  const isIndexed = answered !== undefined && (index.progress?.head ?? -1) >= answered.block;
  const differs = isWhole && isIndexed && rows.some((row) => amountOf(row) !== row.amount);
  const since = index.from === undefined ? 'seen here' : `since block ${formatInteger(index.from)}`;
  const origin = differs
    ? `with balances as the contract says at block ${formatInteger(answered?.block ?? 0)}, in the order of transfers`
    : isWhole
      ? 'from this browser’s index of all blocks'
      : answered !== undefined
        ? `asked of the endpoint at block ${formatInteger(answered.block)}, in the order of transfers ${since}`
        : `from transfers ${since}; who moved nothing since then is missing`;
  const ranks = new Map(rows.map((row, at) => [row.address, paging.before + at + 1]));
  return (
    <>
      <IndexNote network={network} index={index} what="Holders" />
      {asked.state === 'failed' && <RequestFailed failure={asked.failure} onRetry={asked.again} />}
      {differs && (
        <Callout>
          Balances of this token are not what its transfers add up to: it changes them without transfers, or keeps a
          part of what is sent.
        </Callout>
      )}
      <ListPanel
        label="Holders"
        unit="holder"
        count={isWhole ? count : undefined}
        origin={origin}
        columns={holderColumns({
          decimals: standard === 'ERC-20' ? token.decimals : (units?.decimals ?? 0),
          quantity: standard === 'ERC-6909' && item === undefined ? 'Smallest units of all ids' : 'Quantity',
          names,
          price: item === undefined ? price : undefined,
          supply: item === undefined ? whole.supply : item.supply,
          amountOf,
          isSumShown: differs,
          rankOf: (row) => ranks.get(row.address),
        })}
        paging={paging}
        rowKey={(row) => row.address}
        csvName={`holders-${address}`}
        empty={
          <NoRows
            index={index}
            what="holders"
            title="No holders are known"
            off="A node cannot list the holders of a token: they are known once the chain is indexed here."
          >
            The indexed blocks have no transfers of it.
          </NoRows>
        }
      />
    </>
  );
}

type Means = {
  /** Undefined where nobody says, so that amounts are told in the smallest unit. */
  decimals: number | undefined;
  /** Heading of the column of amounts. */
  quantity: string;
  names: ReturnType<typeof useNames>;
  price: number | undefined;
  supply: bigint | undefined;
  amountOf: (row: Holder) => bigint | undefined;
  /** Whether the sum of the transfers is shown beside a balance that differs from it. */
  isSumShown: boolean;
  rankOf: (row: Holder) => number | undefined;
};

function holderColumns({
  decimals: places,
  quantity,
  names,
  price,
  supply,
  amountOf,
  isSumShown,
  rankOf,
}: Means): readonly Column<Holder>[] {
  const percentOf = (row: Holder) => shareOf(amountOf(row), supply);
  const columns: readonly Column<Holder>[] = [
    { label: '#', csv: rankOf, render: (row) => rankOf(row) ?? '–' },
    {
      label: 'Address',
      csv: ({ address }) => address,
      render: ({ address }) => <AddressView address={address} name={names[address]} />,
    },
    {
      label: quantity,
      numeric: true,
      csv: (row) => {
        const amount = amountOf(row);
        return amount === undefined
          ? undefined
          : places === undefined
            ? formatToken(amount, places).exact
            : formatUnits(amount, places);
      },
      render: (row) => {
        const amount = amountOf(row);
        if (amount === undefined) return <span className="text-muted">unknown</span>;
        return (
          <Tooltip
            tip={
              <span className="mono">
                {formatToken(amount, places).exact}
                {isSumShown &&
                  amount !== row.amount &&
                  `; transfers add up to ${formatToken(row.amount, places).exact}`}
              </span>
            }
            focusable={false}
          >
            {places === undefined ? formatToken(amount, places).text : formatAmount(amount, places)}
          </Tooltip>
        );
      },
    },
    {
      label: 'Value',
      numeric: true,
      wide: true,
      render: (row) => {
        const amount = amountOf(row);
        return price === undefined || amount === undefined || places === undefined ? (
          <span className="text-muted">unknown</span>
        ) : (
          formatPrice(Number(formatUnits(amount, places)) * price)
        );
      },
    },
    {
      label: 'Percentage',
      numeric: true,
      csv: (row) => percentOf(row)?.toFixed(4),
      render: (row) => {
        const percent = percentOf(row);
        if (percent === undefined) return <span className="text-muted">unknown</span>;
        return percent < 0.01 && amountOf(row) !== 0n ? '< 0.01 %' : formatPercent(percent);
      },
    },
  ];
  // Without a price nobody knows what anything is worth.
  return columns.filter(({ label }) => price !== undefined || label !== 'Value');
}

/** Percent of the supply, to four digits; undefined where either is not known. */
function shareOf(amount: bigint | undefined, supply: bigint | undefined): number | undefined {
  if (amount === undefined || supply === undefined || supply <= 0n) return undefined;
  return Number((amount * 1_000_000n) / supply) / 10_000;
}
