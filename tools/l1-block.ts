/** What a development node of the OP Stack lacks: the contract that fees for layer 1 go by. */
import type { Hex } from '../src/core/chain/primitives';
import type { Anvil } from './anvil';

const L1_BLOCK = '0x4200000000000000000000000000000000000015';

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

const SLOTS: readonly [bigint, bigint][] = [
  [1n, 1_000_000_000n], // base fee
  [3n, (5227n << 96n) | (1_014_213n << 64n) | 3n], // scalars
  [7n, 10_000_000n], // blob base fee
  [8n, (1000n << 64n) | 5000n], // operator fee
];

/** What prestateTracer would say of L1Block and of those that fees go to, if it said it; their balances are made up. */
export const FEE_ACCOUNTS: Readonly<Record<string, Record<string, unknown>>> = {
  [L1_BLOCK]: { code: '0x00', storage: Object.fromEntries(SLOTS.map((slot) => slot.map(word))) },
  ...Object.fromEntries(['19', '1a', '1b'].map((end) => [`0x42${'00'.repeat(18)}${end}`, { balance: '0x1' }])),
};

/** Gives L1Block what a chain would have there: without it the node charges nothing for data. */
export async function setL1Block(anvil: Pick<Anvil, 'call'>): Promise<void> {
  // An account without code, nonce and ether is not there, and has no storage.
  await anvil.call('anvil_setCode', [L1_BLOCK, '0x00']);
  for (const [slot, value] of SLOTS) await anvil.call('anvil_setStorageAt', [L1_BLOCK, word(slot), word(value)]);
}
