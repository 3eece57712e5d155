import { Dialog } from '../../ui/Dialog';
import { Kbd } from '../../ui/Kbd';

const SIGNS: readonly (readonly [string, string, string])[] = [
  ['is-call', '→ CALL', 'calls another contract'],
  ['is-static', '⇢ STATICCALL', 'calls another contract, read-only'],
  ['is-delegate', '⇒ DELEGATECALL', 'runs the code of another contract on its own storage'],
  ['is-create', '+ CREATE', 'creates a contract'],
  ['is-internal', 'ƒ', 'calls a function of the same contract'],
  ['is-read', '○ SLOAD', 'reads storage'],
  ['is-write', '● SSTORE', 'writes storage'],
  ['is-event', '◆ LOG', 'emits an event'],
  ['is-jump', 'JUMP', 'jumps in the code'],
  ['is-stop', '✕ REVERT', 'ends the call and undoes its changes'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['→', 'Next: the next statement, or instruction'],
  ['←', 'Previous'],
  ['O', 'Step Over: past the call on this line'],
  ['U', 'Step Up: to the caller'],
  ['⇧O', 'Step Out: to the next statement after this call returns'],
  ['B', 'Run to the next breakpoint'],
  ['⇧B', 'Run back to a breakpoint'],
  ['P', 'Breakpoint at the current line'],
  ['S', 'Source or opcodes'],
  ['E', 'Evaluate an expression'],
  ['J', 'Jump to a step or an opcode'],
  ['L', 'This legend'],
];

/** Explains the colours, marks and keys of the debugger. */
export function Legend({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Legend" width="m" onClose={onClose}>
      <div className="flex flex-col gap-4 p-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
          {SIGNS.map(([kind, name, meaning]) => (
            <div key={kind} className="contents">
              <dt className={`dbg-name mono ${kind}`}>{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
          <dt>
            <span className="inline-block h-3 w-7 rounded-[3px] bg-pending-soft ring-1 ring-pending ring-inset" />
          </dt>
          <dd>a value that changed since the step shown before</dd>
          <dt>
            <span className="inline-block h-3 w-7 rounded-[3px] bg-line-strong" />
          </dt>
          <dd>above the steps: how deep the calls go</dd>
          <dt>
            <span className="inline-block h-3 w-7 rounded-[3px] bg-failure" />
          </dt>
          <dd>above the steps: where a call failed</dd>
          <dt>
            <span className="inline-block size-2.5 rounded-full bg-pending" />
          </dt>
          <dd>above the steps: where a breakpoint stops; beside the source: a breakpoint</dd>
          <dt>
            <span className="inline-block h-3 w-7 rounded-[3px] bg-pending-soft shadow-[inset_3px_0_var(--pending)]" />
          </dt>
          <dd>in the source: the statement that is next; underlined what of it the instruction is about</dd>
          <dt>
            <span className="cm-note">x 1 → 2</span>
          </dt>
          <dd>beside a line that ran: the values it read and changed</dd>
        </dl>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
          {KEYS.map(([key, meaning]) => (
            <div key={key} className="contents">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">
          The state is that before the statement or instruction that is marked. Each row of instructions shows the
          number of the step, its place in the code (hexadecimal), the instruction, and the gas it took, that handed to
          a call included. Step Up and Step Over lead nowhere in the transaction’s own call; Step Over also where
          nothing is called.
        </p>
      </div>
    </Dialog>
  );
}
