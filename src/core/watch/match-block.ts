/**
 * What watches find in a block. Pure: a block, its receipts and the state that was read of both sides of it give the same
 * finds whenever and however often it is looked at.
 */
import { decodeLogWithSignature } from '../abi/decode-log';
import { hexToBytes } from '../chain/hex';
import type { Address, Hash } from '../chain/primitives';
import type { Log, Receipt, Transaction } from '../chain/transaction';
import { formatInteger } from '../format/counts';
import { formatToken } from '../format/token-amounts';
import { harmlessText } from '../text/harmless';
import { markedSymbol } from '../text/look-alike';
import { readLogTransfers } from '../tokens/token-transfers';
import type { CompiledCondition, CompiledWatch } from './compile-watch';
import type { Comparison, WatchMatch } from './watch';
import { turnText, type WatchedOutcome } from './watched-simulation';

type Of<On> = Extract<CompiledCondition, { on: On }>;

export type WatchedTransaction = {
  transaction: Pick<Transaction, 'hash' | 'from' | 'to' | 'value' | 'input'>;
  receipt: Pick<Receipt, 'status' | 'logs' | 'contractAddress'>;
};

export type WatchedBlock = { number: number; hash: Hash; transactions: readonly WatchedTransaction[] };

/** What a token says of its amounts. */
export type TokenUnits = { symbol?: string; decimals?: number };

/** State before and after the block: balances by address, words of slots by `${address} ${slot}`, simulations by their draft. */
export type StateAround = {
  balances: ReadonlyMap<Address, { before: bigint; after: bigint }>;
  slots: ReadonlyMap<string, { before: Hash; after: Hash }>;
  simulations: ReadonlyMap<string, { before: WatchedOutcome; after: WatchedOutcome }>;
  /** Units of the tokens that moved, as far as they were asked. */
  tokens: ReadonlyMap<Address, TokenUnits>;
};

// keccak256 of Upgraded(address) and BeaconUpgraded(address) (EIP-1967).
const UPGRADED: string = '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b';
const BEACON_UPGRADED: string = '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e';

/** Characters of a decoded value in the words of a find. */
const TEXT = 80;
const SYMBOL = 20;
/** For a block of which no state was asked for. */
export const NO_STATE: StateAround = {
  balances: new Map(),
  slots: new Map(),
  simulations: new Map(),
  tokens: new Map(),
};

/** Returns the matches of the watch, in the order of the block. */
export function matchBlock(watch: CompiledWatch, block: WatchedBlock, state: StateAround = NO_STATE): WatchMatch[] {
  const { condition } = watch;
  if (condition.on === 'balance') return matchBalances(watch, condition, block, state);
  if (condition.on === 'stateVariable') return matchSlots(watch, condition, block, state);
  if (condition.on === 'simulation') return matchSimulation(condition, block, state);
  return block.transactions.flatMap((each) =>
    findingsOf(watch, each, state.tokens).map(({ place, what }) => ({
      key: `${each.transaction.hash} ${place}`,
      blockNumber: block.number,
      transactionHash: each.transaction.hash,
      what,
    })),
  );
}

/** `place` tells the finds in one transaction apart: the log by its number among those of the receipt. */
type Finding = { place: string; what: string };

/** Returns the tokens whose amounts the finds of a block name, each once. */
export function movedTokens(watch: CompiledWatch, block: WatchedBlock): readonly Address[] {
  const { condition } = watch;
  if (condition.on !== 'transfer') return [];
  const logs = block.transactions.flatMap(({ receipt }) => receipt.logs);
  return [...new Set(logs.flatMap((log) => foundTransfers(watch, condition, log).map(({ token }) => token)))];
}

function findingsOf(watch: CompiledWatch, each: WatchedTransaction, tokens: StateAround['tokens']): Finding[] {
  const { condition } = watch;
  const { transaction, receipt } = each;
  const whole = (what: string): Finding[] => [{ place: 'transaction', what }];
  switch (condition.on) {
    case 'successful':
      return concerns(watch, each) && receipt.status === 'success' ? whole('A transaction succeeded') : [];
    case 'failed':
      return concerns(watch, each) && receipt.status === 'failed' ? whole('A transaction failed') : [];
    case 'function': {
      const isCalled = isWatched(watch, transaction.to) && transaction.input.slice(0, 10) === condition.selector;
      return isCalled ? whole(`${condition.words} was called`) : [];
    }
    case 'value':
      return concerns(watch, each) && transaction.value >= condition.least
        ? whole(`A transaction carries ${formatInteger(transaction.value)} wei`)
        : [];
    case 'callers': {
      const isListed = condition.callers.has(transaction.from);
      if (!isWatched(watch, transaction.to) || isListed === condition.isAllowed) return [];
      return whole(
        condition.isAllowed
          ? `${transaction.from} called, who is not allowed`
          : `${transaction.from} called, who is blocked`,
      );
    }
    case 'event':
      return ofLogs(watch, receipt, (log) => (log.topics[0] === condition.topic ? condition.words : undefined));
    case 'eventParameter':
      return ofLogs(watch, receipt, (log) => parameterOf(condition, log));
    case 'proxyUpgraded':
      return ofLogs(watch, receipt, upgradeOf);
    case 'transfer':
      return receipt.logs.flatMap((log, at) => transfersOf(watch, condition, log, at, tokens));
    default:
      return [];
  }
}

