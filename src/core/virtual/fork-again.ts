/**
 * A fork made again at another block of its parent: its blocks are sealed once
 * more in their order, with the same transactions and what was set by hand
 * after each, and each transaction is held against how it came out before.
 * Nothing of the chain that it is made from changes.
 *
 *     parent 100 ─ 101' 102' 103'
 *     parent 250 ─ 251' 252' 253'    the same blocks, 150 higher
 */

import type { Address, Hash, Hex } from '../chain/primitives';
import { hashOf, type RawTransaction } from '../chain/raw-transaction';
import { gasLimitOf, type Log, type Receipt, type SentTransaction } from '../chain/transaction';
import { baseFeeAfter } from '../evm/families/base-fee-after';
import { USUAL_TIP } from '../simulation/prices';
import { BlockExecution, type SealedTransaction } from './block-execution';
import type { BlockSettings } from './block-settings';
import type { WholeChain } from './chain-keeper';
import { randomOf } from './header-rules';
import type { SealedBlock } from './sealed-block';
import { hasMarkedSender, markSender, signTransaction } from './signing';
import { UndoRecord } from './undo-record';
import type { VirtualChain } from './virtual-chain';

/** What differs of a transaction; `left out`: it cannot be in its block any more. */
export type Difference = { what: 'left out' | 'status' | 'gas' | 'events' | 'output'; before: string; after: string };

/** A transaction that came out otherwise, by the hash it had before. */
export type DifferingTransaction = {
  hash: Hash;
  /** Its hash in the block now; undefined when it was left out. */
  hashNow?: Hash;
  /** The block that it is in now, or would be. */
  number: number;
  differences: readonly Difference[];
};

export type ForkComparison = {
  /** Blocks that were sealed again, and the transactions in them. */
  blocks: number;
  transactions: number;
  /** Transactions that were given another nonce or fee because theirs no longer fitted. */
  fitted: number;
  differing: readonly DifferingTransaction[];
};

/** Characters of an output that are kept for the reader: 256 bytes. */
const SHOWN_OUTPUT = 2 + 512;

/**
 * Makes the blocks of `old` again on `fresh`, which has begun and has nothing
 * yet. `whole` is all that is kept of `old`. Whoever has a key in `keys`, or
 * sends without a signature, gets the nonce and the fee that fit now; what
 * others signed stays as it is, and is left out where it does not fit.
 */
export async function forkAgain(
  old: VirtualChain,
  whole: WholeChain,
  fresh: VirtualChain,
  keys: ReadonlyMap<Address, Hex>,
): Promise<ForkComparison> {
  const [first, ...blocks] = whole.blocks;
  for (const change of first.changes) await fresh.repeat(change);
  const from = first.sealed.block;
  const to = fresh.head.block;
  const differing: DifferingTransaction[] = [];
  let transactions = 0;
  let fitted = 0;
  let parent = from;
  for (const { sealed, changes } of blocks) {
    const { block } = sealed;
    fresh.course = { ...courseOf(fresh.course, from, to, block), next: nextOf(parent, block, fresh) };
    const entries = sealed.transactions.map((transaction) => ({ transaction, fit: transaction }));
    const refusals = new Map<Hash, string>();
    const made = await fresh.seal({
      timestamp: Math.max(to.timestamp + block.timestamp - from.timestamp, fresh.head.block.timestamp + 1),
      transactions: fittedTransactions(fresh, entries, keys),
      onRefusal: ({ transaction }, reason) => refusals.set(transaction.hash, reason),
    });
    const ends = endsOf(sealed, await outputsOf(old, sealed));
    const endsNow = endsOf(made, await outputsOf(fresh, made));
    for (const { transaction, fit } of entries) {
      transactions++;
      if (fit.hash !== transaction.hash) fitted++;
      const before = ends.get(transaction.hash);
      if (before === undefined) continue;
      const after = endsNow.get(fit.hash);
      const differences = after
        ? differencesOf(before, after)
        : [leftOut(before, refusals.get(fit.hash) ?? 'not executed')];
      if (differences.length === 0) continue;
      differing.push({
        hash: transaction.hash,
        ...(after === undefined ? {} : { hashNow: fit.hash }),
        number: made.block.number,
        differences,
      });
    }
    // The block's own change comes first; the rest was set by hand after it.
    for (const change of changes.slice(1)) await fresh.repeat(change);
    parent = block;
  }
  const height = to.number - from.number;
  const moved = (course: BlockSettings): BlockSettings => ({
    ...courseOf(course, from, to, course),
    next: laterNext(course, fresh),
  });
  const { course, snapshots, ...standing } = whole.standing;
  fresh.goOnAs({
    ...standing,
    course: moved(course),
    snapshots: snapshots.map(([id, snapshot]) => [
      id,
      { ...snapshot, height: snapshot.height + height, course: moved(snapshot.course) },
    ]),
  });
  return { blocks: blocks.length, transactions, fitted, differing };
}

type Settings = { gasLimit?: number } & ({ coinbase: Address } | { miner: Address });

/** Gas limit and coinbase: those of the parent, unless they were set to something else. */
function courseOf(
  course: BlockSettings,
  from: SealedBlock['block'],
  to: SealedBlock['block'],
  set: Settings,
): BlockSettings {
  const coinbase = 'coinbase' in set ? set.coinbase : set.miner;
  return {
    ...course,
    gasLimit: gasLimitOf(set.gasLimit === from.gasLimit ? to : set),
    coinbase: coinbase === from.miner ? to.miner : coinbase,
  };
}

