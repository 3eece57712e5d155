/** What the explorer Otterscan asks of a node, answered as Anvil does. */
import { bytesToHex, hexToBytes, quantityHex } from '../../chain/hex';
import type { Address, Hash } from '../../chain/primitives';
import type { Replay } from '../../replay/replay';
import { RowFlag, RowKind } from '../../trace/rows';
import type { SealedBlock } from '../sealed-block';
import { knownAccount } from '../state-source';
import { CALL_TYPES } from './call-frames';
import { blockForm, type Form, receiptForm, transactionForm } from './forms';
import { addressOf, amountOf, bigQuantityOf, hashOf, isAbsent } from './parameters';
import { type Method, type Params, placed, READS } from './reads';
import { RpcCode, RpcError } from './rpc-error';
import { replayOf, replaysOf } from './tracing';
import type { VirtualNode } from './virtual-node';

/** Transactions of one page at most; Otterscan asks for 25. */
const MAX_PAGE = 500;

/** Numbers of operations that move ether or make contracts. */
const OPERATIONS: Readonly<Record<number, number>> = {
  [RowKind.call]: 0,
  [RowKind.selfdestruct]: 1,
  [RowKind.create]: 2,
  [RowKind.create2]: 3,
};

async function hasCode(node: VirtualNode, address: Address, block: number): Promise<boolean> {
  const state = node.chain.stateAfter(block);
  const account = await knownAccount(state, node.chain.supplier, hexToBytes(address));
  return state.codes[state.code[account]].bytes.length > 0;
}

/** The transaction that made a contract of this chain; null of accounts, and of what was there when it began. */
async function creatorOf(node: VirtualNode, address: Address): Promise<Form | null> {
  let [before, after] = [node.chain.firstNumber, node.chain.number];
  if (!(await hasCode(node, address, after)) || (await hasCode(node, address, before))) return null;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (await hasCode(node, address, middle)) after = middle;
    else before = middle;
  }
  const sealed = node.chain.blockAt(after);
  if (sealed === undefined) return null;
  for await (const [index, replay] of replaysOf(node, sealed)) {
    const { rows, addresses } = replay.finish();
    for (let row = 0; row < rows.length; row++) {
      const isCreate = rows.kind[row] === RowKind.create || rows.kind[row] === RowKind.create2;
      if (
        isCreate &&
        addresses[rows.to[row]] === address &&
        (rows.flags[row] & (RowFlag.failed | RowFlag.undone)) === 0
      )
        return { hash: sealed.transactions[index].hash, creator: addresses[rows.from[row]] };
    }
  }
  return null;
}

function internalOperations(replay: Replay): Form[] {
  const { rows, addresses, words } = replay.finish();
  const operations: Form[] = [];
  for (let row = 0; row < rows.length; row++) {
    const type = OPERATIONS[rows.kind[row]];
    const value = rows.value[row] < 0 ? 0n : BigInt(words[rows.value[row]]);
    if (type === undefined || (type === 0 && value === 0n)) continue;
    if ((rows.flags[row] & (RowFlag.failed | RowFlag.undone)) !== 0) continue;
    operations.push({ type, from: addresses[rows.from[row]], to: addresses[rows.to[row]], value: quantityHex(value) });
  }
  return operations;
}

function callsOf(replay: Replay): Form[] {
  const { rows, addresses, words, payload } = replay.finish();
  const entries: Form[] = [];
  const depths: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const type = CALL_TYPES[rows.kind[row]];
    depths[row] = row === 0 ? 0 : depths[rows.parent[row]] + 1;
    if (type === undefined) continue;
    const [input, output] = [rows.inputStart[row], rows.outputStart[row]];
    entries.push({
      type,
      depth: depths[row],
      from: addresses[rows.from[row]],
      to: addresses[rows.to[row]] ?? null,
      value:
        type === 'DELEGATECALL' || type === 'STATICCALL'
          ? null
          : quantityHex(bigQuantityOf(words[rows.value[row]] ?? '0x0', 'value')),
      input: bytesToHex(payload.subarray(input, input + rows.inputLength[row])),
      output: bytesToHex(payload.subarray(output, output + rows.outputLength[row])),
    });
  }
  return entries;
}

/** Throws where the node has no such block of its own. */
function ownBlock({ chain }: VirtualNode, number: number | undefined): SealedBlock {
  const sealed = number === undefined ? undefined : chain.blockAt(number);
  if (sealed === undefined) throw new RpcError(-32001, 'Resource not found');
  return sealed;
}

function details(sealed: SealedBlock): Form {
  const { transactions, ...block } = blockForm(sealed, false) as Form & { transactions: readonly Hash[] };
  const fees = sealed.receipts.reduce(
    (sum, { gasUsed, effectiveGasPrice }) => sum + BigInt(gasUsed) * (effectiveGasPrice ?? 0n),
    0n,
  );
  return {
    block: { ...block, totalDifficulty: '0x0', transactionCount: transactions.length },
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
    totalFees: quantityHex(fees),
  };
}

