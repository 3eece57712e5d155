/**
 * Transactions that nobody signed for themselves: the protocol of a chain puts
 * them into its blocks. Sources: ethereum-optimism/specs, protocol/deposits.md
 * and protocol/{ecotone,fjord,isthmus,jovian}/derivation.md (senders of network
 * upgrade transactions), protocol/lagoon/post-exec.md; docs.base.org, upgrades, Denim (BaseTime);
 * OffchainLabs/go-ethereum, core/types/arb_types.go; scroll-tech/go-ethereum,
 * core/types/l1_message_tx.go; taikoxyz/taiko-geth, core/taiko_genesis.go;
 * 0xPolygon/bor, core/types/bor_receipt.go (PIP-74); bnb-chain/bsc,
 * consensus/parlia/parlia.go; berachain/BRIPs, BRIP-0004.
 */
import type { Address, NetworkId } from './primitives';
import { SYSTEM_ADDRESS } from './system-address';
import type { RollupFields } from './transaction';
import { ZERO_ADDRESS } from './zero-address';

/** `name` for lists; `sentence` says what it is for. */
export type PseudoTransaction = { name: string; sentence: string };

/** Lists have no type and no fields of rollups. */
type Told = {
  networkId: NetworkId;
  from: Address;
  to?: Address | undefined;
  gas: number;
  type?: number;
  rollup?: RollupFields | undefined;
};

/** The numbers by which rows of lists keep what made a transaction: none may get another meaning. */
const KIND = {
  l1Attributes: 1,
  deposit: 2,
  l1Message: 3,
  anchor: 4,
  stateSync: 5,
  system: 6,
  blockStart: 7,
  arbitrumDeposit: 8,
  accountMessage: 9,
  contractMessage: 10,
  redeem: 11,
  retryableTicket: 12,
  blockTime: 13,
  upgrade: 14,
  liquidity: 15,
  postExecution: 16,
} as const;

/** Names and sentences of the kinds. */
const KINDS: Readonly<Record<number, PseudoTransaction>> = {
  [KIND.l1Attributes]: {
    name: 'L1 attributes',
    sentence:
      'The chain itself made it, as the first of every block: it tells contracts of the newest block of layer 1.',
  },
  [KIND.deposit]: {
    name: 'Deposit',
    sentence: 'It was sent on layer 1, which stands in for a signature. Its gas was paid there.',
  },
  [KIND.l1Message]: {
    name: 'L1 message',
    sentence: 'It was sent on layer 1, which stands in for a signature, and pays nothing here.',
  },
  [KIND.anchor]: {
    name: 'Anchor',
    sentence:
      'The first of every block: it tells the chain of layer 1, with a key that everybody knows, and pays nothing.',
  },
  [KIND.stateSync]: {
    name: 'State sync',
    sentence: 'The protocol brings in what happened on Ethereum. It has no sender and no execution of its own.',
  },
  [KIND.system]: {
    name: 'System',
    sentence: 'Who made the block sent it, as the protocol asks for: it pays nothing and has no limit of gas.',
  },
  [KIND.blockStart]: {
    name: 'Block start',
    sentence: 'ArbOS made it, as the first of every block: it keeps the books of the chain and executes no code.',
  },
  [KIND.arbitrumDeposit]: { name: 'Deposit', sentence: 'Ether that was sent on layer 1. No code runs.' },
  [KIND.accountMessage]: {
    name: 'L1 message',
    sentence: 'An account sent it on layer 1, which stands in for a signature.',
  },
  [KIND.contractMessage]: {
    name: 'L1 message',
    sentence: 'A contract sent it on layer 1, which stands in for a signature.',
  },
  [KIND.redeem]: { name: 'Redeem', sentence: 'The try of a retryable ticket: what it calls was asked for on layer 1.' },
  [KIND.retryableTicket]: {
    name: 'Retryable ticket',
    sentence: 'A call that was asked for on layer 1 is kept, to be tried by others.',
  },
  [KIND.blockTime]: {
    name: 'Block time',
    sentence: 'The chain itself made it, as the second of every block: it tells contracts of the milliseconds.',
  },
  [KIND.upgrade]: {
    name: 'Upgrade',
    sentence: 'The chain itself made it, in the first block of a fork.',
  },
  [KIND.liquidity]: {
    name: 'Proof of liquidity',
    sentence: 'The chain itself made it, as the first of every block: it shares out what validators earn.',
  },
  [KIND.postExecution]: {
    name: 'Post-execution',
    sentence: 'It lists gas that transactions of the block are given back. No code runs.',
  },
};

