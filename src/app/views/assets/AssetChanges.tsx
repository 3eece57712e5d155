/** Who ended with more or less of what: by address, or in the order it happened. */

import { type ReactNode, useMemo, useState } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { Prices } from '../../../workers/chain/chain.api';
import type { AssetChange, Transfers, TransferView } from '../../../workers/trace/views.api';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { AddressView } from '../../ui/identity/AddressView';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { Tooltip } from '../../ui/Tooltip';
import { usePreference } from '../../use-preference';
import type { Answer } from '../../use-question';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';
import { RowLink } from '../open-trace/RowLink';
import { TriedRules } from '../open-trace/TriedRules';
import { usePaidFees } from '../open-trace/use-paid-fees';
import { ScrollBox } from '../ScrollBox';
import { assetText, heldNote, isUnknown, movedTitle, TOLD, type Tokens, UNKNOWN } from './asset-text';
import { Dollars, PriceNotes, type Worth, worthBy } from './Dollars';
import { PaidFees } from './PaidFees';

const NONE = 'No address transfers with net value to show.';
/** Rows until all are asked for. */
const SHOWN = 10;
/** Rows that one press of the button adds: thousands at once would block the page. */
const MORE = 200;
const ORDERS = [
  { value: 'address', label: 'Per address' },
  { value: 'time', label: 'In order' },
] as const;

type Standard = TransferView['standard'];
type Grouping = 'address' | 'time';

type Props = {
  moved: Transfers | undefined;
  prices: Answer<Prices> & { again: () => void };
};

export function AssetChanges({ moved, prices }: Props) {
  const api = useTraceApi();
  const { network, record } = usePageTransaction();
  const { summary, handle, lost } = useOpenTrace();
  const [kept, saveGrouping] = usePreference('assetGrouping');
  const [standard, setStandard] = useState<Standard>();
  const grouping: Grouping = kept ?? 'address';
  const standards = [...new Set(moved?.transfers.map((transfer) => transfer.standard))];
  const wanted = <T extends { standard: Standard }>(list: readonly T[]) =>
    standard === undefined || !standards.includes(standard) ? list : list.filter((each) => each.standard === standard);
  const exportCsv = async () => {
    try {
      const name = `transfers-${shorten(record.transaction.hash)}.csv`;
      download(name, 'text/csv', await api.transfersCsv(handle));
    } catch (error) {
      lost(error);
    }
  };
  const worth = useMemo(() => worthBy(prices, moved), [prices, moved]);
  const some = moved !== undefined && moved.count + moved.changes.length > 0;
  const paid = usePaidFees();
  const [shown, setShown] = useState(SHOWN);
  const limit = { shown, onShow: setShown };
  return (
    <Panel
      title={some ? movedTitle(moved).title : 'Asset changes'}
      aside={some ? movedTitle(moved).aside : undefined}
      actions={
        some && (
          <>
            <Segmented
              label="Order of asset changes"
              size="s"
              value={grouping}
              segments={ORDERS}
              onChange={(order) => {
                setShown(SHOWN);
                void saveGrouping(order);
              }}
            />
            <Button size="s" onClick={() => void exportCsv()}>
              CSV
            </Button>
          </>
        )
      }
    >
      <TriedRules summary={summary} />
      {!moved && <Loading label="Loading asset changes" />}
      {moved && !some && <p className="px-3 py-4 text-muted">{NONE}</p>}
      {moved?.malformed?.map(({ depthId, sentence }) => (
        <p key={depthId} className="px-3 py-1.5 text-pending text-s">
          {sentence}
        </p>
      ))}
      {some && (
        // Another list when names came: rows that grew would move those below them under the reader.
        <div key={namesOf(moved)}>
          {standards.length > 1 && (
            <Standards all={standards} chosen={standard} currency={network.nativeCurrency} onChoose={setStandard} />
          )}
          {grouping === 'address' ? (
            <PerAddress
              moved={moved}
              changes={wanted(moved.changes)}
              currency={network.nativeCurrency}
              worth={worth}
              limit={limit}
            />
          ) : (
            <InOrder
              moved={moved}
              transfers={wanted(moved.transfers)}
              currency={network.nativeCurrency}
              worth={worth}
              limit={limit}
            />
          )}
          <footer className="flex flex-col gap-1 border-line border-t px-3 py-1.5 text-muted text-s">
            {moved.tokens.some(isUnknown) && <p className="text-pending">{UNKNOWN}</p>}
            {moved.changes.some(({ held }) => held !== undefined) ? (
              <p className="text-pending">{heldNote(moved)}</p>
            ) : (
              moved.tokens.length > 0 && <p>{TOLD}</p>
            )}
            {summary.source === 'receipt' && (
              <p>Transfers of value between contracts are missing: only the receipt is known.</p>
            )}
            <PriceNotes prices={prices} moved={moved} worth={worth} />
          </footer>
        </div>
      )}
      {moved && paid && <PaidFees paid={paid} network={network} />}
    </Panel>
  );
}

