/** The columns of every list of token transfers. */
import { Link } from '@tanstack/react-router';
import type { Address } from '../../../core/chain/primitives';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import { formatUnits } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { formatUtc } from '../../../core/format/times';
import { formatToken } from '../../../core/format/token-amounts';
import { harmlessText } from '../../../core/text/harmless';
import { markedSymbol } from '../../../core/text/look-alike';
import type { KeptListedToken } from '../../../core/tokens/listed-names';
import type { StatedTransfer } from '../../../core/tokens/stated-transfer';
import { shortTokenId } from '../../../core/tokens/token-id';
import type { ListedTransfer } from '../../../db/chain-index/token-transfers';
import type { ItemUnits } from '../../../workers/tokens/tokens.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { AddressView } from '../../ui/identity/AddressView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { TimeView } from '../../ui/identity/TimeView';
import { Tooltip } from '../../ui/Tooltip';
import type { Column } from '../../ui/table/column';
import type { FunctionNames } from '../../use-function-names';
import type { Names } from '../../use-names';
import { TokenLogo } from '../tokens/TokenLogo';
import type { ListedTokens } from '../tokens/use-listed-tokens';
import { itemKey } from '../tokens/use-token';
import { Direction, directionOf } from './Direction';

/** A transfer of a list; of one that somebody else lists, hash and time are told with it. */
export type TransferRow = ListedTransfer & Partial<Pick<StatedTransfer, 'hash' | 'timestamp'>>;

/**
 * Returns the columns of a list of transfers; `owner` is whose list it is, `hasItems` whether rows may name items,
 * `listed` what token lists say of their tokens, `units` what contracts of ERC-6909 say of their items.
 */
export function transferColumns(
  names: Names,
  functionName: FunctionNames,
  owner: Address | undefined,
  hasItems: boolean,
  listed: ListedTokens,
  units: ReadonlyMap<string, ItemUnits>,
): readonly Column<TransferRow>[] {
  /** `nobody` stands for the zero address, which tokens come from and go to where they are made and destroyed. */
  const party = (address: Address, nobody: string) =>
    address === ZERO_ADDRESS && names[address] === undefined ? (
      <span className="text-muted" title={address}>
        {nobody}
      </span>
    ) : (
      <AddressView address={address} name={names[address]} form="name" link={address !== owner} />
    );
  const unitsOf = ({ transfer: { token, tokenId } }: TransferRow) =>
    tokenId === undefined ? undefined : units.get(itemKey({ token, tokenId }));
  const columns: readonly (Column<TransferRow> | undefined)[] = [
    {
      label: 'Tx Hash',
      csv: (row) => hashOf(row),
      render: (row) => {
        const hash = hashOf(row);
        return hash === undefined ? '–' : <HashView hash={hash} of="transaction" />;
      },
    },
    {
      label: 'From',
      addresses: true,
      csv: ({ transfer }) => transfer.from,
      render: ({ transfer }) => party(transfer.from, 'minted'),
    },
    owner === undefined
      ? undefined
      : {
          label: 'Direction',
          csv: ({ transfer }) => directionOf(owner, transfer),
          render: ({ transfer }) => <Direction direction={directionOf(owner, transfer)} />,
        },
    {
      label: 'To',
      addresses: true,
      csv: ({ transfer }) => transfer.to,
      render: ({ transfer }) => party(transfer.to, 'burned'),
    },
    {
      label: 'Amount',
      numeric: true,
      csv: (row) => exactAmount(row, unitsOf(row)?.decimals, listed.get(row.transfer.token)),
      render: (row) => <AmountOf row={row} decimals={unitsOf(row)?.decimals} listed={listed.get(row.transfer.token)} />,
    },
    {
      label: 'Token',
      csv: ({ transfer }) => transfer.token,
      inFile: [
        { label: 'Symbol', csv: ({ transfer, token }) => token?.symbol ?? listed.get(transfer.token)?.symbol },
        { label: 'Standard', csv: ({ transfer }) => transfer.standard },
      ],
      render: ({ transfer, token }) => (
        <span className="inline-flex items-baseline gap-1.5">
          <TokenOf address={transfer.token} symbol={token?.symbol} listed={listed.get(transfer.token)} />
          {transfer.standard !== 'ERC-20' && <Badge>{transfer.standard}</Badge>}
        </span>
      ),
    },
    hasItems
      ? {
          label: 'Token id',
          csv: ({ transfer }) => transfer.tokenId,
          render: (row) =>
            row.transfer.tokenId === undefined ? (
              '–'
            ) : (
              <TokenId token={row.transfer.token} id={row.transfer.tokenId} symbol={unitsOf(row)?.symbol} />
            ),
        }
      : undefined,
    {
      label: 'Action',
      wide: true,
      // Nothing beside it moves when its names become known.
      fills: true,
      csv: ({ summary }) => (summary ? (functionName(summary)?.text ?? summary.selector) : undefined),
      render: ({ summary }) =>
        summary?.selector === undefined ? (
          '–'
        ) : (
          <code>{harmlessText(functionName(summary)?.text ?? summary.selector, 24)}</code>
        ),
    },
    {
      label: 'Block',
      numeric: true,
      wide: true,
      csv: ({ transfer }) => transfer.blockNumber,
      render: ({ transfer }) => <BlockLink number={transfer.blockNumber} />,
    },
    {
      label: 'When',
      end: true,
      render: (row) => {
        const seconds = secondOf(row);
        return seconds === undefined ? '–' : <TimeView time={seconds * 1_000} focusable={false} />;
      },
    },
    {
      label: 'UTC Timestamp',
      end: true,
      widest: true,
      csv: (row) => {
        const seconds = secondOf(row);
        return seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString();
      },
      render: (row) => {
        const seconds = secondOf(row);
        return seconds === undefined ? '–' : formatUtc(seconds * 1_000).replace(' UTC', '');
      },
    },
  ];
  return columns.filter((column) => column !== undefined);
}

