/**
 * Token transfers, as logs tell them: the events of ERC-20, ERC-721 with
 * ERC-2309, ERC-777, ERC-1155 and ERC-6909, and WETH9's Deposit and Withdrawal,
 * which stand for a mint and a burn. The logs of a receipt are of what happened and stayed: a
 * failed transaction has none.
 */
import type { Address, Hash, Hex } from '../chain/primitives';
import { SYSTEM_ADDRESS } from '../chain/system-address';
import type { TokenStandard } from '../chain/token-standard';
import {
  BURNED,
  CONSECUTIVE_TRANSFER,
  DEPOSIT,
  hasItems,
  MINTED,
  SENT,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_OF_ID,
  TRANSFER_SINGLE,
  WITHDRAWAL,
} from '../chain/token-standard';
import type { Log } from '../chain/transaction';
import { ZERO_ADDRESS } from '../chain/zero-address';

/** Fungible tokens and items that can be told apart are listed apart. */
export type TransferKind = 'erc20' | 'nft';

/** What one log says; a batch of ERC-1155 says several. */
export type LogTransfer = {
  standard: TokenStandard;
  token: Address;
  /** For tokens other than ERC-20: the id of the item. Absent for ERC-20. */
  tokenId?: bigint;
  /** The zero address where tokens are made. */
  from: Address;
  /** The zero address where tokens are destroyed. */
  to: Address;
  /** Amount in the token's smallest unit; 1 for an ERC-721. */
  amount: bigint;
  /**
   * For a Deposit or Withdrawal, which other contracts use for other things, and for ERC-777's events: the transfer
   * counts only where `token` is a token, and no Transfer beside says the same.
   */
  wrapping?: true;
  /** The event indexes nothing, so it does not say whether `amount` is one or the id of an item. */
  unclear?: true;
};

/** Words of a token that tell whether its transfers are of amounts or of items. */
type TokenWords = { symbol?: string; decimals?: number };

/** A transfer at its place in the chain. */
export type TokenTransfer = Omit<LogTransfer, 'wrapping' | 'unclear'> & {
  blockNumber: number;
  /** Place in the block, in the order of the logs and of the items of a batch. */
  position: number;
  /** Index of the transaction in its block. */
  transactionIndex: number;
};

/** The first topics of logs that `readLogTransfers` reads. */
export const TRANSFER_EVENTS: ReadonlySet<string> = new Set([
  ...[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH],
  ...[TRANSFER_OF_ID, CONSECUTIVE_TRANSFER, DEPOSIT, WITHDRAWAL],
  ...[SENT, MINTED, BURNED],
]);

const PADDING = '0'.repeat(24);
/** Hex digits of a word. */
const WORD = 64;
/** Items of one log that are read: a batch of more costs more gas than a block has, and an implementation of ERC-2309 allows 5,000. */
export const MAX_BATCH_ITEMS = 16_384;

export function kindOf(standard: TokenStandard): TransferKind {
  return standard === 'ERC-20' ? 'erc20' : 'nft';
}

