/** One event, decoded or raw. */
import { useState } from 'react';
import { nameText } from '../../../core/abi/value-text';
import { formatInteger } from '../../../core/format/counts';
import { RowKind } from '../../../core/trace/rows';
import type { EventView } from '../../../workers/trace/views.api';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';
import { Skeleton } from '../../ui/Skeleton';
import { RowLink } from '../open-trace/RowLink';
import { ScrollBox } from '../ScrollBox';
import { DecodedList } from '../trace/DecodedList';
import { byteCount, copiedBytes, dataLength, digitsBeyond, isGuess, originNote } from '../trace/row-format';
import { KIND_LOOKS } from '../trace/row-kind-looks';

const LOOK = KIND_LOOKS[RowKind.log];
/** Digits of data that are drawn. */
const DRAWN = 4_000;

export function EventCard({ event }: { event: EventView | undefined }) {
  const [wantsRaw, setRaw] = useState(false);
  if (!event) {
    return (
      <div className="flex h-[140px] flex-col gap-3 rounded-l border border-line bg-panel p-3">
        <Skeleton className="w-48" />
        <Skeleton className="w-72" />
      </div>
    );
  }
  const decoded = event.inputs !== undefined;
  const raw = wantsRaw || !decoded;
  const name = event.functionName;
  return (
    <article className="overflow-hidden rounded-l border border-line bg-panel" aria-label={`Event ${event.index + 1}`}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1.5">
        <span className="w-8 text-muted tabular-nums">{formatInteger(event.index + 1)}</span>
        <span className={`mono font-semibold ${LOOK.colour}`} title={name && originNote(name)}>
          <span aria-hidden="true">{LOOK.glyph}</span> <bdi>{name ? nameText(name.text) : 'Unknown'}</bdi>
        </span>
        {name && isGuess(name) && <Badge title={originNote(name)}>guessed</Badge>}
        <AddressView address={event.from} name={event.fromName} kind="contract" />
        {event.undone && <Badge tone="failure">undone</Badge>}
        <span className="ml-auto inline-flex items-center gap-3">
          <RowLink depthId={event.depthId} />
          <Button
            size="s"
            variant="quiet"
            aria-pressed={raw}
            disabled={!decoded}
            title={decoded ? undefined : 'This event is not known: only its raw form can be shown'}
            onClick={() => setRaw(!raw)}
          >
            Raw
          </Button>
        </span>
      </header>
      <div className="px-3 py-2">{raw ? <Raw event={event} /> : <Parameters event={event} />}</div>
    </article>
  );
}

function Parameters({ event }: { event: EventView }) {
  if (event.inputs?.length === 0) return <p className="text-muted">It has no parameters.</p>;
  return (
    <ScrollBox label={`Parameters of event ${event.index + 1}`} className="max-h-80">
      <DecodedList values={event.inputs ?? []} />
    </ScrollBox>
  );
}

function Raw({ event }: { event: EventView }) {
  const { topics, input } = event;
  const bytes = dataLength(event);
  const more = digitsBeyond(DRAWN, bytes);
  return (
    <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-1">
      {topics.map((topic, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal topics differ by their place only
        <div key={`${at} ${topic}`} className="contents">
          <dt className="text-muted">Topic {at}</dt>
          <dd className="mono break-all">
            {topic} <CopyButton text={topic} what={`topic ${at}`} />
          </dd>
        </div>
      ))}
      <dt className="text-muted">Data</dt>
      <dd className="min-w-0">
        <span className="text-muted">{byteCount(bytes)}</span>{' '}
        {bytes > 0 && (
          <>
            <CopyButton text={input} what={copiedBytes('data', input, bytes)} />
            <ScrollBox label={`Data of event ${event.index + 1}`} className="mono max-h-40 break-all text-muted">
              {input.slice(0, DRAWN)}
              {more > 0 && `… ${formatInteger(more)} more digits`}
            </ScrollBox>
          </>
        )}
      </dd>
    </dl>
  );
}
