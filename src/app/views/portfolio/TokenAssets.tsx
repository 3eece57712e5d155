/** The fungible tokens of an address on the networks that are known. */
import { Link } from '@tanstack/react-router';
import { formatAmount, formatUnits } from '../../../core/format/amounts';
import { formatInteger, formatPercent } from '../../../core/format/counts';
import { formatPrice } from '../../../core/format/prices';
import { formatToken } from '../../../core/format/token-amounts';
import { harmlessText } from '../../../core/text/harmless';
import { useAccount } from '../../account-context';
import { segmentOf } from '../../networks';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { NativeSelect } from '../../ui/NativeSelect';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/Skeleton';
import { SortAgain } from '../../ui/SortAgain';
import { Tooltip } from '../../ui/Tooltip';
import type { Column } from '../../ui/table/column';
import { downloadTable } from '../../ui/table/table-csv';
import { useGrowingRows } from '../../use-growing-rows';
import { useUrlValue } from '../../use-url-value';
import { useWiring } from '../../wiring';
import { TokenLogo } from '../tokens/TokenLogo';
import { type AccountPageKind, AssetsBar, BackfillNote, PageControls, usePages } from './AssetsFrame';
import { NetworkIcon } from './NetworkStack';
import {
  type Asset,
  type AssetGroup,
  chooseAssets,
  decimalsOf,
  dollarsOf,
  GROUPINGS,
  type Grouping,
  groupAssets,
  labelOf,
  shareOf,
  totalOf,
} from './portfolio';
import { type PortfolioNetwork, usePortfolioNetworks, useTokenPortfolio } from './use-portfolio';

const GROUPING_TEXT: Record<Grouping, string> = { none: 'None', token: 'Token', network: 'Network' };
/** Typing changes the address this much later, milliseconds: the spec's debounce of searches. */
const DEBOUNCE = 350;

export function TokenAssets({ page }: { page: AccountPageKind }) {
  const networks = usePortfolioNetworks();
  if (networks === undefined) return <SkeletonRows count={10} label="Loading the tokens" />;
  return <Assets page={page} networks={networks} />;
}

function Assets({ page, networks }: { page: AccountPageKind; networks: readonly PortfolioNetwork[] }) {
  const { address } = useAccount();
  const [groupBy, setGroupBy] = useUrlValue<string | undefined>('groupBy');
  const [search, setSearch] = useUrlValue<string | undefined>('search', { debounce: DEBOUNCE });
  const [zero, setZero] = useUrlValue<number | undefined>('hideZero');
  const grouping = GROUPINGS.find((each) => each === groupBy) ?? 'none';
  const hideZero = zero !== 0;
  const portfolio = useTokenPortfolio(address, networks, !hideZero);
  const assets = portfolio?.assets ?? [];
  const total = totalOf(assets);
  const {
    shown: chosen = [],
    isInOrder,
    sort,
  } = useGrowingRows(portfolio && chooseAssets(assets, { search: search ?? '', hideZero }), {
    // Values order the rows once they are known.
    list: `${portfolio?.isValued} ${grouping} ${hideZero} ${search ?? ''}`,
    keyOf: keyOfAsset,
  });
  const groups = groupAssets(chosen, grouping);
  const pages = usePages(grouping === 'none' ? chosen.length : groups.length);
  const columns = useColumns(total, portfolio?.noPrices === undefined);
  const shown =
    grouping === 'none'
      ? groupAssets(chosen.slice(pages.first, pages.first + pages.perPage), 'none')
      : groups.slice(pages.first, pages.first + pages.perPage);
  return (
    <>
      <BackfillNote networks={networks} />
      {portfolio?.failures.map(({ network, failure }) => (
        <Callout
          key={network.id}
          tone="failure"
          role="alert"
          actions={
            <Button size="s" onClick={portfolio.again}>
              Retry
            </Button>
          }
        >
          {network.name}: {failure.message}
        </Callout>
      ))}
      <Panel>
        <AssetsBar page={page} networks={networks} count={portfolio && chosen.length} unit="token">
          <span className="flex items-center gap-1.5">
            <span aria-hidden>Group by</span>
            <NativeSelect
              label="Group by"
              look="small"
              value={grouping}
              options={GROUPINGS.map((value) => ({ value, label: GROUPING_TEXT[value] }))}
              onChange={(value) => {
                pages.onPage(1);
                setGroupBy(value === 'none' ? undefined : value);
              }}
            />
          </span>
          <Checkbox
            checked={hideZero}
            onChange={(checked) => {
              pages.onPage(1);
              setZero(checked ? undefined : 0);
            }}
          >
            Hide zero balances
          </Checkbox>
          <SearchField
            label="Name, symbol or address"
            value={search ?? ''}
            maxLength={100}
            onChange={(text) => {
              pages.onPage(1);
              setSearch(text === '' ? undefined : text);
            }}
          />
          <span className="ml-auto flex gap-1.5">
            <SortAgain isInOrder={isInOrder} onSort={sort}>
              Sort by value
            </SortAgain>
            <Button size="s" onClick={() => downloadTable(`tokens-${address}.csv`, columns, chosen)}>
              CSV
            </Button>
          </span>
        </AssetsBar>
        <Worth total={total} portfolio={portfolio} />
        {portfolio === undefined && <SkeletonRows count={10} label="Loading the tokens" />}
        {portfolio !== undefined && chosen.length === 0 && (
          <EmptyState title="No items found">
            {assets.length > 0
              ? 'No token matches. Change the search, or show zero balances too.'
              : 'The indexed blocks have no token transfers to this address.'}
          </EmptyState>
        )}
        {shown.map((group) => (
          <Group key={group.key} group={group} grouping={grouping} columns={columns} />
        ))}
        {chosen.length > 0 && <PageControls {...pages} />}
      </Panel>
    </>
  );
}

