import { Dialog } from '../../ui/Dialog';
import { Kbd } from '../../ui/Kbd';

const SIGNS: readonly (readonly [string, string, string])[] = [
  ['is-call', 'CALL', 'calls another contract'],
  ['is-create', 'CREATE', 'creates a contract; in the list of calls also a delegate call'],
  ['is-read', 'SLOAD', 'reads storage; in the list of calls also a static call'],
  ['is-write', 'SSTORE', 'writes storage'],
  ['is-event', 'LOG1', 'emits an event'],
  ['is-jump', 'JUMP', 'goes elsewhere in the code'],
  ['is-stop', 'REVERT', 'ends the call and undoes what it did'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['→', 'Next: one instruction further'],
  ['←', 'Previous: one instruction back'],
  ['O', 'Step Over: past the call that the instruction makes, else past the call that runs'],
  ['U', 'Step Up: to the instruction that made this call'],
  ['L', 'This legend'],
];

/** What colours, marks and keys of the debugger mean. */
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
            <span className="dbg-swatch is-changed" />
          </dt>
          <dd>a value that is not what it was at the step shown before</dd>
          <dt>
            <span className="dbg-swatch is-depth" />
          </dt>
          <dd>above the steps: how deep the calls go</dd>
          <dt>
            <span className="dbg-swatch is-failed" />
          </dt>
          <dd>above the steps: where a call failed</dd>
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
          Each row shows the number of the step, its place in the code (hexadecimal), the instruction, and the gas it
          took. The state beside it is that before the instruction.
        </p>
      </div>
    </Dialog>
  );
}
