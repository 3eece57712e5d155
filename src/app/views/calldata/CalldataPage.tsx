/** A tool for calldata: what it calls, with or without an ABI, and the way back from a function to its calldata. */
import { useState } from 'react';
import { Segmented } from '../../ui/Segmented';
import { useTitle } from '../../use-title';
import { DecodeCalldata } from './DecodeCalldata';
import { type EditedCall, EncodeCall } from './EncodeCall';

export type CalldataMode = 'decode' | 'encode';

/** `data` is what the address says. */
export function CalldataPage({
  data,
  mode,
  onMode,
}: {
  data: string;
  mode: CalldataMode;
  onMode: (mode: CalldataMode) => void;
}) {
  useTitle('Calldata');
  const [typed, setTyped] = useState({ data, known: '' });
  const [edited, setEdited] = useState<EditedCall>();
  return (
    <article aria-labelledby="calldata" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 id="calldata">Calldata</h1>
        <Segmented
          label="What to do"
          value={mode}
          segments={[
            { value: 'decode', label: 'Decode' },
            { value: 'encode', label: 'Encode' },
          ]}
          onChange={onMode}
        />
      </div>
      {mode === 'decode' ? (
        <DecodeCalldata
          typed={typed}
          onType={setTyped}
          onEdit={(call) => {
            setEdited(call);
            onMode('encode');
          }}
        />
      ) : (
        <EncodeCall
          known={typed.known}
          onKnown={(known) => setTyped({ ...typed, known })}
          edited={edited}
          onEdit={setEdited}
        />
      )}
    </article>
  );
}
