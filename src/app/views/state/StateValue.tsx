import type { Decoded } from '../../../core/abi/decoded';
import { amountOf, cutValue } from '../../../core/abi/value-text';
import type { Address } from '../../../core/chain/primitives';
import { AddressView } from '../../ui/identity/AddressView';

/** Characters of a value. */
const ROOM = 400;

/** Shows a value as its type reads. */
export function StateValue({ value }: { value: Decoded }) {
  if (value.kind === 'address') return <AddressView address={value.text as Address} name={value.known} />;
  const exact = amountOf(value)?.exact ?? value.declared ?? value.type;
  const title = value.token || value.member ? `${exact}\n${value.text}` : value.type;
  return <span title={title}>{cutValue(value, ROOM).text}</span>;
}
