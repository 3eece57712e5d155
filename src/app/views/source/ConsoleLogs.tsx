/** What the contracts of a transaction printed with console.log, each with the line that printed it. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { ConsoleLine } from '../../../workers/trace/source-trace.api';
import { Panel } from '../../ui/Panel';
import { SourcePreview } from './SourcePreview';

export function ConsoleLogs({ logs }: { logs: readonly ConsoleLine[] }) {
  const [open, setOpen] = useState<number>();
  const place = open === undefined ? undefined : logs[open]?.place;
  return (
    <Panel title="Console logs" aside={formatInteger(logs.length)}>
      <ul className="max-h-[420px] divide-y divide-line overflow-y-auto">
        {logs.map((log, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: logs are shown once and never change
            key={index}
            className={`px-3 py-1.5 ${index === open ? 'bg-accent-soft' : ''}`}
          >
            <span className="mono whitespace-pre-wrap break-words">{harmlessText(log.text, 2_000)}</span>{' '}
            {log.undone && <span className="text-muted">(in a call that was undone)</span>}
            <Printer log={log} open={index === open} onOpen={() => setOpen(index === open ? undefined : index)} />
          </li>
        ))}
      </ul>
      {place?.address !== undefined && (
        <div className="border-line border-t">
          <SourcePreview address={place.address} place={place} />
        </div>
      )}
    </Panel>
  );
}

/** Names the function that printed the line, and links to its place. */
function Printer({ log, open, onOpen }: { log: ConsoleLine; open: boolean; onOpen: () => void }) {
  const { contract, function: name, place } = log;
  return (
    <span className="flex flex-wrap gap-x-2 text-muted">
      {contract !== '' && (
        <span>
          {harmlessText(contract, 120)}
          {name !== '' && `.${harmlessText(name, 120)}`}
        </span>
      )}
      {place && (
        <button type="button" aria-expanded={open} onClick={onOpen} className="mono text-accent hover:underline">
          {harmlessText(place.file.split('/').at(-1) ?? '', 80)}:{place.line}
        </button>
      )}
    </span>
  );
}
