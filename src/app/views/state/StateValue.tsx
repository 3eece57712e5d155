import type { Decoded } from '../../../core/abi/decoded';
import type { Address } from '../../../core/chain/primitives';
import { groupInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { AddressView } from '../../ui/identity/AddressView';
import { amountOf } from '../trace/row-format';

/** Shows a value as its type reads. */
export function StateValue({ value }: { value: Decoded }) {
  if (value.kind === 'address') return <AddressView address={value.text as Address} name={value.known} />;
  const text = harmlessText(value.text, 400);
  const amount = amountOf(value);
  if (amount) return <span title={`${amount.exact}\n${value.text}`}>{amount.text}</span>;
  const shown = value.kind === 'string' ? `"${text}"` : value.kind === 'integer' ? groupInteger(text) : text;
  return <span title={value.type}>{shown}</span>;
}
