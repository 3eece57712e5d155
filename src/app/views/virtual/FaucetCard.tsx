/** Coins from nowhere. */
import { useState } from 'react';
import { quantityHex } from '../../../core/chain/hex';
import type { NativeCurrency } from '../../../core/chain/network';
import { WEI } from '../../../core/chain/units';
import { harmlessText } from '../../../core/text/harmless';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { AddressField } from '../../ui/identity/AddressField';
import { AmountField, amountOf } from '../../ui/identity/AmountField';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import type { Steered } from './use-virtual-network';

export function FaucetCard({ ask, currency }: Steered & { currency: NativeCurrency }) {
  const symbol = harmlessText(currency.symbol, 12);
  const units = [{ symbol, decimals: currency.decimals }, WEI];
  const [address, setAddress] = useState('');
  const [amount, setAmount] = useState({ text: '100', unit: symbol });
  const wei = amountOf(amount, units);
  return (
    <Panel title="Faucet" aside="no transaction, added to what is there">
      <Form
        label="Faucet"
        className="flex flex-col gap-2.5 p-3"
        onSubmit={async () => {
          const failure = await ask(['anvil_addBalance', address.trim(), quantityHex(wei ?? 0n)]);
          if (failure === undefined) toast({ text: `${amount.text} ${amount.unit} given`, tone: 'success' });
          return failure;
        }}
      >
        <AddressField label="Account" required value={address} onChange={setAddress} />
        <AmountField label="Amount" required draft={amount} units={units} onChange={setAmount} />
        <div>
          <SubmitButton busyLabel="Giving">
            Give {amount.text} {amount.unit}
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