/** What all of it is worth, in a line that has its room before it is known. */
function Worth({ total, portfolio }: { total: number; portfolio: ReturnType<typeof useTokenPortfolio> }) {
  if (portfolio === undefined) return null;
  const { noPrices, isCut, isValued, assets } = portfolio;
  const isPartial = assets.some((asset) => dollarsOf(asset) === undefined);
  return (
    <p className="min-h-[33px] border-line border-b px-3 py-1.5 text-muted">
      {isValued && noPrices === undefined && total === 0 && isPartial && 'None of these tokens has a known value.'}
      {noPrices === undefined && (total > 0 || (isValued && !isPartial)) && (
        <>
          {isPartial ? 'At least ' : ''}
          <b className="font-semibold text-text">{formatPrice(total)}</b> in all{' '}
          {isPartial && '(prices of some tokens are unknown)'}
        </>
      )}
      {noPrices !== undefined && assets.length > 0 && (
        <>
          Values are unknown: {noPrices}.{' '}
          <Link to="/settings" hash="third-parties" className="text-accent underline">
            Settings
          </Link>
        </>
      )}
      {isCut && ' The first 1,000 tokens of each network are shown.'}
    </p>
  );
}

function Group({
  group: { label, assets, value, hasUnknown },
  grouping,
  columns,
}: {
  group: AssetGroup;
  grouping: Grouping;
  columns: readonly Column<Asset>[];
}) {
  const table = (
    <DataTable
      label={grouping === 'none' ? 'Tokens' : `Tokens of ${label}`}
      columns={columns}
      rows={assets}
      rowKey={keyOfAsset}
    />
  );
  if (grouping === 'none') return table;
  return (
    <details open className="border-line border-b">
      <summary className="cursor-pointer bg-raised px-3 py-1.5">
        <bdi className="font-semibold">{label}</bdi>{' '}
        <span className="text-muted">
          {formatInteger(assets.length)} ·{' '}
          {value > 0 || !hasUnknown ? `${hasUnknown ? 'at least ' : ''}${formatPrice(value)}` : 'value unknown'}
        </span>
      </summary>
      {table}
    </details>
  );
}

function keyOfAsset({ network, token }: Asset): string {
  return `${network.id} ${token}`;
}

function TokenWords({ asset }: { asset: Asset }) {
  return (
    <>
      <bdi className="max-w-full shrink-0 truncate font-medium">{labelOf(asset)}</bdi>
      {asset.summary?.name !== undefined && (
        <bdi className="truncate text-muted">{harmlessText(asset.summary.name, 40)}</bdi>
      )}
    </>
  );
}

/** The address, and who names the token where its contract does not. */
function titleOf({ token, listed, isNamedByList }: Asset): string {
  return isNamedByList && listed ? `${token}, named by the token list “${harmlessText(listed.list, 60)}”` : token;
}

