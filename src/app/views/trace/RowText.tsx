/**
 * What a row says: `Pair.swap(amountIn: 1, to: 0x…) → 2 ✕ StalePrice(99, 10)`.
 *
 * Values that were cut are buttons of the pointer only: the panel listens for
 * clicks on `data-value`, and the keyboard finds the same in the row's detail.
 */
import { memo } from 'react';
import type { Decoded } from '../../../core/abi/decoded';
import { cutValue, nameText } from '../../../core/abi/value-text';
import type { Name } from '../../../core/chain/name';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { formatNative } from '../../../core/format/amounts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { RowKind } from '../../../core/trace/rows';
import type { FrameRow, InternalCallRow, LogRow, RowError, RowView, StorageRow } from '../../../workers/trace/rows.api';
import { PathText } from './PathText';
import { rowErrorText, showsErrorBadge, withoutPrefix } from './row-error';
import { byteCount, bytesBeyondSelector, isGuess, originNote, slotText, valueNote, wordText } from './row-format';

type Props = { view: RowView; currency: NativeCurrency };

export const RowText = memo(function RowText({ view, currency }: Props) {
  if (view.kind === RowKind.internal) return <InternalCall view={view} />;
  if ('access' in view) return <AccessText view={view} />;
  return (
    <span className="trace-text">
      <span className="trace-callee">
        <Callee view={view} />
      </span>
      {(callsFunction(view) || view.inputLength > 0) && (
        <span className="trace-args">
          <Arguments values={view.inputs} fallback={undecodedInput(view)} side="in" />
        </span>
      )}
      {view.kind !== RowKind.log && <FrameEnd view={view} currency={currency} />}
    </span>
  );
});

/** What follows the arguments of a call. */
function FrameEnd({ view, currency }: { view: FrameRow; currency: NativeCurrency }) {
  return (
    <>
      <SentValue value={view.value} currency={currency} />
      <FrameOutputs view={view} />
      <ErrorBadge view={view} />
      {view.viaIR && (
        <span className="trace-tag" title={view.limitation}>
          via IR
        </span>
      )}
    </>
  );
}

/** `_move(from: Deployer, value: 1) → true  Token.sol:12`. */
function InternalCall({ view }: { view: InternalCallRow }) {
  const { contract, role, place, failed } = view;
  const own = contract === '' || contract === view.toName?.text;
  return (
    <span className="trace-text">
      <span className="trace-callee">
        {!own && <span className="trace-label">{nameText(contract)}.</span>}
        <NameText name={view.functionName} fallback="" className="trace-fn" />
      </span>
      <span className="trace-args">
        {view.unread ? (
          <Unread parameters={view.inputs ?? []} />
        ) : (
          <Arguments values={view.inputs} fallback="…" side="in" />
        )}
      </span>
      {!failed && <Outputs values={view.outputs} />}
      {failed && (
        <span className="trace-error" title="It was running when its call failed">
          ✕
        </span>
      )}
      {role && (
        <span className="trace-role">
          <span className="trace-tag">{role}</span>
        </span>
      )}
      {place && <span className="trace-file">{harmlessText(place.file.split('/').at(-1) ?? '', 60)}</span>}
      {place && <span className="trace-line">:{place.line}</span>}
    </span>
  );
}

/** Names of parameters while what they hold is read. */
function Unread({ parameters }: { parameters: readonly Decoded[] }) {
  return (
    <span className="trace-label trace-unread">
      ({parameters.map(({ name }) => `${nameText(name)}: …`).join(', ')})
    </span>
  );
}

/** `balances[Deployer] = 5` of a read, `balances[Deployer] 5 → 7` of a write. */
function AccessText({ view: { kind, access } }: { view: StorageRow }) {
  const write = kind === RowKind.storageWrite;
  const { values } = access;
  return (
    <span className="trace-text">
      {values.length === 0 ? (
        <span className="trace-signature" title="The source does not name this slot">
          <span className="trace-label">slot </span>
          <span className="trace-selector">{slotText(access.slot)}</span>
          {write ? ' ' : <span className="trace-label"> = </span>}
          {write && (
            <>
              <span className="trace-label">{wordText(access.before)}</span> <span className="trace-arrow">→ </span>
            </>
          )}
          {wordText(access.after)}
        </span>
      ) : (
        <span className="trace-signature">
          {values.map(({ path, before, after }, at) => (
            <span key={path}>
              {at > 0 && <span className="trace-dot">, </span>}
              <PathText path={path} shown={memberOfSame(path, values[at - 1]?.path)} names={access.names} />
              {write ? ' ' : <span className="trace-label"> = </span>}
              {write && (
                <span className="trace-before">
                  <Value value={before} path={`before.${at}`} /> <span className="trace-arrow">→ </span>
                </span>
              )}
              <Value value={after} path={`after.${at}`} />
            </span>
          ))}
        </span>
      )}
      {access.transient && <span className="trace-tag">transient</span>}
    </span>
  );
}

/** `.member` where the value before is another member of the same struct, whose name stands once; else the path. */
function memberOfSame(path: string, before = ''): string {
  const dot = path.lastIndexOf('.');
  return dot > 0 && path.slice(0, dot) === before.slice(0, before.lastIndexOf('.')) ? path.slice(dot) : path;
}

function SentValue({ value, currency }: { value: FrameRow['value']; currency: NativeCurrency }) {
  const wei = value === undefined ? 0n : BigInt(value);
  if (wei === 0n) return null;
  const amount = formatNative(wei, currency);
  return (
    <span className="trace-value" title={amount.exact}>
      {amount.text}
    </span>
  );
}

