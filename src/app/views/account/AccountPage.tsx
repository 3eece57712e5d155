import type { Address } from '../../../core/chain/primitives';
export function AccountPage({ text }: { kind: 'wallet' | 'contract'; text: string | Address }) {
  return <h1>{text}</h1>;
}
