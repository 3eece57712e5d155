/** A call as hex: to copy, and to fill the fields from. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AbiFunction } from 'viem';
import { selectorOf, signatureOf } from '../../../core/abi/signature';
import type { Hex, Selector } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { TextArea } from '../../ui/TextArea';
import { toast } from '../../ui/toast';
import { useAbiApi } from '../../wiring';

/** Characters of calldata that are drawn; copying takes all. */
const DRAWN = 1_000;
/** Characters of calldata that a link may carry: longer addresses are refused by servers and chat programs. */
const MAX_LINKED = 4_000;

/** `onFill` is absent while the fields may not change. */
export function Calldata({
  entry,
  selector,
  calldata,
  onFill,
}: {
  entry: AbiFunction;
  selector: Selector;
  calldata: Hex | undefined;
  onFill: ((args: readonly string[]) => void) | undefined;
}) {
  const abi = useAbiApi();
  const { segment } = useNetwork();
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string>();

  async function fill() {
    const text = pasted.trim().toLowerCase();
    const hex = text.startsWith('0x') ? text : `0x${text}`;
    // A function recovered from bytecode may have another selector than the name it is shown under.
    const named = hex.startsWith(selector) ? `${selectorOf(signatureOf(entry))}${hex.slice(10)}` : hex;
    const read = await abi.readArguments(entry, named as Hex);
    if (read.ok) onFill?.(read.value);
    else toast({ text: 'Failed to decode the function', tone: 'failure' });
    setError(read.ok ? undefined : read.error);
  }

  return (
    <details className="min-w-0 text-s">
      <summary className="w-fit cursor-pointer text-muted">Calldata</summary>
      <div className="mt-1.5 flex min-w-0 max-w-[640px] flex-col gap-2">
        {calldata === undefined ? (
          <p className="text-muted">The calldata appears once all inputs are valid.</p>
        ) : (
          <p className="min-w-0">
            <code className="break-all">{calldata.slice(0, DRAWN)}</code>
            {calldata.length > DRAWN && '…'}{' '}
            <span className="text-muted">{formatInteger(calldata.length / 2 - 1)} bytes</span>{' '}
            <CopyButton text={calldata} what="calldata" />
            {calldata.length <= MAX_LINKED && (
              <>
                {' '}
                <Link
                  to="/{-$network}/calldata"
                  params={{ network: segment }}
                  search={{ data: calldata }}
                  className="link underline"
                >
                  Open in the decoder
                </Link>
              </>
            )}
          </p>
        )}
        {entry.inputs.length > 0 && onFill && (
          <>
            <TextArea
              mono
              rows={1}
              label="Fill the inputs from calldata"
              placeholder={`${selector}…`}
              value={pasted}
              error={error}
              onChange={(text) => {
                setPasted(text);
                setError(undefined);
              }}
            />
            <div>
              <Button size="s" disabled={pasted.trim() === ''} onClick={() => void fill()}>
                Fill in
              </Button>
            </div>
          </>
        )}
      </div>
    </details>
  );
}