/** Reads the transfers that a log tells of; none where it is no transfer, is damaged, or tells of ether (EIP-7708). */
export function readLogTransfers({
  address: token,
  topics,
  data,
}: Pick<Log, 'address' | 'topics' | 'data'>): LogTransfer[] {
  if (token === SYSTEM_ADDRESS) return [];
  const [event] = topics;
  const digits = data.slice(2);
  switch (event) {
    case TRANSFER:
      if (topics.length === 4) return itemTransfer(token, topics);
      return topics.length === 1 ? unclearTransfer(token, digits) : fungibleTransfer(token, topics, digits);
    case TRANSFER_SINGLE:
      return digits.length < 2 * WORD ? [] : batch(token, topics, [wordAt(digits, 0)], [wordAt(digits, 1)]);
    case TRANSFER_BATCH:
      return batch(token, topics, listAt(digits, 0), listAt(digits, 1));
    case TRANSFER_OF_ID: {
      const [, from, to] = topics.map(addressOf);
      if (topics.length !== 4 || from === undefined || to === undefined || digits.length !== 2 * WORD) return [];
      const tokenId = BigInt(topics[3] ?? 0);
      return [{ standard: 'ERC-6909', token, tokenId, from, to, amount: wordAt(digits, 1) }];
    }
    case CONSECUTIVE_TRANSFER:
      return consecutive(token, topics, digits);
    case DEPOSIT:
    case WITHDRAWAL: {
      const account = addressOf(topics[1]);
      if (account === undefined || topics.length !== 2 || digits.length !== WORD) return [];
      const [from, to] = event === DEPOSIT ? [ZERO_ADDRESS, account] : [account, ZERO_ADDRESS];
      return [{ standard: 'ERC-20', token, from, to, amount: wordAt(digits, 0), wrapping: true }];
    }
    case SENT:
    case MINTED:
    case BURNED: {
      const parties = topics.slice(2).map(addressOf);
      const [from, to] =
        event === MINTED ? [ZERO_ADDRESS, ...parties] : event === BURNED ? [...parties, ZERO_ADDRESS] : parties;
      if (topics.length !== (event === SENT ? 4 : 3) || !from || !to || digits.length < WORD) return [];
      return [{ standard: 'ERC-20', token, from, to, amount: wordAt(digits, 0), wrapping: true }];
    }
    default:
      return [];
  }
}

/**
 * Reads the transfers of a block, in order. `logs` are those of its receipts, by the index of their transaction;
 * `tokenAt` says what a contract answered as a token.
 */
export function readBlockTransfers(
  blockNumber: number,
  receipts: readonly { index: number; logs: readonly Log[] }[],
  tokenAt: (address: Address) => TokenWords | undefined,
): TokenTransfer[] {
  const transfers: TokenTransfer[] = [];
  // Counted here: some nodes number logs by transaction, some not at all.
  let order = 0;
  for (const { index, logs } of receipts) {
    for (const found of withoutRepeats(logs.map(readLogTransfers))) {
      found.forEach(({ wrapping, unclear, ...transfer }, item) => {
        const token = tokenAt(transfer.token);
        // Other contracts use Deposit, Withdrawal and Sent for other things.
        if (wrapping && (token?.symbol === undefined || token.decimals === undefined)) return;
        const isItem = unclear && hasItems(token);
        transfers.push({
          ...transfer,
          ...(isItem && { standard: 'ERC-721', tokenId: transfer.amount, amount: 1n }),
          blockNumber,
          position: order * MAX_BATCH_ITEMS + item,
          transactionIndex: index,
        });
      });
      order++;
    }
  }
  return transfers;
}

/**
 * Leaves out a Deposit, a Withdrawal or an event of ERC-777 beside a Transfer between the same: many emit both, one after the
 * other. Where the amounts differ, the Transfer is of the shares for what was deposited.
 */
function withoutRepeats(byLog: readonly LogTransfer[][]): readonly LogTransfer[][] {
  const says = (transfers: readonly LogTransfer[] | undefined, wrapping: LogTransfer) =>
    transfers?.some(
      (other) =>
        other.wrapping !== true &&
        other.token === wrapping.token &&
        other.from === wrapping.from &&
        other.to === wrapping.to,
    );
  return byLog.map((transfers, at) =>
    transfers.filter((each) => each.wrapping !== true || !(says(byLog[at - 1], each) || says(byLog[at + 1], each))),
  );
}

function fungibleTransfer(token: Address, topics: readonly Hash[], digits: string): LogTransfer[] {
  const [, from, to] = topics.map(addressOf);
  if (topics.length !== 3 || from === undefined || to === undefined || digits.length < WORD) return [];
  return [{ standard: 'ERC-20', token, from, to, amount: wordAt(digits, 0) }];
}

/** A Transfer of a contract that is older than the standards, or does not keep to them: all of it is data. */
function unclearTransfer(token: Address, digits: string): LogTransfer[] {
  const [from, to] = [0, WORD].map((at) => addressOf(`0x${digits.slice(at, at + WORD)}` as Hash));
  if (digits.length !== 3 * WORD || from === undefined || to === undefined) return [];
  return [{ standard: 'ERC-20', token, from, to, amount: wordAt(digits, 2), unclear: true }];
}

