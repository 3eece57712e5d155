import { type FormEvent, type RefObject, useState } from 'react';
import { Button } from '../../ui/Button';
import type { DebuggerModel } from './debugger-model';

/** Jumps to a step by its number, or to the next instruction of a name. */
export function Jump({ model, field }: { model: DebuggerModel; field: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const jump = async (forward: boolean) => {
    const wanted = text.trim().replaceAll(',', '');
    if (wanted === '') return;
    if (/^\d+$/.test(wanted)) model.go(Number(wanted));
    else setMissing(!(await model.find(wanted, forward)));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void jump(true);
  };
  return (
    <form onSubmit={onSubmit} className="flex items-center gap-1">
      <input
        ref={field}
        aria-label="Jump to a step number or an opcode"
        aria-invalid={missing}
        title={missing ? 'No such step in that direction.' : 'A step number, or an opcode such as SSTORE'}
        placeholder="Step or opcode"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMissing(false);
        }}
        autoComplete="off"
        spellCheck={false}
        className="mono h-[30px] w-[124px] rounded-m border border-line-strong bg-panel px-2 aria-invalid:border-failure"
      />
      <Button icon aria-label="Jump backwards" onClick={() => void jump(false)} disabled={text.trim() === ''}>
        ◀
      </Button>
      <Button icon type="submit" aria-label="Jump forwards" disabled={text.trim() === ''}>
        ▶
      </Button>
    </form>
  );
}
