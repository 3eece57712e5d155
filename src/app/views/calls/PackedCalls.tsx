/** The transactions of Safe's MultiSend, packed into one value, as a list of calls. */
import { useMemo, useState } from 'react';
import type { AbiFunction } from 'viem';
import { PACKED_CALLS, packCalls, packedCallsText } from '../../../core/abi/packed-calls';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import type { NestedCalls } from './NestedCall';
import { useTextInStep } from './use-text-in-step';

/** The list as the arguments of a function, so that its fields are those of any other. */
const LIST: AbiFunction = {
  type: 'function',
  name: 'multiSend',
  stateMutability: 'payable',
  inputs: [PACKED_CALLS],
  outputs: [],
};

export function PackedCalls({
  calls: { Fields },
  text,
  suggestions,
  onText,
}: {
  calls: NestedCalls;
  /** Hex, or '' while the calls do not encode. */
  text: string;
  suggestions: readonly AddressSuggestion[];
  onText: (text: string) => void;
}) {
  const [json, setJson] = useState(() => packedCallsText(text) ?? '[]');
  const packed = useMemo(() => packCalls(json), [json]);
  const [isRead, setIsRead] = useState(true);
  const tell = useTextInStep(text, onText, (given) => {
    const read = given === '' ? '[]' : packedCallsText(given);
    setIsRead(read !== undefined);
    // A list that stayed would stand for bytes that are no longer its own.
    setJson(read ?? '[]');
  });
  const change = ([changed = '[]']: readonly string[]) => {
    setJson(changed);
    setIsRead(true);
    const next = packCalls(changed);
    tell(next.ok ? next.value : '');
  };
  return (
    <div className="flex min-w-0 flex-col gap-2.5 rounded-m border border-line border-l-2 border-l-accent bg-panel px-3 py-2">
      <p className="text-muted text-s">
        As MultiSend packs them. The operation is 0 for a call and 1 for a delegatecall.
      </p>
      {!isRead && (
        <p role="status" className="text-pending text-s">
          These bytes are not a list of transactions. They stay until you add one here.
        </p>
      )}
      <Fields
        entry={LIST}
        args={[json]}
        call={
          packed.ok
            ? { calldata: packed.value }
            : {
                problems: [{ path: packed.error.path, text: `Encode input parameters failed: ${packed.error.reason}` }],
                summary: packed.error.reason,
              }
        }
        suggestions={suggestions}
        onArgs={change}
      />
    </div>
  );
}
