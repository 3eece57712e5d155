/** What frames both kinds of assets: the kinds, the networks, what is missing, and the pages. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { wordFor } from '../../../core/format/plural';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { Callout } from '../../ui/Callout';
import { CursorPager } from '../../ui/CursorPager';
import { classes } from '../../ui/classes';
import { useUrlValue } from '../../use-url-value';
import { NetworkStack } from './NetworkStack';
import { pageWithin } from './portfolio';
import type { PortfolioNetwork } from './use-portfolio';

export type AccountPageKind = 'wallet' | 'contract';

export function AssetKinds({ page }: { page: AccountPageKind }) {
  const { segment: network } = useNetwork();
  const { address } = useAccount();
  const look = classes(
    'inline-flex items-center px-[7px] font-medium text-muted hover:text-text',
    'aria-[current]:bg-accent-soft aria-[current]:text-accent',
  );
  const to =
    page === 'wallet'
      ? '/{-$network}/wallet/$address/assets/{-$kind}'
      : '/{-$network}/contract/$address/assets/{-$kind}';
  const shared = {
    search: {},
    resetScroll: false,
    activeOptions: { includeSearch: false },
    className: look,
  } as const;
  return (
    <nav
      aria-label="Kinds of assets"
      className="inline-flex h-6 overflow-hidden rounded-m border border-line bg-panel text-s"
    >
      <Link to={to} params={{ network, address, kind: 'token' }} {...shared}>
        Token
      </Link>
      <Link to={to} params={{ network, address, kind: 'nft' }} {...shared}>
        NFT
      </Link>
    </nav>
  );
}

/** Says what the networks lack: nothing is shown as whole that is not. Once it was shown it keeps its place, so that nothing moves up. */
export function BackfillNote({ networks }: { networks: readonly PortfolioNetwork[] }) {
  const partial = networks.filter(({ isWhole }) => !isWhole);
  const wasShown = useRef(false);
  useEffect(() => {
    if (partial.length > 0) wasShown.current = true;
  });
  if (partial.length === 0) {
    return wasShown.current ? (
      <div role="status">
        <Callout tone="success">All transfers are indexed.</Callout>
      </div>
    ) : null;
  }
  const filling = partial.filter(({ isFilling }) => isFilling);
  const words = partial.map(({ network, from }) =>
    from === undefined ? network.name : `${network.name} (transfers since block ${formatInteger(from)})`,
  );
  return (
    <div role="status">
      <Callout
        actions={
          <Link to="/settings" hash="index" className="text-accent underline">
            Settings
          </Link>
        }
      >
        {filling.length > 0
          ? 'Transfers are being backfilled and data may be missing'
          : 'Not all transfers are indexed and data may be missing'}
        : {words.join(', ')}. Balances of known tokens are asked of the endpoint.
      </Callout>
    </div>
  );
}

export function AssetsBar({
  page,
  networks,
  count,
  unit,
  children,
}: {
  page: AccountPageKind;
  networks: readonly PortfolioNetwork[];
  count: number | undefined;
  unit: string;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-raised px-2.5 py-1.5">
        <AssetKinds page={page} />
        <p className="ml-auto flex items-center gap-2 text-muted">
          {count !== undefined && (
            <span>
              <b className="font-semibold text-text tabular-nums">{formatInteger(count)}</b> {wordFor(count, unit)}
            </span>
          )}
          <NetworkStack networks={networks.map(({ network }) => network)} />
        </p>
      </div>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-2.5 py-1.5">
        {children}
      </div>
    </>
  );
}

const PER_PAGE = [10, 20, 50, 100];
const DEFAULT_PER_PAGE = 20;

/** Returns the page of `rows` rows that the address names (`page`, `perPage`). */
export function usePages(rows: number) {
  const [page = 1, setPage] = useUrlValue<number | undefined>('page');
  const [given, setPerPage] = useUrlValue<number | undefined>('perPage');
  const perPage = PER_PAGE.find((count) => count === given) ?? DEFAULT_PER_PAGE;
  const shown = pageWithin(page, rows, perPage);
  return {
    page: shown,
    perPage,
    rows,
    first: (shown - 1) * perPage,
    onPage: (next: number) => setPage(next === 1 ? undefined : next),
    onPerPage: (count: number) => setPerPage(count === DEFAULT_PER_PAGE ? undefined : count),
  };
}

export function PageControls({ page, perPage, rows, first, onPage, onPerPage }: ReturnType<typeof usePages>) {
  const last = Math.min(rows, first + perPage);
  return (
    <div className="border-line border-t">
      <CursorPager
        label="Pages of assets"
        page={page}
        rows={last - first}
        before={first}
        count={rows}
        hasPrevious={page > 1}
        hasNext={last < rows}
        perPage={perPage}
        perPageOptions={PER_PAGE}
        busy={false}
        onPrevious={() => onPage(page - 1)}
        onNext={() => onPage(page + 1)}
        onPerPage={onPerPage}
      />
    </div>
  );
}
