/** What the readers of pasted texts share. */
import type { SimulationDraft } from '../draft';

export type Pasted = {
  /** `One call, written for cast`. */
  kind: string;
  draft: SimulationDraft;
  /** A sentence for each thing that was left out or read in one of two ways. */
  notes: readonly string[];
};

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a field that is text or a number; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** The first of the fields that says something. */
export function firstOf(from: Record<string, unknown>, ...names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(from[name]);
    if (text !== '') return text;
  }
  return '';
}

/** Slots as lines of the form. */
export function slotLines(storage: unknown): string {
  if (!isRecord(storage)) return '';
  return Object.entries(storage)
    .map(([slot, value]) => `${slot} = ${textOf(value)}`)
    .join('\n');
}

/** A number in decimal digits where it is a number of any kind, else as it is. */
export function decimal(text: string): string {
  return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text).toString() : text;
}
