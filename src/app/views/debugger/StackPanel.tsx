/** The calls that run at the step, innermost first, across contracts and functions. */

import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { CallLine } from '../../../workers/trace/steps-in-source.api';
import { classes } from '../../ui/classes';
import { Column } from './Column';

/** Lines that are shown whole; of longer stacks, only the first and last two are. */
const WHOLE = 5;
const ENDS = 2;

type Props = { stack: readonly CallLine[]; waiting: boolean; onGo: (step: number) => void };

const CALL_LINE =
  'flex w-full gap-2.5 whitespace-nowrap border-line border-b px-3 py-1 text-left font-mono text-s hover:bg-hover aria-[current]:bg-accent-soft';

export function StackPanel({ stack, waiting, onGo }: Props) {
  const [whole, setWhole] = useState(false);
  const isCut = !whole && stack.length > WHOLE;
  return (
    <Column label="Stack Trace" title="Stack Trace">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard */}
      <ol className="min-h-0 flex-1 overflow-auto" tabIndex={0}>
        {stack.length === 0 && (
          <li className="px-3 py-2 text-muted">
            {waiting ? 'Loading Stack Trace data...' : 'There are no calls here.'}
          </li>
        )}
        {stack.map((line, index) => {
          if (isCut && index >= ENDS && index < stack.length - ENDS) {
            if (index > ENDS) return null;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
              <li key={index}>
                <button type="button" className={classes(CALL_LINE, 'text-accent')} onClick={() => setWhole(true)}>
                  Show {formatInteger(stack.length - 2 * ENDS)} more
                </button>
              </li>
            );
          }
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={index}
            >
              <button
                type="button"
                aria-current={index === 0 ? 'step' : undefined}
                className={CALL_LINE}
                onClick={() => onGo(line.step)}
              >
                <span className="truncate">{labelOf(line)}</span>
                {line.path !== '' && (
                  <span className="ml-auto shrink-0 text-muted">
                    {harmlessText(line.path.split('/').at(-1) ?? '', 60)}:{line.line}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </Column>
  );
}

function labelOf({ contract, function: name, address }: CallLine): string {
  const who = contract === '' ? (address === undefined ? 'Unknown contract' : shorten(address)) : contract;
  return harmlessText(name === '' ? who : `${who}.${name}`, 160);
}