function itemTransfer(token: Address, topics: readonly Hash[]): LogTransfer[] {
  const [, from, to] = topics.map(addressOf);
  if (from === undefined || to === undefined) return [];
  return [{ standard: 'ERC-721', token, tokenId: BigInt(topics[3] ?? 0), from, to, amount: 1n }];
}

function batch(
  token: Address,
  topics: readonly Hash[],
  ids: readonly bigint[],
  amounts: readonly bigint[],
): LogTransfer[] {
  const [, , from, to] = topics.map(addressOf);
  if (topics.length !== 4 || from === undefined || to === undefined || ids.length !== amounts.length) return [];
  return ids.map((tokenId, at) => ({ standard: 'ERC-1155', token, tokenId, from, to, amount: amounts[at] as bigint }));
}

/** Items of consecutive ids (ERC-2309): the first is a topic, the last the data. */
function consecutive(token: Address, topics: readonly Hash[], digits: string): LogTransfer[] {
  const [, , from, to] = topics.map(addressOf);
  if (topics.length !== 4 || from === undefined || to === undefined || digits.length < WORD) return [];
  const first = BigInt(topics[1] ?? 0);
  const count = wordAt(digits, 0) - first + 1n;
  if (count < 1n || count > MAX_BATCH_ITEMS) return [];
  return Array.from({ length: Number(count) }, (_, item) => {
    return { standard: 'ERC-721', token, tokenId: first + BigInt(item), from, to, amount: 1n };
  });
}

/** Events that tell of nothing but tokens that move; others use Deposit and the like for something else. */
const MOVES: ReadonlyMap<string, string> = new Map([
  [TRANSFER, 'Transfer'],
  [TRANSFER_OF_ID, 'Transfer'],
  [TRANSFER_SINGLE, 'TransferSingle'],
  [TRANSFER_BATCH, 'TransferBatch'],
  [CONSECUTIVE_TRANSFER, 'ConsecutiveTransfer'],
]);

/**
 * Returns why a log that is by its topic a transfer of tokens tells of none, a sentence without its subject; undefined of
 * all other logs. What such a log moved is unknown.
 */
export function malformedTransfer(log: Pick<Log, 'address' | 'topics' | 'data'>): string | undefined {
  const name = MOVES.get(log.topics[0] ?? '');
  if (name === undefined || log.address === SYSTEM_ADDRESS) return undefined;
  const digits = log.data.slice(2);
  const [ids, values] = [listAt(digits, 0), listAt(digits, 1)];
  const isBatch = name === 'TransferBatch';
  const isEmpty = isBatch && digits.length >= 4 * WORD && ids.length + values.length === 0;
  if (isEmpty || readLogTransfers(log).length > 0) return undefined;
  if (name === 'ConsecutiveTransfer') return `a malformed ${name}, or one of more items than are read`;
  return isBatch && ids.length !== values.length
    ? `a malformed ${name} of ${ids.length} ids and ${values.length} values`
    : `a malformed ${name}`;
}

/** The words of the dynamic array whose offset is word `at`; empty where the data does not hold it. */
function listAt(digits: string, at: number): readonly bigint[] {
  if (digits.length < 2 * WORD) return [];
  const start = Number(wordAt(digits, at)) * 2;
  if (!Number.isSafeInteger(start) || start + WORD > digits.length) return [];
  const list = digits.slice(start + WORD);
  const length = Number(wordAt(digits.slice(start), 0));
  if (!Number.isSafeInteger(length) || length > MAX_BATCH_ITEMS || length * WORD > list.length) return [];
  return Array.from({ length }, (_, item) => wordAt(list, item));
}

function wordAt(digits: string, at: number): bigint {
  return BigInt(`0x${digits.slice(at * WORD, (at + 1) * WORD)}` as Hex);
}

/** The address in a topic, undefined where the topic holds something else. */
function addressOf(topic: Hash | undefined): Address | undefined {
  return topic?.startsWith(PADDING, 2) ? (`0x${topic.slice(26)}` as Address) : undefined;
}
