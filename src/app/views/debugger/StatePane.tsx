/** The machine before the current step: variables, stack, memory, storage and data, with what changed since the step shown before. */
import { type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import { wordDigits } from '../../../core/chain/hex';
import type { NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { StepState, StorageItem } from '../../../workers/trace/steps.api';
import type { StepSource } from '../../../workers/trace/steps-in-source.api';
import { classes } from '../../ui/classes';
import { AddressView } from '../../ui/identity/AddressView';
import { NativeSelect, type SelectOption } from '../../ui/NativeSelect';
import { PanelNote } from '../../ui/PanelNote';
import { TabPanel } from '../../ui/TabStrip';
import { Tabs } from '../../ui/Tabs';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { useNames } from '../../use-names';
import { BreakpointsPane } from './BreakpointsPane';
import type { DebuggerModel } from './debugger-model';
import { Evaluate } from './Evaluate';
import type { BreakpointsInUse } from './use-breakpoints';
import { useVariables, type VariablesShown } from './use-source-answers';
import { VariablesPane } from './VariablesPane';
import { lookUpIn, type Surroundings, scopeAt } from './values-in-scope';
import { formatWord, WORD_VIEWS, type WordView, wordAt } from './word-views';

type Shown = {
  state: StepState;
  before: StepState | undefined;
  view: WordView;
  /** Variables of the running function by the slots they lie in, counted from the bottom of the stack. */
  names: ReadonlyMap<number, string>;
};

const PARTS = [
  { name: 'Stack', count: ({ stack }: StepState) => stack.length, View: Stack },
  { name: 'Memory', count: ({ memory }: StepState) => memory.length, View: Memory },
  { name: 'Storage', count: ({ storage }: StepState) => storage.length, View: Storage },
  { name: 'Transient', count: ({ transient }: StepState) => transient.length, View: Transient },
  { name: 'Calldata', count: ({ calldata }: StepState) => calldata.length, View: Calldata },
  { name: 'Returndata', count: ({ returndata }: StepState) => returndata.length, View: Returndata },
] as const;
const VARIABLES = 'Variables';
const BREAKPOINTS = 'Breakpoints';

const BY_TYPE: SelectOption<WordView> = { value: 'typed', label: 'by type' };
const WORD_OPTIONS: readonly SelectOption<WordView>[] = WORD_VIEWS.map((view) => ({ value: view, label: view }));

type Props = {
  model: DebuggerModel;
  networkId: NetworkId;
  state: StepState;
  before: StepState | undefined;
  source: StepSource | undefined;
  breakpoints: BreakpointsInUse;
  around: Surroundings;
  /** Where expressions are typed. */
  field: RefObject<HTMLInputElement | null>;
};

export function StatePane({ model, networkId, state, before, source, breakpoints, around, field }: Props) {
  const panelId = useId();
  const [chosen, setChosen] = useState<string>();
  const [views, setViews] = useState<{ words: WordView; variables: WordView }>({ words: 'hex', variables: 'typed' });
  const hasSource = source?.contract !== undefined && source.contract !== '';
  const open = chosen ?? (hasSource ? VARIABLES : 'Stack');
  const part = PARTS.find(({ name }) => name === open);
  const of = open === VARIABLES ? 'variables' : 'words';
  const view = views[of];
  const shown = useVariables(model, state.step, source !== undefined);
  const known = useNames(networkId, [state.address, state.caller]);
  const scope = useMemo(() => scopeAt(shown, state, before, known), [shown, state, before, known]);
  const names = useMemo(() => slotNames(shown, state.step), [shown, state.step]);
  const lookUp = useMemo(() => lookUpIn(scope, around), [scope, around]);
  const count = breakpoints.lines.length + breakpoints.opcodes.length;
  const tabs = [
    { id: VARIABLES, label: VARIABLES },
    ...PARTS.map(({ name, count }) => ({ id: name, label: name, count: count(state) })),
    { id: BREAKPOINTS, label: BREAKPOINTS, count },
  ];
  return (
    <section className="flex h-full min-h-0 min-w-0 flex-col" aria-label="State">
      <div className="flex flex-wrap items-center gap-x-1.5 border-line border-b px-2">
        {/* Below this width the choice of words goes below the tabs: beside it there would be one a line. */}
        <div className="min-w-0 flex-[1_1_260px]">
          <Tabs label="Parts of the state" look="pane" tabs={tabs} open={open} panelId={panelId} onOpen={setChosen} />
        </div>
        {open !== BREAKPOINTS && (
          <NativeSelect
            label="Show words as"
            look="small"
            value={view}
            options={of === 'variables' ? [BY_TYPE, ...WORD_OPTIONS] : WORD_OPTIONS}
            onChange={(chosen) => setViews({ ...views, [of]: chosen })}
            className="ml-auto shrink-0"
          />
        )}
      </div>
      <TabPanel id={panelId} label={open} className="min-h-0 flex-1 overflow-auto">
        {part && (
          <part.View key={`${part.name} ${state.row}`} state={state} before={before} view={view} names={names} />
        )}
        {open === VARIABLES &&
          (source === undefined ? (
            <PanelNote>Variables are read with the source of the contract.</PanelNote>
          ) : (
            <VariablesPane shown={scope} view={view} />
          ))}
        {open === BREAKPOINTS && <BreakpointsPane breakpoints={breakpoints} />}
      </TabPanel>
      {(open !== VARIABLES || source === undefined) && <Frame state={state} />}
      <Evaluate scope={lookUp} view={views.variables} field={field} />
    </section>
  );
}

/** Shows the running contract, its caller and its value. */
function Frame({ state }: { state: StepState }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-line border-t px-2.5 py-2 text-s [&_dt]:text-muted">
      <dt>Contract</dt>
      <dd>
        <AddressView address={state.address} />
      </dd>
      {state.codeAddress !== state.address && (
        <>
          <dt>Code of</dt>
          <dd>
            <AddressView address={state.codeAddress} />
          </dd>
        </>
      )}
      <dt>Caller</dt>
      <dd>
        <AddressView address={state.caller} />
      </dd>
      <dt>Value</dt>
      <dd>{formatInteger(state.value)} wei</dd>
    </dl>
  );
}

/** The stack of another step has its variables elsewhere: then there are no names. */
function slotNames(shown: VariablesShown | undefined, step: number): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  if (shown?.step !== step) return names;
  for (const { value, slot, slots } of shown.now.locals.locals)
    for (let at = slot; at < slot + slots; at++) names.set(at, harmlessText(value.name, 40));
  return names;
}

