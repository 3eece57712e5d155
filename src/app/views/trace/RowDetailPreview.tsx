/** Everything about one row, below it: decoded and raw, with where each name comes from. */

import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Hex } from '../../../core/chain/primitives';
import { formatNative } from '../../../core/format/amounts';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { RowKind } from '../../../core/trace/rows';
import type { TraceHandle } from '../../../workers/ids';
import type {
  FrameDetail,
  InternalCallDetail,
  LogDetail,
  RowDetail,
  RowError,
  RowView,
  StorageDetail,
} from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import { Button, buttonClass } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';
import { lazyPart } from '../../ui/lazy-part';
import { Spinner } from '../../ui/Spinner';
import { useLoaded } from '../../use-loaded';
import { ScrollBox } from '../ScrollBox';
import { DecodedList } from './DecodedList';
import { RowSource } from './RowSource';
import { rowErrorText } from './row-error';
import { byteCount, copiedBytes, dataLength, digitsBeyond, originNote } from './row-format';
import { KIND_LOOKS } from './row-kind-looks';

/** A row is passed when the selection stays shorter, ms. */
const PASSING = 60;
/** Characters of raw hex that are drawn; copying takes all that came. */
const DRAWN_HEX = 4_000;

const PAGE = '/{-$network}/tx/$hash/{-$tab}';

const FrameBalances = lazyPart(async () => (await import('./FrameBalances')).FrameBalances);

type Props = {
  api: Pick<TraceApi, 'detail' | 'frameBalances'>;
  handle: TraceHandle;
  view: RowView;
  currency: NativeCurrency;
  /** The sources are on their way. */
  reading: boolean;
  /** Shown below the fields. */
  extra?: ReactNode;
  onClose: () => void;
};

/** Classes of the fields, which stand beside the source where there is room, and scroll by themselves there. */
const FIELDS = [
  'border-line border-t px-3 pt-1 pb-2 @min-[760px]:min-w-0 @min-[760px]:flex-[1_1_42%] @min-[760px]:overflow-auto',
  '[&>dl>div]:grid [&>dl>div]:gap-x-3 [&>dl>div]:py-0.5 sm:[&>dl>div]:grid-cols-[minmax(64px,120px)_minmax(0,1fr)] [&_dt]:text-muted',
].join(' ');

export function RowDetailPreview({ api, handle, view, currency, reading, extra, onClose }: Props) {
  const { detail, failed } = useDetail(api, handle, view);
  const kind = KIND_LOOKS[view.kind];
  return (
    <section
      className="@container flex h-full flex-col border-line border-y bg-raised"
      aria-label={`Details of row ${view.depthId}`}
    >
      <div className="flex flex-none items-center gap-2.5 py-1 pr-2 pl-3">
        <span className={`mono font-semibold ${kind.colour}`}>
          <span aria-hidden="true">{kind.glyph}</span> {kind.meaning}
        </span>
        <span className="mono text-muted">row {view.depthId}</span>
        <span className="grow" />
        {view.step !== undefined && <DebugLink step={view.step} />}
        <Button variant="quiet" size="s" icon aria-label="Close details" onClick={onClose}>
          ✕
        </Button>
      </div>
      {failed && <p className="px-3 py-2 text-muted">The details could not be read. Close and open them again.</p>}
      {!detail && !failed && (
        <p className="px-3 py-2">
          <Spinner label="Loading details" />
        </p>
      )}
      {detail && (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto @min-[760px]:flex-row @min-[760px]:overflow-hidden">
          <RowSource detail={detail} reading={reading} />
          <div className={FIELDS}>
            <Fields api={api} handle={handle} detail={detail} currency={currency} />
            {extra}
          </div>
        </div>
      )}
    </section>
  );
}

/** The details of the row, read again when the row reads otherwise, and whether they cannot be had. */
function useDetail(api: Props['api'], handle: TraceHandle, view: RowView) {
  const [failedOf, setFailedOf] = useState<RowView>();
  const isShown = useRef(false);
  const detail = useLoaded(`${handle} ${view.row}`, () => api.detail(handle, view.row), {
    version: view,
    // The details go along with the selection, which may only be passing.
    delay: isShown.current ? PASSING : 0,
    onLost: () => setFailedOf(view),
  });
  useEffect(() => {
    isShown.current = true;
  }, []);
  return { detail, failed: failedOf === view };
}