function Standards({
  all,
  chosen,
  currency,
  onChoose,
}: {
  all: readonly Standard[];
  chosen: Standard | undefined;
  currency: NativeCurrency;
  onChoose: (standard: Standard | undefined) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1 border-line border-b px-3 py-1.5">
      <legend className="sr-only">Assets shown</legend>
      {[undefined, ...all].map((each) => (
        <Button
          key={each ?? 'all'}
          size="s"
          variant="quiet"
          aria-pressed={chosen === each}
          onClick={() => onChoose(each)}
        >
          {each === undefined ? 'All' : each === 'native' ? currency.symbol : each}
        </Button>
      ))}
    </fieldset>
  );
}

type PerAddressProps = {
  moved: Transfers;
  changes: readonly AssetChange[];
  currency: NativeCurrency;
  worth: Worth | undefined;
  limit: Limit;
};

function PerAddress({ moved, changes, currency, worth, limit }: PerAddressProps) {
  const tokens = useTokens(moved);
  if (changes.length === 0) return <p className="px-3 py-4 text-muted">{NONE}</p>;
  return (
    <Limited rows={changes} {...limit}>
      {(shown) =>
        byAddress(shown).map(([address, its]) => (
          <li
            key={address}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-b px-3 py-1.5 last:border-0"
          >
            <AddressView address={address} name={moved.names[address]} />
            <ul className="ml-auto">
              {its.map((change) => (
                <li key={`${change.token} ${change.tokenId}`} className="text-right">
                  <Signed change={change} tokens={tokens} currency={currency} />
                  <Dollars asset={inHand(change)} worth={worth} currency={currency} />
                </li>
              ))}
            </ul>
          </li>
        ))
      }
    </Limited>
  );
}

function Signed({ change, tokens, currency }: { change: AssetChange; tokens: Tokens; currency: NativeCurrency }) {
  const { text, exact } = assetText(inHand(change), tokens, currency);
  const gained = inHand(change).amount >= 0n;
  const sign = gained ? '+' : '−';
  const told = change.held === undefined ? undefined : assetText(change, tokens, currency).exact;
  const said = told && `${sign}${exact} by the balance; ${change.amount < 0n ? '−' : '+'}${told} by the events`;
  return (
    <Tooltip tip={<Exact text={said ?? `${sign}${exact}`} token={change.token} />}>
      <span className={`mono ${gained ? 'text-success' : 'text-failure'}`}>
        {sign}
        <bdi>{text}</bdi>
      </span>
    </Tooltip>
  );
}

/** A change as the balance shows it, where that was asked for. */
function inHand(change: AssetChange): AssetChange {
  return change.held === undefined ? change : { ...change, amount: change.held };
}

type InOrderProps = {
  moved: Transfers;
  transfers: readonly TransferView[];
  currency: NativeCurrency;
  worth: Worth | undefined;
  limit: Limit;
};

