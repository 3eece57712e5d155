/** Rows of a trace in words, as the tree of the page has them. */

import { rowErrorText, showsErrorBadge } from '../../../src/app/views/trace/row-error';
import { byteCount, bytesBeyondSelector, slotText, wordText } from '../../../src/app/views/trace/row-format';
import { KIND_LOOKS } from '../../../src/app/views/trace/row-kind-looks';
import type { Decoded } from '../../../src/core/abi/decoded';
import { pathText } from '../../../src/core/abi/path-text';
import { amountOf, callText, cutValue, nameText } from '../../../src/core/abi/value-text';
import type { Name } from '../../../src/core/chain/name';
import type { NativeCurrency } from '../../../src/core/chain/network';
import type { Address } from '../../../src/core/chain/primitives';
import { type Amount, formatNative, groupDigits } from '../../../src/core/format/amounts';
import { formatInteger } from '../../../src/core/format/counts';
import { shorten } from '../../../src/core/format/shorten';
import { harmlessText } from '../../../src/core/text/harmless';
import { RowKind } from '../../../src/core/trace/rows';
import type { FrameRow, LogRow, RowError, RowView, StorageRow } from '../../../src/workers/trace/rows.api';
import { isFrameRow } from '../../../src/workers/trace/rows.api';
import type { Colour, Part } from './paint';

/** UTF-16 units of an error and of a path. */
const ERROR = 160;

/** Returns the parts of a row's line: indented, with its gas where that is wanted. */
export function rowParts(row: RowView, currency: NativeCurrency, withGas: boolean): Part[] {
  const { glyph } = KIND_LOOKS[row.kind];
  const gas = row.gasUsed === undefined ? '' : formatInteger(row.gasUsed);
  return [
    ...(withGas ? [{ text: `${gas.padStart(12)} `, in: 'dim' as const }] : []),
    '  '.repeat(row.depth),
    { text: `${glyph} `, in: colourOf(row) },
    ...('access' in row ? accessParts(row) : callParts(row, currency)),
  ];
}

function colourOf({ kind, failed }: RowView): Colour {
  if (failed) return 'red';
  if (kind === RowKind.log) return 'magenta';
  if (kind === RowKind.storageRead || kind === RowKind.storageWrite) return 'yellow';
  return kind === RowKind.internal ? 'cyan' : 'blue';
}

function callParts(row: Exclude<RowView, StorageRow>, currency: NativeCurrency): Part[] {
  if (row.kind === RowKind.internal) {
    const { contract, functionName, inputs = [], outputs, failed, place } = row;
    const owner = contract === '' || contract === row.toName?.text ? '' : `${nameText(contract)}.`;
    return [
      `${owner}${nameText(functionName?.text ?? '')}(${argumentsText(inputs)})`,
      ...(failed ? [{ text: ' ✕', in: 'red' as const }] : outputParts(outputs)),
      ...(place ? [{ text: `  ${fileName(place.file)}:${place.line}`, in: 'dim' as const }] : []),
    ];
  }
  const head =
    row.kind === RowKind.log
      ? row.functionName
        ? nameText(row.functionName.text)
        : (row.selector ?? 'anonymous')
      : calleeText(row);
  return [
    { text: head, in: 'bold' },
    `(${row.inputs ? argumentsText(row.inputs) : undecoded(row)})`,
    ...endParts(row, currency),
  ];
}

function endParts(row: FrameRow | LogRow, currency: NativeCurrency): Part[] {
  if (!isFrameRow(row)) return [];
  const wei = BigInt(row.value ?? '0x0');
  const { error, failed, caught, outputs, outputLength, failure, hasChildren } = row;
  const parts: Part[] = wei === 0n ? [] : [{ text: ` {${formatNative(wei, currency).text}}`, in: 'yellow' }];
  if (!failed)
    return [...parts, ...(outputs ? outputParts(outputs) : outputLength > 0 ? [` → ${byteCount(outputLength)}`] : [])];
  const isShown = failure !== 'handedOn' && showsErrorBadge(error, !hasChildren || failure === 'arose');
  parts.push({ text: ` ✕ ${isShown && error ? errorText(error) : 'reverted'}`, in: 'red' });
  if (caught) parts.push({ text: ' caught', in: 'dim' });
  return parts;
}

function calleeText({ kind, to, toName, functionName, selector }: FrameRow): string {
  const isCreation = kind === RowKind.create || kind === RowKind.create2;
  const callee = toName ? nameText(toName.text) : to === undefined ? (isCreation ? 'new contract' : '') : shorten(to);
  const called = functionName ? nameText(functionName.text) : (selector ?? (isCreation ? 'constructor' : undefined));
  return called === undefined ? callee : `${callee}.${called}`;
}

function undecoded(row: FrameRow | LogRow): string {
  const beyond = bytesBeyondSelector(row);
  return beyond > 0 ? byteCount(beyond) : '';
}

function outputParts(outputs: readonly Decoded[] = []): Part[] {
  return outputs.length === 0 ? [] : [{ text: ' → ', in: 'dim' }, outputs.map((value) => valueText(value)).join(', ')];
}

/** Returns a value on one line: an amount of a token to its last digit, because a terminal has no details to open. */
export function valueText(value: Decoded, room?: number): string {
  return cutValue(amountOf(value) === undefined ? value : { ...value, full: true }, room).text;
}

/** Returns an amount to its last digit. */
export function exactText({ exact }: Amount): string {
  return exact.replace(/^\d+/, groupDigits);
}

/** Returns values as arguments of a call: `amount: 5, to: Alice`. */
export function argumentsText(values: readonly Decoded[]): string {
  return values.map((value) => `${value.name === '' ? '' : `${nameText(value.name)}: `}${valueText(value)}`).join(', ');
}

/** Returns the words of an error, as its row has them. */
export function errorText(error: RowError): string {
  const { name, args = [], reason } = error;
  if (reason !== undefined && reason !== '') return harmlessText(reason, ERROR);
  return name ? callText(name.text, args, ERROR) : harmlessText(rowErrorText(error), ERROR);
}

function accessParts({ kind, access }: StorageRow): Part[] {
  const isWrite = kind === RowKind.storageWrite;
  const change = (path: string, before: string, after: string) =>
    isWrite ? `${path} ${before} → ${after}` : `${path} = ${after}`;
  const { slot, values, names, before, after, transient } = access;
  const changes = values.map((value) =>
    change(pathText(value.path, names), valueText(value.before), valueText(value.after)),
  );
  const text =
    changes.length > 0 ? changes.join(', ') : change(`slot ${slotText(slot)}`, wordText(before), wordText(after));
  return [text, ...(transient ? [{ text: ' transient', in: 'dim' as const }] : [])];
}

/** Returns the name of an address with its short form, or the whole address. */
export function addressWithName(address: Address, name: Name | undefined): string {
  return name === undefined ? address : `${nameText(name.text)} ${shorten(address)}`;
}

/** Characters of a value that stands alone on its line. */
const ALONE = 300;

/** Returns a value that stands alone on its line: an address whole, with its name. */
export function wholeText(value: Decoded): string {
  const { kind, known, text } = value;
  if (kind !== 'address') return valueText(value, ALONE);
  return known === undefined ? text : `${text} ${nameText(known.text)}`;
}

/** Returns the last part of the path of a source file. */
export function fileName(path: string): string {
  return harmlessText(path.split('/').at(-1) ?? '', 80);
}
