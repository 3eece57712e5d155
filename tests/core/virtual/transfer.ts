/** Transactions for chains in tests: nobody signs them. */
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { hashOf, type RawTransaction } from '../../../src/core/chain/raw-transaction';
import type { EthereumTransaction } from '../../../src/core/chain/transaction';
import type { SealedTransaction } from '../../../src/core/virtual/block-execution';
import type { VirtualChain } from '../../../src/core/virtual/virtual-chain';

export const ALICE = `0x${'a1'.repeat(20)}` as Address;
export const BOB = `0x${'b0'.repeat(20)}` as Address;

export type Sent = {
  from?: Address;
  nonce: number;
  to?: Address | undefined;
  value?: bigint;
  input?: Hex;
  gas?: number;
  tip?: bigint;
};

/** A fee-market transaction that pays twice the first base fee at most. */
export function send(chain: VirtualChain, sent: Sent): SealedTransaction {
  const { from = ALICE, nonce, to, value = 0n, input = '0x', gas = 100_000, tip = 1n } = sent;
  const raw: RawTransaction = {
    type: 2,
    ...(to === undefined ? {} : { to }),
    nonce,
    value,
    input,
    gas,
    chainId: chain.networkId,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: tip,
    accessList: [],
  };
  const hash = hashOf({ ...raw, value: raw.value * 1000n + BigInt(from) }) as Hash;
  const transaction = { ...raw, networkId: chain.networkId, hash, from } as EthereumTransaction;
  return { transaction, isUnsigned: true };
}
