/** Decoded values in full: name, type and value in rows, arrays and tuples opened out, every value to copy. */

import { useState } from 'react';
import type { Decoded } from '../../../core/abi/decoded';
import { fullText } from '../../../core/abi/value-text';
import type { Address } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { CopyButton } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';

/** Characters of one value that are drawn; copying takes all that came. */
const DRAWN = 2_000;
/** Items of one array that are drawn. */
const ITEMS = 200;

/** Shows the values one below the other. */
export function DecodedList({ values }: { values: readonly Decoded[] }) {
  return (
    <ul className="min-w-0">
      {values.slice(0, ITEMS).map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no other identity, and never move
        <DecodedItem key={at} value={value} />
      ))}
      {values.length > ITEMS && <li className="text-muted">… {formatInteger(values.length - ITEMS)} more</li>}
    </ul>
  );
}

function DecodedItem({ value }: { value: Decoded }) {
  const nested = !value.hashed && (value.kind === 'array' || value.kind === 'tuple');
  const items = nested ? value.items : value.nested;
  return (
    <li className="min-w-0 py-px">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="mono text-muted">
          {harmlessText(value.name, 64)}{' '}
          <span className="text-faint">{harmlessText(value.declared ?? value.type, 64)}</span>
        </span>
        {nested ? <span className="text-muted">{nestedSize(value)}</span> : <LeafValue value={value} />}
        {value.dirty && (
          <span className="text-pending">not canonical: its word has bits set that the type has no room for</span>
        )}
      </div>
      {items && items.length > 0 && (
        <div className="ml-1.5 border-line border-l pl-3">
          <DecodedList values={items} />
        </div>
      )}
    </li>
  );
}

function nestedSize(value: Decoded): string {
  const kept = value.items?.length ?? 0;
  if (value.kind === 'tuple') return '';
  const size = `${countOf(value.length, 'item')}`;
  return kept < value.length ? `${size}, the first ${formatInteger(kept)} shown` : size;
}

/** Shows one value with its copy button; integers switch between decimal and hex. */
export function LeafValue({ value }: { value: Decoded }) {
  const [hex, setHex] = useState(false);
  const integer = value.kind === 'integer' && /^-?\d+$/.test(value.text);
  const text = integer && hex ? toHex(BigInt(value.text)) : value.text;
  const { reading, text: plain } = fullText(value, DRAWN);
  const missing = value.length - Math.min(text.length, DRAWN);
  if (value.kind === 'address' && missing === 0) {
    return <AddressView address={value.text as Address} name={value.known} form="full" />;
  }
  return (
    // With units, which may come later, it is another element, which takes the place as a whole: no part of it moves.
    <span key={String(reading !== undefined)} className="mono min-w-0 break-all">
      {reading !== undefined && (
        <>
          <bdi>{reading}</bdi> <span className="text-muted">=</span>{' '}
        </>
      )}
      <bdi>{integer && hex ? text : plain}</bdi>
      {!integer && missing > 0 && <span className="text-muted"> … {formatInteger(missing)} more characters</span>}
      {value.hashed && <span className="text-muted"> (keccak256 of the value)</span>}{' '}
      <CopyButton text={text} what={copiedPart(value)} />
      {integer && value.text.length > 1 && (
        <button
          type="button"
          className="ml-1 rounded-s px-1 font-medium font-sans text-[10.5px] text-faint hover:bg-accent-soft hover:text-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          aria-pressed={hex}
          onClick={() => setHex(!hex)}
        >
          hex
        </button>
      )}
    </span>
  );
}

/** Names the value that is copied, and how much of it where the text was cut. */
function copiedPart({ name, text, length }: Decoded): string {
  const what = name === '' ? 'value' : harmlessText(name, 32);
  return text.length < length ? `the first ${formatInteger(text.length)} characters of ${what}` : what;
}

function toHex(integer: bigint): string {
  return integer < 0n ? `-0x${(-integer).toString(16)}` : `0x${integer.toString(16)}`;
}