/** Columns of values are left out where nobody says what anything is worth. */
function useColumns(total: number, hasPrices: boolean): readonly Column<Asset>[] {
  const { config } = useWiring();
  const unknown = <span className="text-muted">unknown</span>;
  const columns: readonly Column<Asset>[] = [
    {
      label: 'Network',
      csv: ({ network }) => network.name,
      render: ({ network }) => (
        <span className="inline-flex items-center gap-1.5">
          <NetworkIcon network={network} /> {network.name}
        </span>
      ),
    },
    {
      label: 'Token',
      csv: ({ token }) => token,
      inFile: [{ label: 'Symbol', csv: ({ summary }) => summary?.symbol }],
      render: (asset) =>
        asset.token === 'native' ? (
          <span className="inline-flex min-w-0 max-w-full items-baseline gap-1.5">
            {/* In the place of the logo, so that the names of a table stand below each other. */}
            <span className="w-4 max-md:hidden" />
            <TokenWords asset={asset} />
          </span>
        ) : (
          <Link
            to="/{-$network}/contract/$address"
            params={{ network: segmentOf(config, asset.network), address: asset.token }}
            search={{ view: 'market' }}
            className="inline-flex min-w-0 max-w-full items-baseline gap-1.5 hover:underline"
            title={titleOf(asset)}
          >
            <TokenLogo address={asset.token} logo={asset.listed?.logo} size={16} />
            <TokenWords asset={asset} />
          </Link>
        ),
    },
    {
      label: 'Price',
      numeric: true,
      csv: ({ price }) => price,
      render: ({ price }) =>
        price === undefined ? (
          unknown
        ) : (
          <Tooltip tip={<span className="mono">{formatPrice(price, 20)}</span>} focusable={false}>
            {formatPrice(price)}
          </Tooltip>
        ),
    },
    {
      label: 'Amount',
      numeric: true,
      csv: (asset) => (asset.amount === undefined ? undefined : exactOf(asset.amount, decimalsOf(asset))),
      render: (asset) =>
        asset.amount === undefined ? (
          unknown
        ) : (
          <Tooltip
            focusable={false}
            tip={
              <span className="mono">
                {formatToken(asset.amount, decimalsOf(asset)).exact},{' '}
                {asset.origin === 'endpoint' ? 'asked of the endpoint' : 'from all transfers, indexed here'}
                {asset.sum !== undefined &&
                  `; its transfers add up to ${formatToken(asset.sum, decimalsOf(asset)).exact}`}
              </span>
            }
          >
            {shortOf(asset.amount, decimalsOf(asset))}
          </Tooltip>
        ),
    },
    {
      label: 'Value',
      numeric: true,
      csv: (asset) => dollarsOf(asset),
      render: (asset) => {
        const value = dollarsOf(asset);
        return value === undefined ? unknown : formatPrice(value);
      },
    },
    {
      label: 'Portfolio %',
      numeric: true,
      csv: (asset) => shareOf(asset, total)?.toFixed(4),
      render: (asset) => {
        const share = shareOf(asset, total);
        if (share === undefined) return unknown;
        return share > 0 && share < 0.1 ? '< 0.1 %' : formatPercent(share);
      },
    },
    {
      label: 'Origin',
      end: true,
      wide: true,
      csv: ({ origin }) => origin,
      render: ({ origin, sum }) => (
        <span className="text-muted">
          {origin === undefined
            ? 'not known yet'
            : sum !== undefined
              ? 'the endpoint, not the sum of transfers'
              : origin === 'endpoint'
                ? 'the endpoint'
                : 'all transfers'}
        </span>
      ),
    },
  ];
  return hasPrices ? columns : columns.filter(({ label }) => !VALUE_COLUMNS.includes(label));
}

const VALUE_COLUMNS: readonly string[] = ['Price', 'Value', 'Portfolio %'];

function exactOf(amount: bigint, decimals: number | undefined): string {
  return decimals === undefined ? formatToken(amount, decimals).exact : formatUnits(amount, decimals);
}

function shortOf(amount: bigint, decimals: number | undefined): string {
  return decimals === undefined ? formatToken(amount, decimals).text : formatAmount(amount, decimals);
}