function InOrder({ moved, transfers, currency, worth, limit }: InOrderProps) {
  const tokens = useTokens(moved);
  return (
    <Limited rows={transfers} {...limit} {...(moved.count > moved.transfers.length && { all: moved.count })}>
      {(shown) =>
        shown.map((transfer, at) => {
          const { text, exact } = assetText(transfer, tokens, currency);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: transfers have their order and nothing else that tells them apart
            <li key={at} className="border-line border-b px-3 py-1.5 last:border-0">
              <div className="flex items-baseline justify-between gap-3">
                <Tooltip tip={<Exact text={exact} token={transfer.token} />} className="min-w-0">
                  <bdi className="mono break-words">{text}</bdi>
                </Tooltip>
                <Dollars asset={transfer} worth={worth} currency={currency} />
                <RowLink depthId={transfer.depthId} />
              </div>
              <div className="flex flex-wrap items-center gap-x-1.5 text-muted">
                <Party address={transfer.from} moved={moved} nobody="minted" />
                <span aria-hidden="true">→</span>
                <span className="sr-only">to</span>
                <Party address={transfer.to} moved={moved} nobody="burnt" />
              </div>
            </li>
          );
        })
      }
    </Limited>
  );
}

/** The zero address is nobody: a token comes from it when it is made, and goes there when it is destroyed. */
function Party({ address, moved, nobody }: { address: Address; moved: Transfers; nobody: string }) {
  if (/^0x0+$/.test(address)) return <span title={address}>{nobody}</span>;
  return <AddressView address={address} name={moved.names[address]} />;
}

function Exact({ text, token }: { text: string; token: Address | undefined }) {
  return (
    <span className="mono block max-w-[60ch] break-all">
      <bdi>{text}</bdi>
      {token && <span className="block text-muted">{token}</span>}
    </span>
  );
}

/** Number of rows that the reader asked for, and how to change it. */
type Limit = { shown: number; onShow: (rows: number) => void };

/** The first ten of the rows, until all are asked for. `all` states how many there are when not all came. */
function Limited<T>({
  rows,
  all,
  shown,
  onShow,
  children,
}: Limit & {
  rows: readonly T[];
  all?: number;
  children: (rows: readonly T[]) => ReactNode;
}) {
  const expanded = shown > SHOWN;
  const left = rows.length - shown;
  return (
    <>
      {expanded ? (
        <ScrollBox label="All asset changes" className="max-h-[560px]">
          <ul>{children(rows.slice(0, shown))}</ul>
        </ScrollBox>
      ) : (
        <ul>{children(rows.slice(0, SHOWN))}</ul>
      )}
      {rows.length > SHOWN && (
        <div className="border-line border-t px-3 py-1.5">
          {(left > 0 || !expanded) && (
            <Button size="s" variant="quiet" aria-expanded={expanded} onClick={() => onShow(shown + MORE)}>
              {rows.length <= MORE
                ? `Show all ${formatInteger(rows.length)}`
                : `Show ${formatInteger(Math.min(MORE, left))} more`}
            </Button>
          )}
          {expanded && (
            <Button size="s" variant="quiet" onClick={() => onShow(SHOWN)}>
              Show less
            </Button>
          )}
          {expanded && all !== undefined && (
            <span className="text-muted"> the first of {formatInteger(all)}; the CSV has all</span>
          )}
        </div>
      )}
    </>
  );
}

/** Changes with the names of addresses and with what amounts of tokens are written with. */
function namesOf({ names, tokens }: Transfers): string {
  return JSON.stringify([
    Object.values(names).map(({ text }) => text),
    tokens.map(({ symbol, name, decimals }) => [symbol, name?.text, decimals]),
  ]);
}

function byAddress(changes: readonly AssetChange[]): [Address, AssetChange[]][] {
  const groups = new Map<Address, AssetChange[]>();
  for (const change of changes) groups.set(change.address, [...(groups.get(change.address) ?? []), change]);
  return [...groups];
}

export function useTokens(moved: Transfers): Tokens {
  return useMemo(() => new Map(moved.tokens.map((token) => [token.address, token])), [moved]);
}