/** What of a block was set by hand before it: all that does not follow from the block before. */
function nextOf(parent: SealedBlock['block'], block: SealedBlock['block'], chain: VirtualChain): BlockSettings['next'] {
  const { baseFeePerGas, mixHash, number } = block;
  return {
    ...(baseFeePerGas === undefined || baseFeePerGas === baseFeeAfter(chain.rulesOf(block), parent)
      ? {}
      : { baseFee: baseFeePerGas }),
    ...(mixHash === undefined || mixHash === randomOf(parent.hash, number) ? {} : { prevRandao: mixHash }),
  };
}

/** Returns the settings of the next block, without a time that has passed. */
function laterNext({ next }: BlockSettings, { head }: VirtualChain): BlockSettings['next'] {
  return (next.timestamp ?? Number.POSITIVE_INFINITY) > head.block.timestamp ? next : { ...next, timestamp: undefined };
}

type Entry = { readonly transaction: SentTransaction; fit: SentTransaction };

/** The transactions one after another, each fitted to the state after the one before it. */
async function* fittedTransactions(
  chain: VirtualChain,
  entries: readonly Entry[],
  keys: ReadonlyMap<Address, Hex>,
): AsyncGenerator<SealedTransaction> {
  for (const entry of entries) {
    const { transaction } = entry;
    const isUnsigned = transaction.signature === undefined || hasMarkedSender(transaction);
    const key = keys.get(transaction.from);
    if (isUnsigned || key !== undefined)
      entry.fit = await fittedTo(chain, transaction, async (raw) =>
        isUnsigned || key === undefined ? markSender(raw, transaction.from) : signTransaction(raw, key),
      );
    yield { transaction: entry.fit, isUnsigned };
  }
}

async function fittedTo(
  chain: VirtualChain,
  transaction: SentTransaction,
  sign: (raw: RawTransaction) => Promise<RawTransaction>,
): Promise<SentTransaction> {
  const { nonce } = await chain.accountNow(transaction.from);
  const { baseFeePerGas = 0n } = chain.draft();
  const offered = transaction.type < 2 ? (transaction.gasPrice ?? 0n) : (transaction.maxFeePerGas ?? 0n);
  const isPriced = offered >= baseFeePerGas;
  if (nonce === transaction.nonce && isPriced) return transaction;
  const price =
    transaction.type < 2
      ? { gasPrice: baseFeePerGas + USUAL_TIP }
      : { maxFeePerGas: 2n * baseFeePerGas + (transaction.maxPriorityFeePerGas ?? 0n) };
  const raw = await sign({ ...transaction, nonce, ...(isPriced ? {} : price) } as RawTransaction);
  return { ...transaction, ...raw, hash: hashOf(raw) } as SentTransaction;
}

type TransactionEnd = { receipt: Receipt; output: Hex };

function endsOf({ receipts }: SealedBlock, outputs: readonly Hex[]): ReadonlyMap<Hash, TransactionEnd> {
  return new Map(receipts.map((receipt, index) => [receipt.transactionHash, { receipt, output: outputs[index] }]));
}

/** What each transaction of the block returned. The block is executed again for it: receipts do not say. */
async function outputsOf(chain: VirtualChain, { block, transactions }: SealedBlock): Promise<readonly Hex[]> {
  if (transactions.length === 0) return [];
  const state = chain.stateAfter(block.number - 1);
  const rules = chain.rulesOf(block);
  const execution = new BlockExecution(block, rules, state, chain.supplier, new UndoRecord(state), () => undefined);
  await execution.begin();
  for (const transaction of transactions) await execution.add({ transaction, isUnsigned: true });
  return execution.outputs;
}

function leftOut({ receipt }: TransactionEnd, reason: string): Difference {
  return { what: 'left out', before: statusOf(receipt), after: reason };
}

function differencesOf(before: TransactionEnd, after: TransactionEnd): Difference[] {
  const texts: readonly (readonly [Difference['what'], (end: TransactionEnd) => string])[] = [
    ['status', ({ receipt }) => statusOf(receipt)],
    ['gas', ({ receipt }) => String(receipt.gasUsed)],
    ['output', ({ output }) => output],
  ];
  const differences = texts.flatMap(([what, textOf]): Difference[] => {
    const [then, now] = [textOf(before), textOf(after)];
    return then === now ? [] : [{ what, before: then.slice(0, SHOWN_OUTPUT), after: now.slice(0, SHOWN_OUTPUT) }];
  });
  const [logs, logsNow] = [before.receipt.logs, after.receipt.logs];
  const length = Math.max(logs.length, logsNow.length);
  const changed = Array.from({ length }, (_, index) => index).filter(
    (index) => logText(logs[index]) !== logText(logsNow[index]),
  );
  if (changed.length > 0)
    differences.push({
      what: 'events',
      before: String(logs.length),
      after: `${logsNow.length}, of which ${changed.length === 1 ? '1 differs' : `${changed.length} differ`}`,
    });
  return differences;
}

function statusOf({ status }: Receipt): string {
  return status === 'failed' ? 'failed' : 'success';
}

function logText(log: Log | undefined): string {
  return log === undefined ? '' : [log.address, ...log.topics, log.data].join(' ');
}
