/** Everything about one row, below it: decoded and raw, with where each name comes from. */
import { type ReactNode, useEffect, useState } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Hex } from '../../../core/chain/primitives';
import { formatNative } from '../../../core/format/amounts';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { RowKind } from '../../../core/trace/rows';
import type { RowDetail, RowView, TraceApi, TraceHandle } from '../../../workers/trace/trace.api';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';
import { KIND_LOOKS } from '../../ui/kinds';
import { Spinner } from '../../ui/Spinner';
import { ScrollBox } from '../ScrollBox';
import { DecodedList } from './DecodedList';
import { withoutPrefix } from './row-error';
import { byteCount, originNote } from './row-format';

/** Characters of raw hex that are drawn; copying takes all that came. */
const DRAWN_HEX = 4_000;

type Props = {
  api: Pick<TraceApi, 'detail'>;
  handle: TraceHandle;
  view: RowView;
  currency: NativeCurrency;
  /** Shown below the fields. */
  extra?: ReactNode;
  onClose: () => void;
};

export function RowDetailPreview({ api, handle, view, currency, extra, onClose }: Props) {
  const [answer, setAnswer] = useState<RowDetail>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    setFailed(false);
    api.detail(handle, view.row).then(
      (detail) => current && setAnswer(detail),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [api, handle, view]);
  const detail = answer?.row === view.row ? answer : undefined;
  const kind = KIND_LOOKS[view.kind];
  return (
    <section className="trace-detail" aria-label={`Details of row ${view.depthId}`}>
      <div className="trace-detail-head">
        <span className={`mono font-semibold ${kind.colour}`}>
          <span aria-hidden="true">{kind.glyph}</span> {kind.meaning}
        </span>
        <span className="mono text-muted">row {view.depthId}</span>
        <span className="grow" />
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
      {detail && <Fields detail={detail} currency={currency} />}
      {extra}
    </section>
  );
}

function Fields({ detail, currency }: { detail: RowDetail; currency: NativeCurrency }) {
  const log = detail.kind === RowKind.log;
  const creates = detail.kind === RowKind.create || detail.kind === RowKind.create2;
  return (
    <dl className="trace-detail-fields">
      {detail.error && <ErrorField detail={detail} />}
      {log ? (
        <Field label="Emitted by">
          <AddressView address={detail.from} name={detail.fromName} form="full" />
        </Field>
      ) : (
        <Parties detail={detail} />
      )}
      {detail.functionName && (
        <Field label={log ? 'Event' : 'Function'}>
          <span className="mono">{harmlessText(detail.functionName.text, 200)}</span>{' '}
          <span className="text-muted">{originNote(detail.functionName)}</span>
        </Field>
      )}
      {detail.signatureCandidates.length > 0 && (
        <Field label={detail.selector ? `Selector ${detail.selector.slice(0, 10)}` : 'Signatures'}>
          {detail.signatureCandidates.map((signature) => (
            <div key={signature} className="mono">
              {harmlessText(signature, 300)}
            </div>
          ))}
        </Field>
      )}
      {detail.value !== undefined && BigInt(detail.value) > 0n && (
        <Field label="Value">
          {formatNative(BigInt(detail.value), currency).exact}{' '}
          <span className="mono text-muted">{BigInt(detail.value).toString()} wei</span>
        </Field>
      )}
      {!log && <GasField detail={detail} />}
      {detail.inputs && detail.inputs.length > 0 && (
        <Field label={log ? 'Parameters' : 'Inputs'}>
          <DecodedList values={detail.inputs} />
        </Field>
      )}
      {detail.outputs && detail.outputs.length > 0 && (
        <Field label="Outputs">
          <DecodedList values={detail.outputs} />
        </Field>
      )}
      {detail.topics?.map((topic, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal topics differ by their place only
        <Field key={`${at} ${topic}`} label={`Topic ${at}`}>
          <span className="mono break-all">{topic}</span> <CopyButton text={topic} what={`topic ${at}`} />
        </Field>
      ))}
      <Raw label={log ? 'Data' : creates ? 'Init code' : 'Raw input'} hex={detail.input} length={detail.inputLength} />
      {!log && (
        <Raw
          label={detail.failed ? 'Revert data' : creates ? 'Deployed code' : 'Raw output'}
          hex={detail.output}
          length={detail.outputLength}
        />
      )}
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

function Parties({ detail }: { detail: RowDetail }) {
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

function GasField({ detail }: { detail: RowDetail }) {
  if (detail.gasUsed === undefined && detail.gas === undefined) return null;
  return (
    <Field label="Gas">
      {detail.gasUsed !== undefined && <>{formatGas(detail.gasUsed)} used</>}
      {detail.gas !== undefined && <span className="text-muted"> of {formatGas(detail.gas)} given</span>}
    </Field>
  );
}

function ErrorField({ detail }: { detail: RowDetail }) {
  const { error } = detail;
  if (!error) return null;
  return (
    <Field label={detail.caught ? 'Error, caught by the caller' : 'Error'}>
      <span className="font-semibold text-failure">
        {error.reason
          ? harmlessText(error.reason, 2_000)
          : harmlessText(error.name?.text ?? withoutPrefix(error.message), 400)}
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
  const cut = hex.length > DRAWN_HEX;
  return (
    <Field label={label}>
      <span className="text-muted">{byteCount(length)}</span> <CopyButton text={hex} what={label.toLowerCase()} />
      <ScrollBox label={label} className="mono max-h-40 break-all text-muted">
        {hex.slice(0, DRAWN_HEX)}
        {cut && `… ${formatInteger(hex.length - DRAWN_HEX)} more digits`}
      </ScrollBox>
    </Field>
  );
}
