/** All breakpoints: lines of the source, and instructions by their names. */
import { type FormEvent, useState } from 'react';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { PanelNote } from '../../ui/PanelNote';
import { GROUP_HEADING, INPUT_LINE, LINE_VALUE, LIST_LINE } from './class-names';
import type { BreakpointsInUse } from './use-breakpoints';

/** Offered at once; any other can be typed. */
const COMMON = ['SSTORE', 'SLOAD', 'CALL', 'DELEGATECALL', 'CREATE', 'LOG', 'REVERT'];

export function BreakpointsPane({ breakpoints }: { breakpoints: BreakpointsInUse }) {
  const { lines, opcodes, toggleOpcode, removeLine } = breakpoints;
  const [name, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim().toUpperCase();
    if (!/^[A-Z][A-Z0-9]{0,15}$/.test(wanted)) return;
    if (!opcodes.includes(wanted)) toggleOpcode(wanted);
    setName('');
  };
  return (
    <div className="h-full overflow-auto">
      <section aria-label="Breakpoints on lines">
        <h3 className={GROUP_HEADING}>Lines</h3>
        {lines.length === 0 && (
          <PanelNote>Click beside a line of the source, or press P for the current one.</PanelNote>
        )}
        <ul>
          {lines.map((each) => (
            <li key={`${each.digest} ${each.line}`} className={LIST_LINE}>
              <span className={LINE_VALUE} title={harmlessText(each.path, 400)}>
                {harmlessText(each.path.split('/').at(-1) ?? '', 80)}:{each.line}
              </span>
              <Button
                icon
                size="s"
                variant="quiet"
                aria-label={`Remove the breakpoint at line ${each.line}`}
                onClick={() => removeLine(each)}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Breakpoints on instructions">
        <h3 className={GROUP_HEADING}>Instructions</h3>
        <div className="flex flex-wrap gap-1 px-3 py-1.5">
          {[...new Set([...COMMON, ...opcodes])].map((each) => (
            <Button key={each} size="s" aria-pressed={opcodes.includes(each)} onClick={() => toggleOpcode(each)}>
              {opcodes.includes(each) && <span className="text-failure">●</span>}
              {each}
            </Button>
          ))}
        </div>
        <form onSubmit={add} className={INPUT_LINE}>
          <input
            aria-label="Stop at an instruction, by the beginning of its name"
            placeholder="Another, such as KECCAK256"
            value={name}
            maxLength={16}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="mono min-w-0 flex-1 bg-transparent"
          />
          <Button size="s" type="submit" disabled={name.trim() === ''}>
            Add
          </Button>
        </form>
      </section>
    </div>
  );
}
