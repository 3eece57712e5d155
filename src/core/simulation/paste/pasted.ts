/** What the readers of pasted texts share. */
import { isFields } from '../../values/json-fields';
import type { SimulationDraft } from '../draft';

export type Reading = {
  draft: SimulationDraft;
  /** A sentence for each thing that was left out or read in one of two ways. */
  notes: readonly string[];
};

export type Pasted = Reading & {
  /** `One call, written for cast`. */
  kind: string;
  /** Another way to read it; `names` are those of both ways, this one's last. */
  second?: Reading & { names: readonly [string, string] };
};

/** Returns the text of a field that is text or a number; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Returns the first of the fields that says something. */
export function firstOf(from: Record<string, unknown>, ...names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(from[name]);
    if (text !== '') return text;
  }
  return '';
}

/** Returns slots as lines of the form; entries named otherwise are left out. */
export function slotLines(storage: unknown): string {
  if (!isFields(storage)) return '';
  return Object.entries(storage)
    .filter(([slot]) => isSlot(slot))
    .map(([slot, value]) => `${slot} = ${textOf(value)}`)
    .join('\n');
}

/** Returns the entries named by variables, `balances[0x…]`, as lines of the form. */
export function variableLines(named: unknown): string {
  if (!isFields(named)) return '';
  return Object.entries(named)
    .filter(([path]) => !isSlot(path))
    .map(([path, value]) => `${path} = ${textOf(value)}`)
    .join('\n');
}

function isSlot(key: string): boolean {
  return /^(0x[0-9a-f]*|\d+)$/i.test(key);
}

/** Returns a number of any kind in decimal digits; any other text as it is. */
export function decimal(text: string): string {
  return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text).toString() : text;
}
