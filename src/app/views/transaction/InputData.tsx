/** The input of the transaction, decoded where its function is known, and raw. */

import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { rowIndex } from '../../../core/trace/rows';
import type { RowDetail } from '../../../workers/trace/rows.api';
import { CopyButton } from '../../ui/CopyButton';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { SteadyBox } from '../../ui/SteadyBox';
import { useLoaded } from '../../use-loaded';
import { useTraceApi } from '../../wiring';
import { type OpenTraceHere, usePageTransaction } from '../open-trace/open-trace-context';
import { ScrollBox } from '../ScrollBox';
import { DecodedList } from '../trace/DecodedList';

/** Digits that are drawn; copying takes all. */
const DRAWN = 8_000;
const FORMS = [
  { value: 'decoded', label: 'Decoded' },
  { value: 'raw', label: 'Raw' },
] as const;
const ROOT = rowIndex(0);

/** `detail` is that of the root row, undefined without a trace. */
export function InputData({ detail }: { detail: RowDetail | undefined }) {
  const { transaction } = usePageTransaction().record;
  const [wantsRaw, setRaw] = useState(false);
  const decoded = detail?.inputs && detail.inputs.length > 0 ? detail : undefined;
  const raw = wantsRaw || !decoded;
  const { input } = transaction;
  const bytes = (input.length - 2) / 2;
  const panel = (
    <Panel
      title={transaction.to || !transaction.gas ? 'Input data' : 'Init code'}
      aside={`${countOf(bytes, 'byte')}`}
      actions={
        <>
          {decoded && (
            <Segmented
              label="Form of the data"
              size="s"
              value={raw ? 'raw' : 'decoded'}
              segments={FORMS}
              onChange={(form) => setRaw(form === 'raw')}
            />
          )}
          <CopyButton text={input} what="input data" />
        </>
      }
    >
      {raw || !decoded ? (
        <ScrollBox label="Raw input data" className="mono max-h-60 break-all px-3 py-2 text-muted">
          {input.slice(0, DRAWN)}
          {input.length > DRAWN && `… ${formatInteger(input.length - DRAWN)} more digits`}
        </ScrollBox>
      ) : (
        <ScrollBox label="Decoded input data" className="max-h-80 px-3 py-2">
          {decoded.functionName && (
            <p className="mono mb-1 font-semibold">
              {harmlessText(decoded.functionName.text, 200)}{' '}
              <span className="font-normal font-sans text-muted">
                name from {ORIGIN_TEXT[decoded.functionName.origin]}
              </span>
            </p>
          )}
          <DecodedList values={decoded.inputs ?? []} />
        </ScrollBox>
      )}
    </Panel>
  );
  // Units of tokens become known later, and would move what stands below.
  return (
    <SteadyBox key={decoded ? 'decoded' : 'raw'} drawn>
      {panel}
    </SteadyBox>
  );
}

/** Returns the root row in full, which holds the decoded input; undefined until it was read, and without a trace. */
export function useRootDetail(trace: OpenTraceHere | undefined): RowDetail | undefined {
  const api = useTraceApi();
  const handle = trace?.handle;
  return useLoaded(
    handle === undefined ? undefined : `${handle}`,
    async () => (handle === undefined ? undefined : api.detail(handle, ROOT)),
    { version: trace?.known },
  );
}
