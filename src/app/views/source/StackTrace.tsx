/**
 * Where a failed transaction failed, in the reader's own source: the lines
 * from the error out to the transaction's entry.
 */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { SourceTraceSummary, StackLine } from '../../../workers/trace/source-trace.api';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Panel } from '../../ui/Panel';
import { SourcePreview } from './SourcePreview';

/** Lines that are shown whole; of longer traces, only the first and last two are. */
const WHOLE = 5;
const ENDS = 2;

const PAGE = '/{-$network}/tx/$hash/{-$tab}';

export function StackTrace({ summary: { stack, contracts } }: { summary: SourceTraceSummary }) {
  // The error first, as a reader wants it.
  const lines = stack.toReversed();
  const [open, setOpen] = useState(0);
  const [whole, setWhole] = useState(lines.length <= WHOLE);
  const place = lines[open]?.place;
  const failures = contracts.filter(({ failure }) => failure !== undefined);
  return (
    <Panel title="Stack trace" aside={lines.length === 0 ? undefined : `${countOf(lines.length, 'entry', 'entries')}`}>
      <ol>
        {lines.map((line, index) => {
          if (!whole && index >= ENDS && index < lines.length - ENDS) {
            return index > ENDS ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stack is shown once and never changes
              <li key={index} className="px-3 py-1">
                <Button size="s" variant="quiet" onClick={() => setWhole(true)}>
                  Show {formatInteger(lines.length - 2 * ENDS)} more
                </Button>
              </li>
            );
          }
          return (
            <StackRow
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={index}
              line={line}
              open={index === open}
              isError={index === 0}
              isLast={index === lines.length - 1}
              onOpen={() => setOpen(index)}
            />
          );
        })}
      </ol>
      {place?.address !== undefined && (
        <div className="border-line border-t">
          <SourcePreview address={place.address} place={place} />
        </div>
      )}
      {lines.every((line) => line.place === undefined) && (
        <div className="px-3 py-2.5">
          <p className="font-medium">No source for this contract</p>
          <p className="text-muted">
            Unfortunately we do not have the source code for this contract to display the exact line of code.
          </p>
        </div>
      )}
      {failures.map(({ address, failure }) => (
        <p key={address} className="border-line border-t px-3 py-1.5 text-muted">
          <code>{address}</code>: {harmlessText(failure?.message ?? '', 400)}
        </p>
      ))}
    </Panel>
  );
}

type RowProps = { line: StackLine; open: boolean; isError: boolean; isLast: boolean; onOpen: () => void };

function StackRow({ line, open, isError, isLast, onOpen }: RowProps) {
  const { contract, function: name, role, place, sentence, step } = line;
  const who = contract === '' ? 'Unknown contract' : harmlessText(contract, 120);
  return (
    <li className={`flex items-start ${open ? 'bg-accent-soft' : ''}`}>
      <button
        type="button"
        aria-pressed={open}
        onClick={onOpen}
        className="flex min-w-0 grow flex-wrap items-baseline gap-x-2 px-3 py-1.5 text-left hover:bg-hover"
      >
        {isLast && <Icon name="arrowUp" size={12} />}
        <span className="mono min-w-0 break-words font-medium">
          {who}
          {name !== '' && `.${harmlessText(name, 120)}`}
        </span>
        {role && <span className="text-muted">{role}</span>}
        {place && (
          <span className="mono text-muted">
            {harmlessText(place.file.split('/').at(-1) ?? '', 80)}:{place.line}
          </span>
        )}
        {sentence !== '' && <span className="w-full text-failure">{harmlessText(sentence, 400)}</span>}
      </button>
      {isError && step >= 0 && (
        <Link
          from={PAGE}
          to={PAGE}
          params={(params) => ({ ...params, tab: 'debugger' })}
          search={{ step }}
          resetScroll={false}
          className={`${buttonClass({ size: 's' })} m-1.5 shrink-0`}
        >
          Debug
        </Link>
      )}
    </li>
  );
}
