/** Token balances and allowances by hand: the network finds the slot by running the token. */
import { useState } from 'react';
import { quantityHex } from '../../../core/chain/hex';
import { readTokenAmount, unitsOf } from '../../../core/simulation/named-overrides';
import { DECIMALS_QUESTION } from '../../../core/simulation/token-slots';
import { type Failure, failure } from '../../../core/values/failure';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { AddressField } from '../../ui/identity/AddressField';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { useWiring } from '../../wiring';
import type { Steered } from './use-virtual-network';

export function TokenCard({ kept, ask }: Steered) {
  const { virtual } = useWiring().workers;
  const [token, setToken] = useState('');
  const [holder, setHolder] = useState('');
  const [spender, setSpender] = useState('');
  const [text, setText] = useState('100 tokens');
  const amount = readTokenAmount(text.trim());
  const isAllowance = spender.trim() !== '';
  async function decimals(): Promise<number> {
    const call = { to: token.trim(), data: DECIMALS_QUESTION };
    const answer = await virtual.request(kept.networkId, 'eth_call', [call, 'latest']);
    return answer.ok && /^0x[0-9a-f]{64}$/.test(String(answer.value)) ? Number(answer.value) : Number.NaN;
  }
  async function set(): Promise<Failure | undefined> {
    if (!amount.ok) return failure('unsupported', amount.error);
    const places = 'tokens' in amount.value ? await decimals() : 0;
    if (!(places <= 77))
      return failure('unsupported', 'The token does not say how many decimals it has; state its smallest unit.');
    const units = unitsOf(amount.value, places);
    if (!units.ok) return failure('unsupported', units.error);
    const failed = await (isAllowance
      ? ask(['anvil_setERC20Allowance', holder.trim(), spender.trim(), token.trim(), quantityHex(units.value)])
      : ask(['anvil_dealERC20', holder.trim(), token.trim(), quantityHex(units.value)]));
    if (failed === undefined) toast({ text: isAllowance ? 'Allowance set' : 'Token balance set', tone: 'success' });
    return failed;
  }
  return (
    <Panel title="Token amount" aside="by hand, after the newest block">
      <Form label="Token amount" className="flex flex-col gap-2.5 p-3" onSubmit={set}>
        <AddressField label="Token" required value={token} onChange={setToken} />
        <AddressField label="Holder" required value={holder} onChange={setHolder} />
        <TextField
          label="New amount"
          required
          value={text}
          error={text.trim() === '' || amount.ok ? undefined : amount.error}
          help="1.5 tokens, a number of the smallest unit, or max"
          onChange={setText}
        />
        <AddressField
          label="Spender"
          value={spender}
          help="For an allowance; nobody for a balance"
          onChange={setSpender}
        />
        <div>
          <SubmitButton variant="plain">Set {isAllowance ? 'allowance' : 'token balance'}</SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