/** The item on top first, as DUP and SWAP count. */
function Stack({ state, before, view, names }: Shown) {
  const { stack } = state;
  const comparable = before?.row === state.row ? before.stack : undefined;
  return (
    <Words
      count={stack.length}
      empty="The stack is empty."
      at={(index) => {
        const place = stack.length - 1 - index;
        const value = stack[place] ?? 0n;
        return {
          label: String(index),
          text: formatWord(value, view),
          name: names.get(place),
          changed: comparable !== undefined && comparable[place] !== value,
        };
      }}
    />
  );
}

function Memory({ state, before, view }: Shown) {
  const comparable = before?.row === state.row ? before.memory : undefined;
  return <Bytes bytes={state.memory} before={comparable} view={view} empty="Nothing was written to memory." />;
}

function Calldata({ state, view }: Shown) {
  return <Bytes bytes={state.calldata} before={undefined} view={view} empty="The call has no calldata." />;
}

function Returndata({ state, before, view }: Shown) {
  const comparable = before?.row === state.row ? before.returndata : undefined;
  return (
    <Bytes bytes={state.returndata} before={comparable} view={view} empty="No call made from here has returned data." />
  );
}

function Storage({ state, before, view }: Shown) {
  const comparable = before?.address === state.address ? before.storage : undefined;
  return <Slots items={state.storage} before={comparable} view={view} what="storage" />;
}

function Transient({ state, before, view }: Shown) {
  const comparable = before?.address === state.address ? before.transient : undefined;
  return <Slots items={state.transient} before={comparable} view={view} what="transient storage" />;
}

/** Slots read or written so far; a slot that differs from its value at the start is marked. */
function Slots(props: {
  items: readonly StorageItem[];
  before: readonly StorageItem[] | undefined;
  view: WordView;
  what: string;
}) {
  const { items, before, view, what } = props;
  return (
    <Words
      count={items.length}
      lines={2}
      empty={`No slot of this contract's ${what} was read or written yet.`}
      at={(index) => {
        const item = items[index] as StorageItem;
        // What nobody had come to yet held what it held at the start.
        const was = before?.find(({ key }) => key === item.key)?.value ?? item.original;
        const written = item.value !== item.original;
        return {
          label: `0x${item.key.toString(16)}`,
          text: formatWord(item.value, view),
          note: written ? `was ${formatWord(item.original, view)}` : undefined,
          changed: before !== undefined && was !== item.value,
        };
      }}
    />
  );
}

/** 32 bytes a row. */
function Bytes(props: { bytes: Uint8Array; before: Uint8Array | undefined; view: WordView; empty: string }) {
  const { bytes, before, view, empty } = props;
  return (
    <Words
      count={Math.ceil(bytes.length / 32)}
      empty={empty}
      at={(index) => {
        const value = wordAt(bytes, index * 32);
        const length = Math.min(32, bytes.length - index * 32);
        const hex = wordDigits(value).slice(0, length * 2);
        return {
          label: (index * 32).toString(16).padStart(4, '0'),
          text: view === 'hex' ? hex : formatWord(value, view),
          changed: before !== undefined && wordAt(before, index * 32) !== value,
        };
      }}
    />
  );
}

type Word = {
  label: string;
  text: string;
  note?: string | undefined;
  /** The variable it is. */
  name?: string | undefined;
  changed: boolean;
};
const LINE = 22;

function Words({
  count,
  lines = 1,
  empty,
  at,
}: {
  count: number;
  lines?: number;
  empty: string;
  at: (index: number) => Word;
}): ReactNode {
  const row = LINE * lines;
  const { scroller, height, first, last, base } = useVirtualRows(count, row);
  const shown: number[] = [];
  for (let index = first; index <= last; index++) shown.push(index);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <div ref={scroller} className="dbg-scroll" tabIndex={0}>
      {count === 0 && <p className="px-3 py-2 text-muted">{empty}</p>}
      <ul className="relative" style={{ height }}>
        {shown.map((index) => {
          const { label, text, note, name, changed } = at(index);
          return (
            <li
              key={index}
              className={classes('dbg-word', lines > 1 && 'is-tall', changed && 'is-changed')}
              style={{ top: index * row - base, height: row }}
              title={`${label} ${name === undefined ? '' : `${name} `}${text}${note === undefined ? '' : ` (${note})`}`}
            >
              <span className="dbg-label">{label}</span>
              {name !== undefined && <bdi className="dbg-slot-name">{name}</bdi>}
              <span className="dbg-value">
                {text}
                {changed && <span className="sr-only"> changed</span>}
              </span>
              {note !== undefined && <span className="dbg-note">{note}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
