/** Who has most of a token, or of one of its items. */
import type { Address } from '../../../core/chain/primitives';
import { formatAmount, formatPrice, formatToken, formatUnits } from '../../../core/format/amounts';
import { formatInteger, formatPercent } from '../../../core/format/counts';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { countHolders, type Holder, readHolders } from '../../../db/token-balances';
import { useNetwork } from '../../network-context';
import { AddressView } from '../../ui/identity/AddressView';
import { RequestFailed } from '../../ui/RequestFailed';
import { Tooltip } from '../../ui/Tooltip';
import type { Column } from '../../ui/table/column';
import { isWholeIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { useNames } from '../../use-names';
import { useStored } from '../../use-stored';
import { useAskedBalances, usePrice, useSupply } from '../tokens/use-token';
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
  // Of an ERC-1155 no call tells how many items of all ids somebody has.
  const canAsk = index.state !== undefined && !isWhole && !(standard === 'ERC-1155' && item === undefined);
  const asked = useAskedBalances(
    network,
    rows.map((row) => ({ token: address, holder: row.address, ...(item === undefined ? {} : { tokenId: item.id }) })),
    canAsk,
  );
  const answered = asked.state === 'here' ? asked.value : undefined;
  const amounts = new Map(
    rows.map((row, at): [Address, bigint | undefined] => [row.address, canAsk ? answered?.amounts[at] : row.amount]),
  );
  const since = index.from === undefined ? 'seen here' : `since block ${formatInteger(index.from)}`;
  const origin = isWhole
    ? 'from this browser’s index of all blocks'
    : answered !== undefined
      ? `asked of the endpoint at block ${formatInteger(answered.block)}, in the order of transfers ${since}`
      : `from transfers ${since}; who moved nothing since then is missing`;
  const ranks = new Map(rows.map((row, at) => [row.address, paging.before + at + 1]));
  return (
    <>
      <IndexNote network={network} index={index} what="Holders" />
      {asked.state === 'failed' && <RequestFailed failure={asked.failure} onRetry={asked.again} />}
      <ListPanel
        label="Holders"
        unit="holder"
        count={isWhole ? count : undefined}
        origin={origin}
        columns={holderColumns({
          token,
          names,
          price: item === undefined ? price : undefined,
          supply: item === undefined ? whole.supply : item.supply,
          amountOf: (row) => amounts.get(row.address),
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
  token: TokenSummary;
  names: ReturnType<typeof useNames>;
  price: number | undefined;
  supply: bigint | undefined;
  amountOf: (row: Holder) => bigint | undefined;
  rankOf: (row: Holder) => number | undefined;
};

function holderColumns({ token, names, price, supply, amountOf, rankOf }: Means): readonly Column<Holder>[] {
  const places = token.standard === 'ERC-20' ? token.decimals : 0;
  const percentOf = (row: Holder) => shareOf(amountOf(row), supply);
  return [
    { label: '#', csv: rankOf, render: (row) => rankOf(row) ?? '–' },
    {
      label: 'Address',
      csv: ({ address }) => address,
      render: ({ address }) => <AddressView address={address} name={names[address]} />,
    },
    {
      label: 'Quantity',
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
          <Tooltip tip={<span className="mono">{formatToken(amount, places).exact}</span>} focusable={false}>
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
}

/** Percent of the supply, to four digits; undefined where either is not known. */
function shareOf(amount: bigint | undefined, supply: bigint | undefined): number | undefined {
  if (amount === undefined || supply === undefined || supply <= 0n) return undefined;
  return Number((amount * 1_000_000n) / supply) / 10_000;
}
