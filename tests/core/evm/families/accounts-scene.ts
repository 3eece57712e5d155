/** Transactions on chains of a family: accounts that are named are there, every other one is not, and slots are zero unless stated. */
import type { BlockEnvironment } from '../../../../src/core/evm/environment';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { Execution } from '../../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../../src/core/evm/transaction/transaction-input';
import { toBigInt } from '../../../../src/core/evm/words/words';
import { BLOCK, bytes, limbs, transaction } from '../scene';

export type Account = { balance?: bigint; nonce?: bigint; code?: string; slots?: Readonly<Record<string, bigint>> };

/** An execution that has ended, and what it left. */
export type Executed = {
  execution: Execution;
  balance: (address: Uint8Array) => bigint;
  /** In order. */
  logs: { address: string; topics: string[]; data: string }[];
};

export const hexOf = (value: Uint8Array) => `0x${Buffer.from(value).toString('hex')}`;

/** Executes a transaction under the rules of a chain. Accounts go by their address in hex without 0x. */
export function execute(
  rules: ChainRules,
  accounts: Readonly<Record<string, Account>>,
  more: Partial<TransactionInput>,
  block: Partial<BlockEnvironment> = {},
): Executed {
  const state = new State();
  const environment: BlockEnvironment = {
    ...BLOCK,
    fork: rules.fork,
    blobs: rules.blobs,
    ...(rules.protocol && { protocol: rules.protocol }),
    ...block,
  };
  const execution = new Execution(state, environment, transaction(more), undefined);
  while (execution.run(1_000_000) !== Stop.done) {
    const { missing } = state;
    if (missing?.kind === 'account') {
      const given = accounts[hexOf(missing.address).slice(2)];
      state.supplyAccount(missing.address, {
        balance: limbs(given?.balance ?? 0n),
        nonce: given?.nonce ?? 0n,
        code: bytes(given?.code ?? ''),
        exists: given !== undefined,
      });
    } else if (missing?.kind === 'slot') {
      const value = accounts[hexOf(missing.address).slice(2)]?.slots?.[hexOf(missing.key)] ?? 0n;
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, bytes(value.toString(16).padStart(64, '0')));
    } else throw new Error(`missing: ${JSON.stringify(missing)}`);
  }
  if (execution.invalid !== undefined) throw new Error(execution.invalid);
  return {
    execution,
    balance: (address) => toBigInt(state.balance, state.indexOfAddress(address) << 3),
    logs: (execution.result?.logs ?? []).map(({ address, topics, topicCount, data }) => ({
      address: hexOf(state.addressBytes(address)),
      topics: Array.from(
        { length: topicCount },
        (_, i) =>
          `0x${toBigInt(topics, i * 8)
            .toString(16)
            .padStart(64, '0')}`,
      ),
      data: hexOf(data),
    })),
  };
}
