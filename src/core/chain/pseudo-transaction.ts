/**
 * Transactions that nobody signed for themselves: the protocol of a chain puts
 * them into its blocks. Sources: ethereum-optimism/specs, protocol/deposits.md;
 * OffchainLabs/go-ethereum, core/types/arb_types.go; scroll-tech/go-ethereum,
 * core/types/l1_message_tx.go; taikoxyz/taiko-geth, core/taiko_genesis.go;
 * 0xPolygon/bor, core/types/bor_receipt.go (PIP-74); bnb-chain/bsc,
 * consensus/parlia/parlia.go.
 */
import type { Address, NetworkId } from './primitives';
import type { RollupFields } from './transaction';
import { ZERO_ADDRESS } from './zero-address';

/** `name` for lists; `sentence` says what it is for. */
export type PseudoTransaction = { name: string; sentence: string };

/** The least that tells: lists have no type and no fields of rollups. */
type Told = {
  networkId: NetworkId;
  from: Address;
  to?: Address | undefined;
  gas: number;
  type?: number;
  rollup?: RollupFields | undefined;
};

const L1_ATTRIBUTES: PseudoTransaction = {
  name: 'L1 attributes',
  sentence: 'The chain itself made it, as the first of every block: it tells contracts of the newest block of layer 1.',
};
const DEPOSIT: PseudoTransaction = {
  name: 'Deposit',
  sentence: 'It was sent on layer 1, which stands in for a signature. Its gas was paid there.',
};
const L1_MESSAGE: PseudoTransaction = {
  name: 'L1 message',
  sentence: 'It was sent on layer 1, which stands in for a signature, and pays nothing here.',
};
const ANCHOR: PseudoTransaction = {
  name: 'Anchor',
  sentence:
    'The first of every block: it tells the chain of layer 1, with a key that everybody knows, and pays nothing.',
};
const STATE_SYNC: PseudoTransaction = {
  name: 'State sync',
  sentence: 'The protocol brings in what happened on Ethereum. It has no sender and no execution of its own.',
};
const SYSTEM: PseudoTransaction = {
  name: 'System',
  sentence: 'Who made the block sent it, as the protocol asks for: it pays nothing and has no limit of gas.',
};
const BLOCK_START: PseudoTransaction = {
  name: 'Block start',
  sentence: 'ArbOS made it, as the first of every block: it keeps the books of the chain and executes no code.',
};
const ARBITRUM: Readonly<Record<number, PseudoTransaction>> = {
  100: { name: 'Deposit', sentence: 'Ether that was sent on layer 1. No code runs.' },
  101: { name: 'L1 message', sentence: 'An account sent it on layer 1, which stands in for a signature.' },
  102: { name: 'L1 message', sentence: 'A contract sent it on layer 1, which stands in for a signature.' },
  104: { name: 'Redeem', sentence: 'The try of a retryable ticket: what it calls was asked for on layer 1.' },
  105: { name: 'Retryable ticket', sentence: 'A call that was asked for on layer 1 is kept, to be tried by others.' },
  106: BLOCK_START,
};

const L1_ATTRIBUTES_SENDER = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001' as Address;
const ARBOS = '0x00000000000000000000000000000000000a4b05' as Address;
const GOLDEN_TOUCH = '0x0000777735367b36bc9b61c50022d9d0700db4ec' as Address;
const TAIKO: readonly number[] = [167000, 167013];
const POLYGON: readonly number[] = [137, 80002];
const BNB_SMART_CHAIN: readonly number[] = [56, 97];
/** 2^63 - 1 as a number rounds it. */
const NO_LIMIT = 2 ** 63;

/** Returns what made the transaction, where no account did; undefined for all others, and where what is known does not tell. */
export function pseudoTransaction({ networkId, from, to, gas, type, rollup }: Told): PseudoTransaction | undefined {
  if (from === L1_ATTRIBUTES_SENDER) return L1_ATTRIBUTES;
  if (from === ARBOS) return BLOCK_START;
  if (from === GOLDEN_TOUCH && TAIKO.includes(networkId)) return ANCHOR;
  if (POLYGON.includes(networkId) && (type === 0x7f || (from === ZERO_ADDRESS && to === ZERO_ADDRESS && gas === 0)))
    return STATE_SYNC;
  if (BNB_SMART_CHAIN.includes(networkId) && gas === NO_LIMIT) return SYSTEM;
  if (type === 0x7e && rollup?.queueIndex !== undefined) return L1_MESSAGE;
  if (type === 0x7e && rollup?.sourceHash !== undefined) return DEPOSIT;
  return type === undefined ? undefined : ARBITRUM[type];
}
