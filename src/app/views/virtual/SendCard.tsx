/** A transaction from an account that the network sends for. Calls by the names of functions are made where a contract is written. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { quantityHex } from '../../../core/chain/hex';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Address, Hash } from '../../../core/chain/primitives';
import { WEI } from '../../../core/chain/units';
import { formatAmount } from '../../../core/format/amounts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { ErrorState } from '../../ui/ErrorState';
import { Form } from '../../ui/form/Form';
import { FormField } from '../../ui/form/FormField';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { AddressField } from '../../ui/identity/AddressField';
import { AmountField, amountOf } from '../../ui/identity/AmountField';
import { useIdentityLinks } from '../../ui/identity/links';
import { Panel } from '../../ui/Panel';
import { Select } from '../../ui/Select';
import { TextField } from '../../ui/TextField';
import { useLoaded } from '../../use-loaded';
import { useChainApi, useWiring } from '../../wiring';
import { bytesProblem } from './field-problems';
import type { Steered } from './use-virtual-network';

export function SendCard({ kept, currency }: Steered & { currency: NativeCurrency }) {
  const { virtual } = useWiring().workers;
  const chain = useChainApi();
  const links = useIdentityLinks();
  const symbol = harmlessText(currency.symbol, 12);
  const units = [{ symbol, decimals: currency.decimals }, WEI];
  const { networkId, impersonated } = kept;
  const accounts = useLoaded(`accounts ${networkId} ${impersonated.join()}`, () => chain.nodeAccounts(networkId));
  const [from, setFrom] = useState<Address>();
  const [to, setTo] = useState('');
  const [amount, setAmount] = useState({ text: '', unit: symbol });
  const [data, setData] = useState('');
  const [sent, setSent] = useState<Hash>();
  const listed = accounts?.ok ? accounts.value : [];
  const balances = useLoaded(
    listed.length === 0 ? undefined : `balances ${networkId} ${listed.join()}`,
    () => Promise.all(listed.map((account) => virtual.request(networkId, 'eth_getBalance', [account, 'latest']))),
    { version: kept },
  );
  const balanceOf = (index: number) => {
    const answer = balances?.[index];
    if (answer?.ok !== true || typeof answer.value !== 'string') return '';
    return `, ${formatAmount(BigInt(answer.value), currency.decimals)} ${symbol}`;
  };
  const sender = listed.find((each) => each === from) ?? listed[0];
  async function send(): Promise<Failure | undefined> {
    setSent(undefined);
    const value = quantityHex(amountOf(amount, units) ?? 0n);
    const request = { from: sender, to: to.trim(), value, ...(data !== '' && { data: data.trim() }) };
    const answer = await virtual.request(networkId, 'eth_sendTransaction', [request]);
    if (!answer.ok) return answer.error;
    setSent(answer.value as Hash);
    return undefined;
  }
  return (
    <Panel title="Send" aside="from an unlocked account">
      <Form label="Send" className="flex flex-col gap-2.5 p-3" onSubmit={send}>
        <FormField label="From" empty={sender === undefined}>
          {(control) => (
            <Select
              label="From"
              control={control}
              value={sender}
              choices={listed.map((value, index) => ({
                value,
                label: `${impersonated.includes(value) ? 'Impersonated' : `Account ${index}`} ${shorten(value)}${balanceOf(index)}`,
              }))}
              onChange={setFrom}
            />
          )}
        </FormField>
        {accounts?.ok === false && <ErrorState compact failure={accounts.error} />}
        <AddressField label="To" required value={to} onChange={setTo} />
        <TextField
          mono
          label="Calldata"
          value={data}
          placeholder="0x"
          error={bytesProblem(data.trim())}
          onChange={setData}
        />
        <AmountField label="Value" required draft={amount} units={units} onChange={setAmount} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton busyLabel="Sending" disabled={sender === undefined}>
            Send {amount.text || '0'} {amount.unit}
          </SubmitButton>
          {sent !== undefined && links && (
            <span role="status">
              Sent:{' '}
              <Link {...links.transaction(sent)} className="link">
                View transaction
              </Link>
              {!kept.isAutomatic && ', which waits for a block'}
            </span>
          )}
        </div>
      </Form>
    </Panel>
  );
}