function isWatched({ addresses }: CompiledWatch, address: Address | undefined): boolean {
  return addresses === undefined || (address !== undefined && addresses.has(address));
}

/** Whether a watched address sent, received or was made by the transaction. */
function concerns(watch: CompiledWatch, { transaction, receipt }: WatchedTransaction): boolean {
  return [transaction.from, transaction.to, receipt.contractAddress].some((address) => isWatched(watch, address));
}

function ofLogs(
  watch: CompiledWatch,
  { logs }: WatchedTransaction['receipt'],
  words: (log: Log) => string | undefined,
): Finding[] {
  return logs.flatMap((log, at) => {
    const what = isWatched(watch, log.address) ? words(log) : undefined;
    return what === undefined ? [] : [{ place: `log ${at}`, what: `${what} of ${log.address}` }];
  });
}

function parameterOf(condition: Of<'eventParameter'>, log: Log): string | undefined {
  if (log.topics[0] !== condition.topic) return undefined;
  const decoded = decodeLogWithSignature(condition.signature, log.topics, hexToBytes(log.data), 1_000);
  const text = decoded?.inputs?.[condition.position]?.text;
  if (text === undefined || !compares(text.toLowerCase(), condition.is, condition.value)) return undefined;
  return `${decoded?.name}: ${condition.name} = ${text.slice(0, TEXT)}`;
}

function compares(text: string, is: Comparison, value: string): boolean {
  const isNumber = /^-?\d+$/.test(text) && /^-?\d+$/.test(value);
  switch (is) {
    case '=':
      return isNumber ? BigInt(text) === BigInt(value) : text === value;
    case '≠':
      return isNumber ? BigInt(text) !== BigInt(value) : text !== value;
    case '<':
      return isNumber && BigInt(text) < BigInt(value);
    case '>':
      return isNumber && BigInt(text) > BigInt(value);
  }
}

function upgradeOf({ topics }: Log): string | undefined {
  const [event, target] = topics;
  const to = target === undefined ? '' : ` to 0x${target.slice(26)}`;
  if (event === UPGRADED) return `Upgrade${to}`;
  return event === BEACON_UPGRADED ? `Upgrade${to}, a beacon,` : undefined;
}

/** The transfers of a log that the watch finds, each with its place among those of the log. */
function foundTransfers(watch: CompiledWatch, { least }: Of<'transfer' | 'value'>, log: Log) {
  return readLogTransfers(log).flatMap((transfer, item) => {
    const { token, from, to, amount, wrapping, unclear } = transfer;
    const isOurs = [token, from, to].some((address) => isWatched(watch, address));
    // Nobody is asked here whether a contract with Deposit and Withdrawal is a token.
    // Nor whether one that indexes nothing has amounts or items, of which one moves.
    const isEnough = amount >= least || (unclear && least <= 1n);
    return wrapping || !isOurs || !isEnough ? [] : [{ ...transfer, item }];
  });
}

function transfersOf(
  watch: CompiledWatch,
  condition: Of<'transfer' | 'value'>,
  log: Log,
  at: number,
  tokens: StateAround['tokens'],
): Finding[] {
  return foundTransfers(watch, condition, log).map(({ token, from, to, amount, tokenId, unclear, item }) => {
    const { symbol, decimals } = tokens.get(token) ?? {};
    const of = unclear
      ? `${amount}, or the item of that id,`
      : tokenId !== undefined
        ? `${amount} of item ${tokenId}`
        : decimals === undefined
          ? `${amount}`
          : formatToken(amount, decimals, harmlessText(markedSymbol(symbol ?? ''), SYMBOL)).exact;
    return { place: `log ${at} item ${item}`, what: `${of} of token ${token} from ${from} to ${to}` };
  });
}

function matchBalances(
  { addresses = new Set() }: CompiledWatch,
  { is, wei }: Of<'balance'>,
  { number }: WatchedBlock,
  { balances }: StateAround,
): WatchMatch[] {
  const holds = (balance: bigint) => (is === '<' ? balance < wei : balance > wei);
  return [...addresses].flatMap((address) => {
    const around = balances.get(address);
    if (around === undefined || holds(around.before) || !holds(around.after)) return [];
    const what = `The balance of ${address} is ${formatInteger(around.after)} wei, ${is === '<' ? 'below' : 'above'} ${formatInteger(wei)}`;
    return [{ key: `${number} ${address} balance`, blockNumber: number, what }];
  });
}

function matchSlots(
  { addresses = new Set() }: CompiledWatch,
  { slot }: Of<'stateVariable'>,
  { number }: WatchedBlock,
  { slots }: StateAround,
): WatchMatch[] {
  return [...addresses].flatMap((address) => {
    const around = slots.get(`${address} ${slot}`);
    if (around === undefined || around.before === around.after) return [];
    const what = `Slot ${slot} of ${address} is ${around.after}, was ${around.before}`;
    return [{ key: `${number} ${address} slot ${slot} ${around.after}`, blockNumber: number, what }];
  });
}

function matchSimulation(
  { draft }: Of<'simulation'>,
  { number }: WatchedBlock,
  { simulations }: StateAround,
): WatchMatch[] {
  const around = simulations.get(draft);
  const what = around && turnText(around.before, around.after);
  return what === undefined ? [] : [{ key: `${number} simulation ${around?.after.came}`, blockNumber: number, what }];
}