/** The debugger at a step of this transaction. */
function DebugLink({ step }: { step: number }) {
  return (
    <Link
      from={PAGE}
      to={PAGE}
      params={(params) => ({ ...params, tab: 'debugger' })}
      search={{ step }}
      className={buttonClass({ size: 's' })}
    >
      Open in Debugger
    </Link>
  );
}

type FieldsProps<Detail> = Pick<Props, 'api' | 'handle' | 'currency'> & { detail: Detail };

function Fields({ detail, ...rest }: FieldsProps<RowDetail>) {
  if (detail.kind === RowKind.internal) return <CallFields detail={detail} />;
  if (detail.kind === RowKind.log) return <LogFields detail={detail} />;
  if ('access' in detail) return <AccessFields detail={detail} />;
  return <FrameFields detail={detail} {...rest} />;
}

function LogFields({ detail }: { detail: LogDetail }) {
  const { inputs, limitation } = detail;
  return (
    <dl>
      <Field label="Emitted by">
        <AddressView address={detail.from} name={detail.fromName} form="full" />
      </Field>
      <NameFields label="Event" detail={detail} />
      {inputs && inputs.length > 0 && (
        <Field label="Parameters">
          <DecodedList values={inputs} />
        </Field>
      )}
      {detail.topics.map((topic, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal topics differ by their place only
        <Field key={`${at} ${topic}`} label={`Topic ${at}`}>
          <span className="mono break-all">{topic}</span> <CopyButton text={topic} what={`topic ${at}`} />
        </Field>
      ))}
      <Raw label="Data" hex={detail.input} length={dataLength(detail)} />
      {limitation !== undefined && <Field label="Limits">{limitation}</Field>}
    </dl>
  );
}

function FrameFields({ detail, currency, ...rest }: FieldsProps<FrameDetail>) {
  const { inputs, outputs, limitation } = detail;
  const creates = detail.kind === RowKind.create || detail.kind === RowKind.create2;
  return (
    <dl>
      {detail.error && <ErrorField error={detail.error} caught={detail.caught} />}
      <Parties detail={detail} />
      <NameFields label="Function" detail={detail} />
      {detail.value !== undefined && BigInt(detail.value) > 0n && (
        <Field label="Value">
          {formatNative(BigInt(detail.value), currency).exact}{' '}
          <span className="mono text-muted">{formatInteger(BigInt(detail.value))} wei</span>
        </Field>
      )}
      <GasField used={detail.gasUsed} given={detail.gas} />
      {inputs && inputs.length > 0 && (
        <Field label="Inputs">
          <DecodedList values={inputs} />
        </Field>
      )}
      {outputs && outputs.length > 0 && (
        <Field label="Outputs">
          <DecodedList values={outputs} />
        </Field>
      )}
      <Raw label={creates ? 'Init code' : 'Raw input'} hex={detail.input} length={detail.inputLength} />
      <Raw
        label={detail.failed ? 'Revert data' : creates ? 'Deployed code' : 'Raw output'}
        hex={detail.output}
        length={detail.outputLength}
      />
      {limitation !== undefined && <Field label="Limits">{limitation}</Field>}
      {/* Last, because it may come later. */}
      <FrameBalances detail={detail} currency={currency} {...rest} />
    </dl>
  );
}

/** Shows the name of the function or event, and signatures that its selector or topic may stand for. */
function NameFields({ label, detail }: { label: string; detail: FrameDetail | LogDetail }) {
  const { functionName, selector, signatureCandidates } = detail;
  return (
    <>
      {functionName && (
        <Field label={label}>
          <span className="mono">{harmlessText(functionName.text, 200)}</span>{' '}
          <span className="text-muted">{originNote(functionName)}</span>
        </Field>
      )}
      {signatureCandidates.length > 0 && (
        <Field label={selector ? `Selector ${selector.slice(0, 10)}` : 'Signatures'}>
          {signatureCandidates.map((signature) => (
            <div key={signature} className="mono">
              {harmlessText(signature, 300)}
            </div>
          ))}
        </Field>
      )}
    </>
  );
}

