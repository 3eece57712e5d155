/** Amounts of tokens set by hand: the slot is found by running the token on a copy of the state, and then written. */

import { hexToBytes } from '../../chain/hex';
import { toEnvironment } from '../../evm/transaction/chain-input';
import type { Execution } from '../../evm/transaction/execution';
import type { TokenAmount } from '../../simulation/named-overrides';
import { placeAmount } from '../../simulation/place-amount';
import { knownAccount, runSupplied } from '../state-source';
import { addressOf, bigQuantityOf } from './parameters';
import type { Method } from './reads';
import { RpcCode, RpcError } from './rpc-error';
import { setStorageAt, tenderlyChange } from './set-state';
import type { VirtualNode } from './virtual-node';

async function setAmount(node: VirtualNode, asked: TokenAmount): Promise<void> {
  const { chain } = node;
  const { supplier } = chain;
  const state = chain.stateAfter(chain.number);
  for (const address of [asked.token, asked.holder]) await knownAccount(state, supplier, hexToBytes(address));
  state.beginTransaction();
  const draft = chain.draft();
  const environment = toEnvironment(draft, chain.rulesOf(draft), supplier.hashes);
  const placed = await placeAmount(
    {
      state,
      environment,
      async run(execution: Execution) {
        await runSupplied(execution, state, supplier);
        return undefined;
      },
      async supplyMissing() {
        await supplier.supply(state);
        return undefined;
      },
    },
    asked,
  );
  if (!placed.ok) throw new RpcError(RpcCode.server, placed.error.message);
  if (!placed.value.ok) throw new RpcError(RpcCode.server, placed.value.error);
  const { address, key, value } = placed.value.value;
  await setStorageAt(node, address, key, value);
}

const amount = (units: unknown) => ({ units: bigQuantityOf(units, 'amount') });

const deal: Method = async (node, [holder, token, units]) => {
  await setAmount(node, { token: addressOf(token), holder: addressOf(holder), amount: amount(units) });
  return null;
};

/** Named as Anvil and Tenderly name them, each with its own order of parameters. */
export const TOKENS: Readonly<Record<string, Method>> = {
  anvil_dealERC20: deal,
  hardhat_dealERC20: deal,
  anvil_setERC20Allowance: async (node, [owner, spender, token, units]) => {
    await setAmount(node, {
      token: addressOf(token),
      holder: addressOf(owner),
      spender: addressOf(spender),
      amount: amount(units),
    });
    return null;
  },
  tenderly_setErc20Balance: (node, [token, holders, units]) =>
    tenderlyChange(node, holders, (holder) =>
      setAmount(node, { token: addressOf(token), holder: addressOf(holder), amount: amount(units) }),
    ),
};