/** What made a transaction, as rows of lists keep it; 0 where an account did. */
export type PseudoKind = 0 | (typeof KIND)[keyof typeof KIND];

/** Kinds by type (core/types/arb_types.go). */
const ARBITRUM: Readonly<Record<number, PseudoKind>> = {
  100: KIND.arbitrumDeposit,
  101: KIND.accountMessage,
  102: KIND.contractMessage,
  104: KIND.redeem,
  105: KIND.retryableTicket,
  106: KIND.blockStart,
};

/** Who sends what the OP Stack tells its contracts, and whom it tells of layer 1 and, on Base, of the time. */
const DEPOSITOR = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001' as Address;
const L1_BLOCK = '0x4200000000000000000000000000000000000015' as Address;
const BASE_TIME = '0x4200000000000000000000000000000000000030' as Address;
/** Who else sends transactions of upgrades there: nobody, accounts without keys, and who deploys EIP-4788 and EIP-2935. */
const UPGRADERS = /^0x(0{40}|42100{34}|0b799c86a49deeb9|3462413af4609098)/;
const ARBOS = '0x00000000000000000000000000000000000a4b05' as Address;
const GOLDEN_TOUCH = '0x0000777735367b36bc9b61c50022d9d0700db4ec' as Address;
const TAIKO: readonly number[] = [167000, 167013];
const POLYGON: readonly number[] = [137, 80002];
const BNB_SMART_CHAIN: readonly number[] = [56, 97];
const BERACHAIN: readonly number[] = [80094, 80069];
/** 2^63 - 1 as a number rounds it. */
const NO_LIMIT = 2 ** 63;

/** Returns the kind of a transaction that no account made; 0 for all others, and where what is known does not tell. */
export function pseudoKind({ networkId, from, to, gas, type, rollup }: Told): PseudoKind {
  if (from === DEPOSITOR) return toldBy(to);
  if (from === ARBOS) return KIND.blockStart;
  if (from === GOLDEN_TOUCH && TAIKO.includes(networkId)) return KIND.anchor;
  if (POLYGON.includes(networkId) && (type === 0x7f || (from === ZERO_ADDRESS && to === ZERO_ADDRESS && gas === 0)))
    return KIND.stateSync;
  if (BNB_SMART_CHAIN.includes(networkId) && gas === NO_LIMIT) return KIND.system;
  if (BERACHAIN.includes(networkId) && from === SYSTEM_ADDRESS) return KIND.liquidity;
  if (type === 0x7d && gas === 0) return KIND.postExecution;
  if (type === 0x7e && rollup?.queueIndex !== undefined) return KIND.l1Message;
  if (type === 0x7e && rollup?.sourceHash !== undefined) return UPGRADERS.test(from) ? KIND.upgrade : KIND.deposit;
  return (type === undefined ? undefined : ARBITRUM[type]) ?? 0;
}

function toldBy(to: Address | undefined): PseudoKind {
  if (to === BASE_TIME) return KIND.blockTime;
  return to === L1_BLOCK ? KIND.l1Attributes : KIND.upgrade;
}

/** Returns what made the transaction, where no account did; `pseudo` is what a list keeps of it. */
export function pseudoTransaction(told: Told & { pseudo?: PseudoKind }): PseudoTransaction | undefined {
  return KINDS[told.pseudo ?? pseudoKind(told)];
}
