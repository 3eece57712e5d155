/**
 * Traces written as text, for tests that show their data.
 *
 *     callTree(`
 *       Router.swap
 *         Oracle.price :static
 *         Token.transfer = 2.5
 *           #Transfer
 *         Pool.sync ! out of gas
 *     `)
 *
 * A line is a row, its indentation its depth. `A > B > C` on one line is C
 * below B below A; lines indented further are below C. A row is
 *
 *     Name[.function] [:kind] [= wei] [~ revert data] [! error text]
 *     #Event
 *     #[0x topics, 0x … | 0x data]
 *
 * with kind one of the names of RowKind, `call` when left out; a lone `!` is
 * `execution reverted`. Names become addresses and selectors, see `addressOf`
 * and `selectorOf`; the sender of the root is `Sender`.
 */
import type { Address, Hex, Selector } from '../../src/core/chain/primitives';
import { asciiBytes } from '../../src/core/json/bytes';
import { DEFAULT_LIMITS } from '../../src/core/trace/parser';
import { RowKind, type Trace } from '../../src/core/trace/rows';
import { TraceBuilder } from '../../src/core/trace/trace-builder';

/** The address that stands for a name: its characters in ASCII, zeros after. */
export function addressOf(name: string): Address {
  return `0x${hexOf(name).padEnd(40, '0').slice(0, 40)}` as Address;
}

/** The selector that stands for a function or event: its first four characters in ASCII, or the selector that it is. */
export function selectorOf(name: string): Selector {
  if (/^0x[0-9a-f]{8}$/.test(name)) return name as Selector;
  return `0x${hexOf(name).padEnd(8, '0').slice(0, 8)}` as Selector;
}

/** The trace that `text` draws. Gas of row n is 1,000,000 - n, gas used 100. */
export function callTree(text: string): Trace {
  const builder = new TraceBuilder('callTracer', DEFAULT_LIMITS);
  /** Rows that later lines may hang below, with their indentation. */
  const open: { row: number; indent: number; name: string; children: number }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const indent = line.length - line.trimStart().length;
    while (open.length > 0 && open[open.length - 1]!.indent >= indent) open.pop();
    for (const part of line.trim().split(' > ')) {
      const parent = open[open.length - 1];
      const { row, name } = addRow(builder, part.trim(), parent);
      open.push({ row, indent, name, children: 0 });
    }
  }
  if (builder.problem !== undefined) throw new Error(`no call tree: ${JSON.stringify(builder.problem)}`);
  return builder.finish();
}

function addRow(
  builder: TraceBuilder,
  text: string,
  parent: { row: number; name: string; children: number } | undefined,
): { row: number; name: string } {
  if (parent === undefined && builder.length > 0) throw new Error(`a second root: ${text}`);
  const parentRow = parent?.row ?? -1;
  const sender = parent?.name ?? 'Sender';
  if (text.startsWith('#')) {
    const row = builder.addRow(RowKind.log, parentRow);
    builder.from[row] = builder.addressText(addressOf(sender));
    builder.position[row] = parent?.children ?? 0;
    const raw = /^#\[([^|]*)\|?(.*)\]$/.exec(text);
    const topics = raw?.[1]?.match(/[0-9a-f]{64}/g) ?? [selectorOf(text.slice(1)).slice(2).padEnd(64, '0')];
    builder.appendInput(row, `0x${topics.join('')}${(raw?.[2] ?? '').trim().replace('0x', '')}`);
    builder.outputStart[row] = topics.length;
    return { row, name: sender };
  }
  const match = /^(\w+)(?:\.(\w+))?(?: :(\w+))?(?: = (\d+))?(?: ~ (0x[0-9a-f]*))?(?: (!)(?: (.+))?)?$/.exec(text);
  if (match === null) throw new Error(`no row of a call tree: ${text}`);
  const [, name = '', method, kindName = 'call', wei, data, failed, error] = match;
  const kind = RowKind[kindName as keyof typeof RowKind];
  if (kind === undefined) throw new Error(`no kind of row: ${kindName}`);
  const row = builder.addRow(kind, parentRow);
  if (parent !== undefined) parent.children++;
  builder.from[row] = builder.addressText(addressOf(sender));
  const isFailedCreate = failed !== undefined && (kind === RowKind.create || kind === RowKind.create2);
  if (!isFailedCreate) builder.to[row] = builder.addressText(addressOf(name));
  if (wei !== undefined) builder.value[row] = builder.wordOfBigint(BigInt(wei));
  builder.gas[row] = 1_000_000 - row;
  builder.gasUsed[row] = 100;
  if (method !== undefined) builder.appendInput(row, selectorOf(method));
  if (data !== undefined) {
    builder.outputStart[row] = builder.payloadLength;
    builder.outputLength[row] = builder.appendHex(asciiBytes(data), 0, data.length);
  }
  if (failed !== undefined) builder.error[row] = builder.textOf(error ?? 'execution reverted');
  return { row, name };
}

function hexOf(text: string): string {
  return Array.from(asciiBytes(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The rows drawn as text again, one a line with two spaces a level: kind, then the hex of selector or address. For comparing whole trees. */
export function drawRows(trace: Trace): string {
  const kinds = Object.keys(RowKind);
  return Array.from({ length: trace.rows.length }, (_, row) => {
    const { depth, kind, from, to } = trace.rows;
    const address = to[row]! >= 0 ? to[row]! : from[row]!;
    return `${'  '.repeat(depth[row]!)}${kinds[kind[row]!]} ${nameOf(trace.addresses[address]!)}`;
  }).join('\n');
}

function nameOf(address: Hex): string {
  return String.fromCharCode(...(address.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))).replace(
    /\0+$/,
    '',
  );
}
