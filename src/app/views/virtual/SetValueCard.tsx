/** Values that no transaction makes: balance, nonce, code, and storage by slot. */
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
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { bytesProblem, wholeProblem, wordOf, wordProblem } from './field-problems';
import type { Steered } from './use-virtual-network';

const WHAT = [
  { value: 'balance', label: 'Balance' },
  { value: 'nonce', label: 'Nonce' },
  { value: 'code', label: 'Code' },
  { value: 'slot', label: 'Storage' },
] as const;
type What = (typeof WHAT)[number]['value'];

export function SetValueCard({ ask, currency }: Steered & { currency: NativeCurrency }) {
  const symbol = harmlessText(currency.symbol, 12);
  const units = [{ symbol, decimals: currency.decimals }, WEI];
  const [what, setWhat] = useState<What>('balance');
  const [address, setAddress] = useState('');
  const [balance, setBalance] = useState({ text: '', unit: symbol });
  const [nonce, setNonce] = useState('');
  const [code, setCode] = useState('');
  const [slot, setSlot] = useState('');
  const [value, setValue] = useState('');
  const account = address.trim();
  const call: Record<What, readonly [string, ...unknown[]]> = {
    balance: ['anvil_setBalance', account, quantityHex(amountOf(balance, units) ?? 0n)],
    nonce: ['anvil_setNonce', account, quantityHex(Number(nonce))],
    code: ['anvil_setCode', account, code.trim()],
    slot: ['anvil_setStorageAt', account, wordOf(slot.trim()), wordOf(value.trim())],
  };
  const label = WHAT.find((each) => each.value === what)?.label ?? '';
  return (
    <Panel title="Set a value" aside="by hand, after the newest block">
      <Form
        label="Set a value"
        className="flex flex-col gap-2.5 p-3"
        onSubmit={async () => {
          const failure = await ask(call[what]);
          if (failure === undefined) toast({ text: `${label} set`, tone: 'success' });
          return failure;
        }}
      >
        <div>
          <Segmented label="What is set" value={what} segments={WHAT} onChange={setWhat} />
        </div>
        <AddressField label="Account to change" required value={address} onChange={setAddress} />
        {what === 'balance' && (
          <AmountField label="New balance" required draft={balance} units={units} onChange={setBalance} />
        )}
        {what === 'nonce' && (
          <TextField
            label="New nonce"
            inputMode="numeric"
            required
            value={nonce}
            error={wholeProblem(nonce, 0, Number.MAX_SAFE_INTEGER)}
            onChange={setNonce}
          />
        )}
        {what === 'code' && (
          <TextArea
            label="New code"
            mono
            rows={3}
            required
            value={code}
            error={bytesProblem(code.trim())}
            help="Runtime bytecode; 0x takes it away"
            onChange={setCode}
          />
        )}
        {what === 'slot' && (
          <>
            <TextField label="Slot" mono required value={slot} error={wordProblem(slot.trim())} onChange={setSlot} />
            <TextField
              label="Value"
              mono
              required
              value={value}
              error={wordProblem(value.trim())}
              onChange={setValue}
            />
          </>
        )}
        <div>
          <SubmitButton variant="plain">Set {label.toLowerCase()}</SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
