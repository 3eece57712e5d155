/** What the hosted API says an account has: its worth, and the balance itself where no endpoint tells it. */
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { formatPrice } from '../../../core/format/prices';
import { harmlessText } from '../../../core/text/harmless';
import { Fact } from '../../ui/Facts';
import { AmountView } from '../../ui/identity/AmountView';
import { useHost } from './use-host';

/** Digits of a price in a tooltip. */
const EXACT = 20;

type Props = {
  networkId: NetworkId;
  address: Address;
  currency: NativeCurrency;
  /** Whether an endpoint told the balance. */
  isKnown: boolean;
};

export function HostBalance({ networkId, address, currency, isKnown }: Props) {
  const answer = useHost<'balance'>({ of: 'balance', networkId, address });
  if (answer.state !== 'here' || answer.value?.told === undefined) return null;
  const { host, told } = answer.value;
  const origin = <span className="font-normal text-muted">from {harmlessText(host, 60)}</span>;
  return (
    <>
      {!isKnown && (
        <Fact label="Balance at the hosted API">
          <AmountView wei={told.balance} currency={currency} /> {origin}
        </Fact>
      )}
      {told.dollars !== undefined && (
        <Fact label="Value">
          <span
            title={
              told.dollarsPerUnit === undefined
                ? undefined
                : `${formatPrice(told.dollarsPerUnit, EXACT)} each, as ${harmlessText(host, 60)} says`
            }
          >
            {formatPrice(told.dollars)}
          </span>{' '}
          {origin}
        </Fact>
      )}
    </>
  );
}
