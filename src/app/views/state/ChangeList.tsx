/** The lines of the state changes, of which only those near the screen are rendered. */
import type { ReactNode } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address, Hex } from '../../../core/chain/primitives';
import { formatAmount, formatNative } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import type { StateChange } from '../../../workers/trace/views.api';
import { Badge } from '../../ui/Badge';
import { AddressView } from '../../ui/identity/AddressView';
import { useWindowRows } from '../../ui/use-window-rows';
import { useNames } from '../../use-names';
import { usePageTransaction } from '../open-trace/open-trace-context';
import { PathText } from '../trace/PathText';
import { byteCount, slotText, wordText } from '../trace/row-format';
import { StateValue } from './StateValue';
import type { StateLine } from './state-lines';

/** Height of a line before it was measured, px. */
const LINE = 34;

type Props = { lines: readonly StateLine[]; raw: boolean; currency: NativeCurrency };

export function ChangeList({ lines, raw, currency }: Props) {
  const { list, style, rows } = useWindowRows<HTMLUListElement>({ count: lines.length, height: LINE, overscan: 20 });
  return (
    <ul ref={list} aria-label="State changes" className="relative" style={style}>
      {rows.map(({ key, index, place }) => (
        <li key={key} {...place}>
          <OneLine line={lines[index] as StateLine} raw={raw} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

type LineProps = { line: StateLine; raw: boolean; currency: NativeCurrency };

function OneLine(props: LineProps) {
  if (!props.line.isOther) return <Line {...props} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center border-line border-b bg-pending-soft [&>*]:border-0">
      <Line {...props} />
      <span className="px-3">
        <Badge tone="pending" glyph="!" title="A proof says that the value before was another than the endpoint said">
          not verified
        </Badge>
      </span>
    </div>
  );
}

function Line({ line, raw, currency }: LineProps) {
  switch (line.kind) {
    case 'account':
      return <Account account={line.account} />;
    case 'balance': {
      const difference = line.after - line.before;
      const amount = (wei: bigint) =>
        raw
          ? `${formatInteger(wei)} wei`
          : `${formatAmount(wei, currency.decimals, currency.decimals)} ${currency.symbol}`;
      return (
        <Change
          what="Balance"
          before={amount(line.before)}
          after={amount(line.after)}
          aside={
            <span className={difference > 0n ? 'text-success' : 'text-failure'}>
              {difference > 0n ? '+' : '−'}
              {formatNative(difference < 0n ? -difference : difference, currency).text}
            </span>
          }
        />
      );
    }
    case 'nonce':
      return <Change what="Nonce" before={formatInteger(line.before)} after={formatInteger(line.after)} />;
    case 'code': {
      const { before, after } = line.code;
      const text = (code: typeof before) =>
        !raw && isDelegation(code.hex) ? (
          <DelegatesTo address={`0x${code.hex.slice(8)}` as Address} />
        ) : code.bytes === 0 ? (
          'none'
        ) : raw ? (
          `${code.hex}${code.hex.length < code.bytes * 2 + 2 ? '…' : ''}`
        ) : (
          byteCount(code.bytes)
        );
      return <Change what="Code" before={text(before)} after={text(after)} />;
    }
    case 'variable':
      return (
        <Change
          what={
            <span className="mono text-text" title={`slot ${line.key}`}>
              <PathText path={line.path} names={line.names} />
            </span>
          }
          before={<StateValue value={line.before} />}
          after={<StateValue value={line.after} />}
        />
      );
    case 'slot': {
      const text = (word: Hex) => (raw ? word : wordText(word));
      return (
        <Change
          what={
            <span className="mono" title={line.key}>
              {raw ? line.key : `slot ${slotText(line.key)}`}
            </span>
          }
          before={text(line.before)}
          after={text(line.after)}
        />
      );
    }
  }
}

/** The code of an account that runs another's (EIP-7702): a mark and an address. */
function isDelegation(code: Hex): boolean {
  return /^0xef0100[\da-f]{40}$/.test(code);
}

function DelegatesTo({ address }: { address: Address }) {
  const names = useNames(usePageTransaction().network.id, [address]);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      delegates to <AddressView address={address} name={names[address]} kind="contract" />
    </span>
  );
}

function Account({ account }: { account: StateChange }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-raised px-3 py-1.5">
      <AddressView address={account.address} name={account.name} />
      {account.coinbase && <Badge title="The fee recipient of the block">coinbase</Badge>}
      {account.created && <Badge tone="success">new account</Badge>}
      {account.destructed && <Badge tone="failure">destructed</Badge>}
    </div>
  );
}

type ChangeProps = { what: ReactNode; before: ReactNode; after: ReactNode; aside?: ReactNode };

function Change({ what, before, after, aside }: ChangeProps) {
  return (
    <div className="grid gap-x-4 border-line border-b px-3 py-1.5 hover:bg-hover sm:grid-cols-[minmax(120px,320px)_minmax(0,1fr)]">
      <div className="min-w-0 break-all text-muted">{what}</div>
      <div className="mono flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 break-all text-muted">{before}</span>
        <span aria-hidden="true" className="text-faint">
          →
        </span>
        <span className="sr-only">became</span>
        <span className="min-w-0 break-all">{after}</span>
        {aside}
      </div>
    </div>
  );
}