function Callee({ view }: { view: FrameRow | LogRow }) {
  if (view.kind === RowKind.log) {
    return <NameText name={view.functionName} fallback={view.selector ?? 'anonymous'} className="trace-name" />;
  }
  const creates = view.kind === RowKind.create || view.kind === RowKind.create2;
  return (
    <>
      {view.to === undefined && !view.toName ? (
        <span className="trace-name">{creates ? 'new contract' : ''}</span>
      ) : (
        <AddressName address={view.to} name={view.toName} />
      )}
      {callsFunction(view) && (
        <>
          <span className="trace-dot">.</span>
          <NameText name={view.functionName} fallback={view.selector ?? 'constructor'} />
        </>
      )}
    </>
  );
}

/** An account without code has no functions, whatever it was sent. */
function callsFunction({ kind, functionName, selector }: FrameRow | LogRow): boolean {
  return functionName !== undefined || selector !== undefined || kind === RowKind.create || kind === RowKind.create2;
}

function AddressName({ address, name }: { address: Address | undefined; name: Name | undefined }) {
  const title = [name && originNote(name), address].filter(Boolean).join('\n');
  return (
    <span className="trace-name" data-address={address} title={title}>
      {name ? nameText(name.text) : shorten(address ?? '')}
    </span>
  );
}

function NameText({ name, fallback, className }: { name: Name | undefined; fallback: string; className?: string }) {
  if (!name) return <span className={className ?? 'trace-selector'}>{fallback}</span>;
  const guess = isGuess(name) ? 'trace-guess' : '';
  return (
    <span className={`${className ?? ''} ${guess}`.trim()} title={originNote(name)}>
      {nameText(name.text)}
    </span>
  );
}

/** The text between the parentheses when the arguments could not be decoded. */
function undecodedInput(view: FrameRow | LogRow): string {
  const creates = view.kind === RowKind.create || view.kind === RowKind.create2;
  const beyond = bytesBeyondSelector(view);
  if (beyond <= 0) return '';
  return `${byteCount(beyond)}${creates ? ' of init code' : ''}`;
}

function Arguments({
  values,
  fallback,
  side,
}: {
  values: readonly Decoded[] | undefined;
  fallback: string;
  side: 'in' | 'error';
}) {
  return (
    <>
      <span className="trace-dot">(</span>
      {values ? (
        values.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no other identity, and never move
          <span key={at}>
            {at > 0 && <span className="trace-dot">, </span>}
            {value.name !== '' && (
              <span className="trace-label" title={value.type}>
                {nameText(value.name)}:{' '}
              </span>
            )}
            <Value value={value} path={`${side}.${at}`} />
          </span>
        ))
      ) : (
        <span className="trace-label">{fallback}</span>
      )}
      <span className="trace-dot">)</span>
    </>
  );
}

/** A decoded value on one line; longer than 30 characters it is cut and opens a popover. */
function Value({ value, path }: { value: Decoded; path: string }) {
  const { text, cut } = cutValue(value);
  const address = value.kind === 'address' ? value.text : undefined;
  if (!cut) {
    return (
      <span className={`trace-v-${value.kind}`} data-address={address}>
        {text}
      </span>
    );
  }
  const known = value.known ? 'trace-v-known' : '';
  return (
    <span
      className={`trace-v-${value.kind} ${known} trace-cut`}
      data-address={address}
      data-value={path}
      title={valueNote(value)}
    >
      <bdi>{text}</bdi>
    </span>
  );
}

function FrameOutputs({ view: { kind, failed, outputs, outputLength } }: { view: FrameRow }) {
  if (failed) return null;
  if (outputs) return <Outputs values={outputs} />;
  if (outputLength === 0) return null;
  const creates = kind === RowKind.create || kind === RowKind.create2;
  return (
    <span className="trace-out">
      → {byteCount(outputLength)}
      {creates ? ' of code' : ''}
    </span>
  );
}

function Outputs({ values }: { values: readonly Decoded[] | undefined }) {
  if (values === undefined || values.length === 0) return null;
  return (
    <span className="trace-out">
      <span className="trace-arrow">→ </span>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no other identity, and never move
        <span key={at}>
          {at > 0 && ', '}
          <Value value={value} path={`out.${at}`} />
        </span>
      ))}
    </span>
  );
}

function ErrorBadge({ view }: { view: FrameRow }) {
  const { error } = view;
  if (!view.failed || !error) return null;
  if (view.failure === 'handedOn') return <span className="trace-error">✕ reverted</span>;
  const shown = showsErrorBadge(error, !view.hasChildren || view.failure === 'arose');
  return (
    <>
      <span className="trace-error" title={withoutPrefix(error.message)}>
        ✕ {shown && <ErrorWords error={error} />}
      </span>
      {view.caught && (
        <span className="trace-caught" title="The caller continued: this failure did not fail the transaction">
          caught
        </span>
      )}
    </>
  );
}

function ErrorWords({ error }: { error: RowError }) {
  if (error.reason !== undefined && error.reason !== '') return <>{harmlessText(error.reason, 120)}</>;
  if (error.name) {
    return (
      <>
        <NameText name={error.name} fallback="" />
        <Arguments values={error.args} fallback="" side="error" />
      </>
    );
  }
  return <>{harmlessText(rowErrorText(error), 120)}</>;
}
