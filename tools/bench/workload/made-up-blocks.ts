/**
 * Blocks of a chain that does not exist, the same at every call: ten
 * transactions each, each with three transfers. Every tenth transaction has to
 * do with one busy address, the others with fifty thousand.
 */

import { wordHex } from '../../../src/core/chain/hex';
import type { Address, Hash, NetworkId, Selector } from '../../../src/core/chain/primitives';
import type { TransactionSummary } from '../../../src/core/chain/summaries';
import type { Log } from '../../../src/core/chain/transaction';
import type { TokenSummary } from '../../../src/core/tokens/token-summary';
import { readBlockTransfers } from '../../../src/core/tokens/token-transfers';
import type { IndexedBlock } from '../../../src/db/chain-index/index-blocks';

export const NETWORK = 990_099 as NetworkId;
export const TRANSACTIONS = 10;
export const TRANSFERS = 3;
const ADDRESSES = 50_000;
const FUNGIBLE = 400;
const COLLECTIONS = 100;
const ITEMS = 10_000;
/** Seconds since the epoch. */
const BEGINNING = 1_600_000_000;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hash;
const WORDS = ['Harbor', 'Lantern', 'Quartz', 'Meadow', 'Copper', 'Falcon', 'Juniper', 'Marble', 'Orbit', 'Pepper'];

/** Has to do with every tenth transaction. */
export const BUSY = addressOf(1);

/** Returns the tokens of the made-up blocks, as their contracts would describe themselves. */
export function madeUpTokens(): readonly TokenSummary[] {
  return Array.from({ length: FUNGIBLE + COLLECTIONS }, (_, at) => ({
    networkId: NETWORK,
    address: tokenOf(at),
    standard: at < FUNGIBLE ? ('ERC-20' as const) : ('ERC-721' as const),
    symbol: `${WORDS[at % 10]?.slice(0, 3).toUpperCase()}${at}`,
    name: `${WORDS[at % 10]} ${WORDS[Math.floor(at / 10) % 10]} ${at}`,
    ...(at < FUNGIBLE ? { decimals: 18 } : {}),
  }));
}

/** Returns so many blocks from the number `first` on, ascending. */
export function madeUpBlocks(first: number, blocks: number): readonly IndexedBlock[] {
  return Array.from({ length: blocks }, (_, at) => madeUpBlock(first + at));
}

function madeUpBlock(number: number): IndexedBlock {
  const hash = hashOf('b', number);
  const timestamp = BEGINNING + number * 12;
  const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => {
    const at = number * TRANSACTIONS + index;
    const summary: TransactionSummary = {
      networkId: NETWORK,
      hash: hashOf('c', at),
      from: partyOf(at),
      to: tokenOf(mix(at) % (FUNGIBLE + COLLECTIONS)),
      value: BigInt(mix(at + 1)) * 1_000_000n,
      selector: `0x${(mix(at % 40) >>> 0).toString(16).padStart(8, '0')}` as Selector,
      gas: 120_000,
      blockHash: hash,
      blockNumber: number,
      index,
      timestamp,
      status: mix(at + 2) % 20 === 0 ? 'failed' : 'success',
      gasUsed: 50_000 + (mix(at + 3) % 60_000),
      fee: BigInt(mix(at + 4)) * 1_000n,
    };
    return { summary, logs: Array.from({ length: TRANSFERS }, (_, log) => logOf(at, log, index * TRANSFERS + log)) };
  });
  const receipts = transactions.map(({ logs }, index) => ({ index, logs }));
  return {
    summary: {
      networkId: NETWORK,
      number,
      hash,
      parentHash: hashOf('b', number - 1),
      timestamp,
      miner: addressOf(2),
      transactionCount: TRANSACTIONS,
      gasUsed: 900_000,
      gasLimit: 30_000_000,
      baseFeePerGas: 1_000_000_000n,
    },
    transactions,
    transfers: readBlockTransfers(number, receipts, () => ({ symbol: 'T', decimals: 18 })),
  };
}

/** The first log of a transaction is of its sender; every third is of an item. */
function logOf(transaction: number, log: number, logIndex: number): Log {
  const at = transaction * TRANSFERS + log;
  const isItem = log === TRANSFERS - 1;
  const token = tokenOf(isItem ? FUNGIBLE + (mix(at) % COLLECTIONS) : mix(at) % FUNGIBLE);
  const from = log === 1 ? addressOf(3 + (mix(at + 5) % ADDRESSES)) : partyOf(transaction);
  const to = addressOf(3 + (mix(at + 6) % ADDRESSES));
  const topics = [TRANSFER, topicOf(from), topicOf(to)];
  if (isItem) return { address: token, topics: [...topics, wordHex(mix(at + 7) % ITEMS)], data: '0x', logIndex };
  return { address: token, topics, data: wordHex(mix(at + 8)), logIndex };
}

function partyOf(transaction: number): Address {
  return transaction % 10 === 0 ? BUSY : addressOf(3 + (mix(transaction) % ADDRESSES));
}

function tokenOf(at: number): Address {
  return addressOf(ADDRESSES * 2 + at);
}

/** A number that looks random, the same for the same seed (the finaliser of MurmurHash3). */
function mix(seed: number): number {
  let value = (seed + 0x9e3779b9) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Spread like real addresses, so that keys of neighbours do not share their beginnings. */
function addressOf(at: number): Address {
  return `0x${[0, 1, 2, 3, 4]
    .map((part) =>
      mix(at * 5 + part)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')}` as Address;
}

function hashOf(kind: 'b' | 'c', at: number): Hash {
  const digits = [1, 2, 3, 4, 5, 6, 7]
    .map((part) =>
      mix(at * 8 + part)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return `0x${kind}${(at + 1).toString(16).padStart(7, '0')}${digits}` as Hash;
}

function topicOf(address: Address): Hash {
  return `0x${address.slice(2).padStart(64, '0')}` as Hash;
}
