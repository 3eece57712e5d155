/** Labels of transaction types (spec §3); others are known by number only, save the deposits of OP Stack chains. */
const LABELS: Readonly<Record<number, string>> = {
  0: 'Legacy',
  1: 'EIP-2930',
  2: 'EIP-1559',
  3: 'EIP-4844',
  4: 'EIP-7702',
  126: 'Deposit',
};

/** `2 · EIP-1559`; `106 (0x6a)` for types without a label. */
export function typeLabel(type: number): string {
  const label = LABELS[type];
  return label === undefined ? `${type} (0x${type.toString(16)})` : `${type} · ${label}`;
}