/** Leads to the item; of an ERC-6909 with its symbol. */
function TokenId({ token, id, symbol }: { token: Address; id: bigint; symbol: string | undefined }) {
  const { segment } = useNetwork();
  return (
    <>
      <Link
        to="/{-$network}/nft/$address/$id"
        params={{ network: segment, address: token, id: id.toString() }}
        className="mono hover:underline"
        title={id.toString()}
      >
        #{shortTokenId(id)}
      </Link>
      {symbol !== undefined && <bdi className="pl-1.5 text-muted">{harmlessText(markedSymbol(symbol), 20)}</bdi>}
    </>
  );
}

/**
 * Shows a token by its contract's symbol; where it has none, by its address and the symbol that a token list gives it.
 */
function TokenOf({
  address,
  symbol,
  listed,
}: {
  address: Address;
  symbol: string | undefined;
  listed: KeptListedToken | undefined;
}) {
  return (
    <>
      {listed?.logo !== undefined && <TokenLogo address={address} logo={listed.logo} size={14} />}
      <AddressView
        address={address}
        name={symbol === undefined ? undefined : { text: markedSymbol(symbol), origin: 'token' }}
        kind="contract"
        form="name"
        icon={listed?.logo === undefined}
      />
      {symbol === undefined && listed !== undefined && (
        <bdi className="text-muted" title={`From the token list “${harmlessText(listed.list, 60)}”`}>
          {harmlessText(listed.symbol, 20)}, listed
        </bdi>
      )}
    </>
  );
}

/** `decimals`: those of the item. */
function AmountOf({
  row: { transfer, token },
  decimals,
  listed,
}: {
  row: TransferRow;
  decimals: number | undefined;
  listed: KeptListedToken | undefined;
}) {
  if (transfer.standard !== 'ERC-20' && decimals === undefined) return <>{formatInteger(transfer.amount)}</>;
  const { text, exact } = formatToken(transfer.amount, decimals ?? decimalsOf(token, listed));
  return (
    <Tooltip tip={<span className="mono">{exact}</span>} focusable={false}>
      {text}
    </Tooltip>
  );
}

/**
 * Writes the amount: in whole tokens where the decimals are known, of an ERC-6909 those of its item, for other items their
 * number, else in the smallest unit, which it says.
 */
function exactAmount(
  { transfer, token }: TransferRow,
  ofItem: number | undefined,
  listed: KeptListedToken | undefined,
): string {
  const { standard, amount } = transfer;
  const places = standard === 'ERC-20' ? decimalsOf(token, listed) : standard === 'ERC-6909' ? ofItem : 0;
  return places === undefined ? formatToken(amount, places).exact : formatUnits(amount, places);
}

/** Undefined where neither contract nor list says. */
function decimalsOf(token: TransferRow['token'], listed: KeptListedToken | undefined): number | undefined {
  return token?.decimals ?? listed?.decimals;
}

function hashOf({ summary, hash }: TransferRow) {
  return summary?.hash ?? hash;
}

/** Seconds since the epoch. */
function secondOf({ summary, timestamp }: TransferRow): number | undefined {
  return summary?.timestamp ?? timestamp;
}