function timedReceipt(sealed: SealedBlock, index: number): Form {
  return { ...receiptForm(sealed, index), timestamp: quantityHex(sealed.block.timestamp) };
}

function pageOf(sealed: SealedBlock, page: number, size: number): Form {
  const block = blockForm(sealed, true) as Form & { transactions: readonly Form[] };
  const places = [...sealed.transactions.keys()].slice(page * size, (page + 1) * size);
  // The selector is all that a list of transactions shows.
  const transactions = places.map((at) => ({
    ...block.transactions[at],
    input: sealed.transactions[at].input.slice(0, 10),
  }));
  return {
    fullblock: { ...block, totalDifficulty: '0x0', transactions, transactionCount: places.length },
    receipts: places.map((at) => timedReceipt(sealed, at)),
  };
}

/** The transactions of whole blocks, from `start` on in steps of `by`, until there are enough. Linear in what is executed again. */
async function search(node: VirtualNode, address: Address, start: number, by: 1 | -1, size: number) {
  const found: { sealed: SealedBlock; index: number }[] = [];
  const { firstNumber, number: head } = node.chain;
  let number = start;
  for (; number > firstNumber && number <= head && found.length < size; number += by) {
    const sealed = node.chain.blockAt(number);
    if (sealed === undefined) continue;
    const own: typeof found = [];
    for await (const [index, replay] of replaysOf(node, sealed))
      if (replay.finish().addresses.includes(address)) own.push({ sealed, index });
    found.push(...(by === 1 ? own : own.reverse()));
  }
  const newestFirst = by === 1 ? found.reverse() : found;
  return {
    isOver: number <= firstNumber || number > head,
    txs: newestFirst.map(({ sealed, index }) => transactionForm(sealed.transactions[index], sealed.block.timestamp)),
    receipts: newestFirst.map(({ sealed, index }) => timedReceipt(sealed, index)),
  };
}

function sizeOf(value: unknown): number {
  return Math.min(amountOf(value, 'page size'), MAX_PAGE);
}

/** Searches the transactions that the network mined itself. */
function hashBySenderAndNonce({ chain }: VirtualNode, [address, nonce]: Params): Hash | undefined {
  const [from, wanted] = [addressOf(address), amountOf(nonce, 'nonce')];
  for (let number = chain.number; number > chain.firstNumber; number--)
    for (const transaction of chain.blockAt(number)?.transactions ?? [])
      if (transaction.from === from && transaction.nonce === wanted) return transaction.hash;
  return undefined;
}

export const OTTERSCAN: Readonly<Record<string, Method>> = {
  ots_getApiLevel: () => 8,
  ots_hasCode: (node, [address, block]) =>
    hasCode(node, addressOf(address), node.positionOf(isAbsent(block) ? 'latest' : block).number),
  ots_getContractCreator: (node, [address]) => creatorOf(node, addressOf(address)),
  ots_getInternalOperations: async (node, [hash]) => {
    const found = placed(node, hashOf(hash));
    if (found === undefined) throw new RpcError(RpcCode.server, 'transaction not found');
    return internalOperations(await replayOf(node, found.sealed, found.index));
  },
  ots_getBlockDetails: (node, [number]) =>
    details(ownBlock(node, typeof number === 'number' ? number : node.numberOf(number))),
  ots_getBlockDetailsByHash: (node, [hash]) => details(ownBlock(node, node.chain.numberOf(hashOf(hash)))),
  ots_getBlockTransactions: (node, [number, page, size]) =>
    pageOf(
      ownBlock(node, typeof number === 'number' ? number : node.numberOf(number)),
      amountOf(page, 'page'),
      sizeOf(size),
    ),
  /** Before block 0 means from the newest on. */
  ots_searchTransactionsBefore: async (node, [address, block, size]) => {
    const before = amountOf(block, 'block');
    const start = before === 0 ? node.chain.number : Math.min(before - 1, node.chain.number);
    const { isOver, ...page } = await search(node, addressOf(address), start, -1, sizeOf(size));
    return { ...page, firstPage: before === 0, lastPage: isOver };
  },
  ots_searchTransactionsAfter: async (node, [address, block, size]) => {
    const after = amountOf(block, 'block');
    const start = Math.max(after, node.chain.firstNumber) + 1;
    const { isOver, ...page } = await search(node, addressOf(address), start, 1, sizeOf(size));
    return { ...page, firstPage: isOver, lastPage: after === 0 };
  },
  ots_getTransactionBySenderAndNonce: (node, params) => hashBySenderAndNonce(node, params) ?? null,
  eth_getTransactionBySenderAndNonce: (node, params) => {
    const hash = hashBySenderAndNonce(node, params);
    return hash === undefined ? null : READS.eth_getTransactionByHash(node, [hash]);
  },
  ots_getTransactionError: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    if (found === undefined) return '0x';
    const { result } = await replayOf(node, found.sealed, found.index);
    return result && !result.success ? bytesToHex(result.output) : '0x';
  },
  ots_traceTransaction: async (node, params) => {
    const found = placed(node, hashOf(params[0]));
    return found === undefined ? null : callsOf(await replayOf(node, found.sealed, found.index));
  },
};