/** Lists the fields of an internal call. */
function CallFields({ detail }: { detail: InternalCallDetail }) {
  const { functionName, contract, role, inputs, outputs, limitation, open } = detail;
  return (
    <dl>
      {functionName && (
        <Field label="Function">
          <span className="mono">
            {contract && `${harmlessText(contract, 100)}.`}
            {harmlessText(functionName.text, 200)}
          </span>{' '}
          <span className="text-muted">
            {role && `${role} · `}
            {originNote(functionName)}
          </span>
        </Field>
      )}
      <Field label="Contract">
        <AddressView address={detail.from} name={detail.fromName} />
      </Field>
      {open && <Field label="Left">Not finished: its call ended while it ran.</Field>}
      <GasField used={detail.gasUsed} />
      {inputs === undefined ? (
        <Field label="Arguments">Not found on the stack.</Field>
      ) : (
        inputs.length > 0 && (
          <Field label="Arguments">
            <DecodedList values={inputs} />
          </Field>
        )
      )}
      {outputs && outputs.length > 0 && (
        <Field label="Returns">
          <DecodedList values={outputs} />
        </Field>
      )}
      {limitation !== undefined && <Field label="Limits">{limitation}</Field>}
    </dl>
  );
}

/** Lists the fields of a storage access. */
function AccessFields({ detail }: { detail: StorageDetail }) {
  const { access } = detail;
  const write = detail.kind === RowKind.storageWrite;
  return (
    <dl>
      {access.values.map(({ path, before, after }) => (
        <Field key={path} label={<span className="mono break-all">{harmlessText(path, 400)}</span>}>
          {write && (
            <>
              <span className="text-muted">before</span> <DecodedList values={[{ ...before, name: '' }]} />
              <span className="text-muted">after</span>
            </>
          )}
          <DecodedList values={[{ ...after, name: '' }]} />
        </Field>
      ))}
      <Field label={access.transient ? 'Transient slot' : 'Slot'}>
        <span className="mono break-all">{access.slot}</span> <CopyButton text={access.slot} what="slot" />
      </Field>
      <Field label={write ? 'Word before' : 'Word'}>
        <span className="mono break-all">{access.before}</span> <CopyButton text={access.before} what="word" />
      </Field>
      {write && (
        <Field label="Word after">
          <span className="mono break-all">{access.after}</span> <CopyButton text={access.after} what="word after" />
        </Field>
      )}
      <Field label="Contract">
        <AddressView address={detail.from} name={detail.fromName} />
      </Field>
      <GasField used={detail.gasUsed} />
    </dl>
  );
}

function Field({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Parties({ detail }: { detail: FrameDetail }) {
  return (
    <>
      <Field label="From">
        <AddressView address={detail.from} name={detail.fromName} form="full" />
      </Field>
      {detail.to && (
        <Field label="To">
          <AddressView address={detail.to} name={detail.toName} form="full" />
        </Field>
      )}
      {detail.implementation && (
        <Field label="Code of">
          <AddressView address={detail.implementation} name={detail.implementationName} form="full" />
        </Field>
      )}
    </>
  );
}

function GasField({ used, given }: { used: number | undefined; given?: number | undefined }) {
  if (used === undefined && given === undefined) return null;
  return (
    <Field label="Gas">
      {used !== undefined && <>{formatGas(used)} used</>}
      {given !== undefined && <span className="text-muted"> of {formatGas(given)} given</span>}
    </Field>
  );
}

function ErrorField({ error, caught }: { error: RowError; caught: boolean }) {
  return (
    <Field label={caught ? 'Error, caught by the caller' : 'Error'}>
      <span className="font-semibold text-failure">
        {error.reason ? harmlessText(error.reason, 2_000) : harmlessText(error.name?.text ?? rowErrorText(error), 400)}
      </span>
      {error.name && (
        <span className="text-muted">
          {' '}
          {error.message} · {originNote(error.name)}
        </span>
      )}
      {error.args && error.args.length > 0 && <DecodedList values={error.args} />}
    </Field>
  );
}

function Raw({ label, hex, length }: { label: string; hex: Hex; length: number }) {
  if (length === 0) return null;
  const more = digitsBeyond(DRAWN_HEX, length);
  return (
    <Field label={label}>
      <span className="text-muted">{byteCount(length)}</span>{' '}
      <CopyButton text={hex} what={copiedBytes(label.toLowerCase(), hex, length)} />
      <ScrollBox label={label} className="mono max-h-40 break-all text-muted">
        {hex.slice(0, DRAWN_HEX)}
        {more > 0 && `… ${formatInteger(more)} more digits`}
      </ScrollBox>
    </Field>
  );
}
