/**
 * What only a chain of one's own can be told: state, time, blocks, snapshots,
 * who may send. Nodes give these methods several names and answer some of them
 * differently; each name answers as its own node does.
 */

import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hash } from '../../chain/primitives';
import { Fork } from '../../evm/rules/forks';
import type { AccountIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import { fromBytes, LIMBS, toBigInt } from '../../evm/words/words';
import { USUAL_TIP } from '../../simulation/prices';
import { TEST_BALANCE } from '../genesis';
import { MAX_INTERVAL } from '../max-interval';
import type { SealedBlock } from '../sealed-block';
import { wordOf as limbsOf } from '../state-source';
import { blockForm, type Form, hex } from './forms';
import {
  addressOf,
  amountOf,
  bigQuantityOf,
  booleanOf,
  bytesOf,
  fieldsOf,
  hashOf,
  isAbsent,
  listOf,
  quantityOf,
  wordOf,
} from './parameters';
import type { Method } from './reads';
import { revertReason } from './revert-reason';
import { invalid, RpcCode, RpcError } from './rpc-error';
import { checkSendable, SENDING, sealAll, sealOne } from './sending';
import { replaysOf } from './tracing';
import type { VirtualNode } from './virtual-node';

/** Blocks made at once at most. */
const MAX_MINED = 100_000;

/** Of an account (EIP-2681). */
const MAX_NONCE = 2n ** 64n - 1n;

type Change = (state: State, account: AccountIndex) => void;

const setBalance = (node: VirtualNode, address: unknown, wei: bigint) =>
  node.chain.change(addressOf(address), (state, account) => state.setBalance(account, limbsOf(wei), 0));

const addBalance = (node: VirtualNode, address: unknown, wei: bigint) =>
  node.chain.change(addressOf(address), (state, account) => {
    const sum = toBigInt(state.balance, account * LIMBS) + wei;
    if (sum >= 2n ** 256n) throw invalid('invalid argument: balance: the sum has more than 256 bits');
    state.setBalance(account, limbsOf(sum), 0);
  });

async function setNonce(node: VirtualNode, address: unknown, nonce: unknown, mayFall: boolean): Promise<void> {
  const wanted = bigQuantityOf(nonce, 'nonce');
  if (wanted > MAX_NONCE) throw invalid('invalid argument: nonce: more than 64 bits');
  const change: Change = (state, account) => {
    if (!mayFall && wanted < state.nonce[account])
      throw new RpcError(
        RpcCode.server,
        `New nonce (${wanted}) must not be smaller than the existing nonce (${state.nonce[account]})`,
      );
    state.setNonce(account, wanted);
  };
  await node.chain.change(addressOf(address), change);
}

const setCode = (node: VirtualNode, address: unknown, code: unknown) => {
  const bytes = hexToBytes(bytesOf(code, 'code'));
  return node.chain.change(addressOf(address), (state, account) => state.setCode(account, bytes));
};

export async function setStorageAt(node: VirtualNode, address: unknown, slot: unknown, value: unknown): Promise<void> {
  const key = wordOf(slot, 'slot');
  const bytes = hexToBytes(hashOf(value, 'value'));
  const word = new Uint32Array(LIMBS);
  await node.chain.change(
    addressOf(address),
    (state, account) => {
      fromBytes(hexToBytes(key), 0, 32, word, 0);
      const index = state.slots.indexOf(account, word, 0);
      state.slots.known[index] = 1;
      fromBytes(bytes, 0, 32, word, 0);
      state.setSlot(index, word, 0);
    },
    key,
  );
}

async function mine(node: VirtualNode, count: unknown, interval: unknown): Promise<void> {
  const blocks = isAbsent(count) ? 1 : amountOf(count, 'blocks');
  const seconds = isAbsent(interval) ? undefined : amountOf(interval, 'interval');
  if (blocks > MAX_MINED) throw invalid(`more than ${MAX_MINED} blocks at once`);
  for (let made = 0; made < blocks; made++) {
    const { timestamp } = node.chain.head.block;
    await sealOne(node, seconds === undefined || made === 0 ? undefined : timestamp + seconds);
  }
}

function setNextTimestamp(node: VirtualNode, value: unknown): number {
  const timestamp = amountOf(value, 'timestamp');
  const last = node.chain.head.block.timestamp;
  if (timestamp <= last)
    throw invalid(`Timestamp error: ${timestamp} is lower than or equal to previous block's timestamp`);
  const { chain } = node;
  // The clock goes on from there.
  const offset = chain.course.timeOffset + timestamp - chain.now();
  chain.course = { ...chain.course, timeOffset: offset, next: { ...chain.course.next, timestamp } };
  return timestamp;
}

function increaseTime(node: VirtualNode, seconds: unknown): number {
  const { chain } = node;
  chain.course = { ...chain.course, timeOffset: chain.course.timeOffset + amountOf(seconds, 'seconds') };
  return chain.course.timeOffset;
}

/** Sets the clock; answers the seconds between before and after. */
function setTime(node: VirtualNode, timestamp: number): number {
  const { chain } = node;
  const change = timestamp - chain.now();
  setCourse(node, { timeOffset: chain.course.timeOffset + change });
  return change;
}

/** The block with whole transactions, each with what it returned. */
async function detailedBlock(node: VirtualNode, sealed: SealedBlock): Promise<Form> {
  const form = blockForm(sealed, true) as Form & { transactions: readonly Form[] };
  const transactions: Form[] = [];
  for await (const [index, { result }] of replaysOf(node, sealed)) {
    const output = bytesToHex(result?.output ?? new Uint8Array());
    const reason = result?.success === false ? revertReason(output) : undefined;
    transactions.push({
      ...form.transactions[index],
      output,
      ...(reason === undefined ? {} : { revertReason: reason }),
    });
  }
  return { ...form, transactions };
}

function metadata({ chain, clientVersion }: VirtualNode): Form {
  const first = chain.blockAt(chain.firstNumber)?.block;
  return {
    clientVersion,
    chainId: chain.networkId,
    latestBlockNumber: chain.number,
    latestBlockHash: chain.head.block.hash,
    // The first block has the time of the beginning, which tells networks apart.
    instanceId: first?.hash ?? chain.head.block.hash,
    forkedNetwork:
      chain.isFork && first !== undefined
        ? { chainId: chain.networkId, forkBlockNumber: first.number, forkBlockHash: first.hash }
        : null,
  };
}

function setNext(node: VirtualNode, next: object): void {
  node.chain.course = { ...node.chain.course, next: { ...node.chain.course.next, ...next } };
}

function setCourse(node: VirtualNode, course: Partial<VirtualNode['chain']['course']>): void {
  node.chain.course = { ...node.chain.course, ...course };
}

function impersonate(node: VirtualNode, address: unknown, isOn: boolean): void {
  if (isOn) node.impersonated.add(addressOf(address));
  else node.impersonated.delete(addressOf(address));
}

function revert(node: VirtualNode, id: unknown): boolean {
  const before = node.chain.number;
  const length = before - node.chain.firstNumber;
  const blocks = Array.from({ length }, (_, index) => node.chain.blockAt(before - index));
  if (!node.chain.revertTo(quantityOf(id, 'snapshot'))) return false;
  for (const sealed of blocks)
    if (sealed && sealed.block.number > node.chain.number) node.tell({ kind: 'dropped', sealed });
  return true;
}

/** Takes the newest blocks away. */
function rollback(node: VirtualNode, depth: unknown): void {
  const count = isAbsent(depth) ? 1 : amountOf(depth, 'depth');
  if (count > node.chain.number - node.chain.firstNumber)
    throw invalid('Rollback depth must not exceed current chain height');
  for (const sealed of [...node.chain.dropBlocks(count)].reverse()) node.tell({ kind: 'dropped', sealed });
}

/**
 * Other blocks in the place of the newest ones, with the given transactions in them, by block from the first. Nothing is
 * taken away where one of them could be in none of these blocks.
 */
async function reorganise(node: VirtualNode, given: unknown, pairs: unknown): Promise<void> {
  const [count, listed] = Array.isArray(given) ? given : [given, pairs];
  const depth = amountOf(count, 'depth');
  const entries = (isAbsent(listed) ? [] : listOf(listed, 'transactions')).map((entry) => {
    const [transaction, place] = listOf(entry, 'transaction');
    return { transaction, place: amountOf(place, 'block') };
  });
  for (const { transaction, place } of entries) {
    if (place >= depth)
      throw invalid(`there is no block ${place} among the ${depth} that are replaced, counted from 0`);
    await checkSendable(node, transaction);
  }
  rollback(node, depth);
  const wasAutomatic = node.isAutomatic;
  node.isAutomatic = false;
  try {
    for (let block = 0; block < depth; block++) {
      for (const { transaction, place } of entries) {
        if (place !== block) continue;
        const method = typeof transaction === 'string' ? 'eth_sendRawTransaction' : 'eth_sendTransaction';
        await SENDING[method](node, [transaction]);
      }
      await sealOne(node);
    }
  } finally {
    node.isAutomatic = wasAutomatic;
  }
}

/** Back to how the network began: blocks, state, clock, settings and what waits. A fork stays at its block. */
async function reset(node: VirtualNode, given: unknown): Promise<void> {
  const { chain } = node;
  const forking = isAbsent(given) ? undefined : fieldsOf(given, 'options').forking;
  if (!isAbsent(forking)) {
    const { blockNumber } = fieldsOf(forking, 'forking');
    const isElsewhere = !isAbsent(blockNumber) && amountOf(blockNumber, 'block') !== chain.firstNumber;
    if (!chain.isFork || isElsewhere)
      throw invalid('this network cannot go on from another block or chain: make a new one of it');
  }
  for (const sealed of [...chain.restart()].reverse()) node.tell({ kind: 'dropped', sealed });
  node.isAutomatic = true;
  node.interval = 0;
  node.autoImpersonate = false;
  node.impersonated.clear();
  if (chain.isFork) for (const address of node.accounts.keys()) await setBalance(node, address, TEST_BALANCE);
}

function setSealingInterval(node: VirtualNode, seconds: number): void {
  if (seconds > MAX_INTERVAL) throw invalid('invalid argument: interval: longer than a day (86,400 seconds)');
  node.interval = seconds;
  if (seconds > 0) node.isAutomatic = false;
}

/** One address or a list of them; each change is a block of its own, whose hash stands for the transaction that Tenderly makes. */
export async function tenderlyChange(
  node: VirtualNode,
  addresses: unknown,
  change: (address: unknown) => Promise<void>,
): Promise<Hash> {
  for (const address of Array.isArray(addresses) ? addresses : [addresses]) await change(address);
  return (await sealOne(node)).block.hash;
}

const nothing = () => null;
const done = () => true;

/** Methods that Anvil and Hardhat both have, with what each answers when it is done. */
function both(
  name: string,
  act: (node: VirtualNode, params: readonly unknown[]) => unknown,
  anvil: () => unknown = nothing,
) {
  const method =
    (answer: () => unknown): Method =>
    async (node, params) => {
      await act(node, params);
      return answer();
    };
  return { [`anvil_${name}`]: method(anvil), [`hardhat_${name}`]: method(done) };
}

export const STEERING: Readonly<Record<string, Method>> = {
  ...both('setBalance', (node, [address, wei]) => setBalance(node, address, bigQuantityOf(wei, 'balance'))),
  ...both('setCode', (node, [address, code]) => setCode(node, address, code)),
  ...both('setStorageAt', (node, [address, slot, value]) => setStorageAt(node, address, slot, value), done),
  ...both('impersonateAccount', (node, [address]) => impersonate(node, address, true)),
  ...both('stopImpersonatingAccount', (node, [address]) => impersonate(node, address, false)),
  ...both('mine', (node, [count, interval]) => mine(node, count, interval)),
  ...both('setCoinbase', (node, [address]) => setCourse(node, { coinbase: addressOf(address) })),
  ...both('setNextBlockBaseFeePerGas', (node, [fee]) => setNext(node, { baseFee: bigQuantityOf(fee, 'base fee') })),
  anvil_setNonce: async (node, [address, nonce]) => {
    await setNonce(node, address, nonce, true);
    return null;
  },
  hardhat_setNonce: async (node, [address, nonce]) => {
    await setNonce(node, address, nonce, false);
    return true;
  },
  anvil_addBalance: async (node, [address, wei]) => {
    await addBalance(node, address, bigQuantityOf(wei, 'balance'));
    return null;
  },
  evm_setAccountBalance: async (node, [address, wei]) => {
    await setBalance(node, address, bigQuantityOf(wei, 'balance'));
    return null;
  },
  evm_setAccountCode: async (node, [address, code]) => {
    await setCode(node, address, code);
    return null;
  },
  evm_setAccountNonce: async (node, [address, nonce]) => {
    await setNonce(node, address, nonce, true);
    return null;
  },
  anvil_autoImpersonateAccount: (node, [isOn]) => {
    node.autoImpersonate = isOn === true;
    return null;
  },
  anvil_setNextBlockPrevRandao: (node, [random]) => {
    setNext(node, { prevRandao: wordOf(random, 'prevRandao') });
    return null;
  },
  hardhat_setPrevRandao: (node, [random]) => {
    setNext(node, { prevRandao: wordOf(random, 'prevRandao') });
    return true;
  },

  evm_mine: async (node, [given]) => {
    const { timestamp, blocks } =
      typeof given === 'object' && given !== null ? fieldsOf(given, 'options') : { timestamp: given };
    if (!isAbsent(timestamp)) setNextTimestamp(node, timestamp);
    await mine(node, blocks, undefined);
    return '0x0';
  },
  evm_mine_detailed: async (node, [given]) => {
    const before = node.chain.number;
    await STEERING.evm_mine(node, [given]);
    const blocks: unknown[] = [];
    for (let number = before + 1; number <= node.chain.number; number++) {
      const sealed = node.chain.blockAt(number);
      if (sealed !== undefined) blocks.push(await detailedBlock(node, sealed));
    }
    return blocks;
  },
  evm_increaseTime: (node, [seconds]) => increaseTime(node, seconds),
  evm_setNextBlockTimestamp: (node, [timestamp]) => {
    setNextTimestamp(node, timestamp);
    return null;
  },
  anvil_setTime: (node, [timestamp]) => {
    setTime(node, amountOf(timestamp, 'timestamp'));
    return Math.max(0, node.chain.course.timeOffset);
  },
  /** Milliseconds where seconds would be tens of thousands of years away. Answers how far it goes on, in seconds. */
  evm_setTime: (node, [timestamp]) => {
    const given = amountOf(timestamp, 'timestamp');
    return Math.max(0, setTime(node, given >= 1e12 ? Math.floor(given / 1000) : given));
  },
  anvil_setBlockTimestampInterval: (node, [seconds]) => {
    setCourse(node, { blockInterval: amountOf(seconds, 'seconds') });
    return null;
  },
  anvil_removeBlockTimestampInterval: (node) => {
    const had = node.chain.course.blockInterval !== undefined;
    setCourse(node, { blockInterval: undefined });
    return had;
  },
  evm_setAutomine: (node, [isOn]) => setAutomatic(node, booleanOf(isOn, 'the switch')),
  anvil_setAutomine: (node, [isOn]) => setAutomatic(node, booleanOf(isOn, 'the switch')),
  anvil_getAutomine: ({ isAutomatic }) => isAutomatic,
  hardhat_getAutomine: ({ isAutomatic }) => isAutomatic,
  evm_setIntervalMining: (node, [given]) => {
    // Hardhat counts in milliseconds; Anvil's name below in seconds.
    setSealingInterval(node, Math.ceil(amountOf(Array.isArray(given) ? given[0] : given, 'interval') / 1000));
    return true;
  },
  anvil_setIntervalMining: (node, [seconds]) => {
    setSealingInterval(node, amountOf(seconds, 'seconds'));
    return null;
  },
  anvil_getIntervalMining: ({ interval }) => (interval === 0 ? null : interval),
  evm_setBlockGasLimit: (node, [limit]) => {
    setCourse(node, { gasLimit: quantityOf(limit, 'gas limit') });
    return true;
  },

  evm_snapshot: ({ chain }) => hex(chain.takeSnapshot()),
  evm_revert: (node, [id]) => revert(node, id),
  anvil_rollback: (node, [depth]) => {
    rollback(node, depth);
    return null;
  },
  anvil_reorg: async (node, [depth, transactions]) => {
    await reorganise(node, depth, transactions);
    return null;
  },
  ...both('reset', (node, [options]) => reset(node, options)),
  anvil_dropTransaction: ({ chain }, [hash]) => (chain.pool.delete(hashOf(hash)) ? hashOf(hash) : null),
  hardhat_dropTransaction: ({ chain }, [hash]) => chain.pool.delete(hashOf(hash)),
  anvil_removePoolTransactions: ({ chain }, [address]) => {
    const sender = addressOf(address);
    for (const { transaction } of chain.pool.all())
      if (transaction.from === sender) chain.pool.delete(transaction.hash);
    return null;
  },
  anvil_dropAllTransactions: ({ chain }) => {
    chain.pool.clear();
    return null;
  },
  anvil_nodeInfo: ({ chain }) => ({
    currentBlockNumber: hex(chain.number),
    currentBlockTimestamp: chain.head.block.timestamp,
    currentBlockHash: chain.head.block.hash,
    hardFork: forkName(chain.rulesOf(chain.draft()).fork),
    transactionOrder: 'fees',
    environment: {
      baseFee: hex(chain.draft().baseFeePerGas ?? 0n),
      chainId: chain.networkId,
      gasLimit: hex(chain.course.gasLimit),
      gasPrice: hex(chain.nextBaseFee + USUAL_TIP),
    },
    forkConfig: {
      forkUrl: null,
      forkBlockNumber: chain.isFork ? chain.firstNumber : null,
      forkRetryBackoff: null,
    },
  }),
  anvil_metadata: metadata,
  hardhat_metadata: metadata,
  anvil_getGenesisTime: ({ chain }) => chain.blockAt(chain.firstNumber)?.block.timestamp ?? null,
  // Nothing is written to a log.
  ...both('setLoggingEnabled', () => {}),
  anvil_setMinGasPrice: () => {
    throw invalid('anvil_setMinGasPrice is not supported when EIP-1559 is active');
  },
  anvil_setChainId: ({ chain }, [given]) => {
    if (amountOf(given, 'chain id') !== chain.networkId)
      throw invalid('this network keeps its chain id, by which it is known: make a new one with another');
    return null;
  },
  anvil_setRpcUrl: ({ chain }) => {
    if (chain.isFork) throw invalid('this network keeps the endpoint that it was forked from: fork again from another');
    return null;
  },

  tenderly_setBalance: (node, [addresses, wei]) =>
    tenderlyChange(node, addresses, (address) => setBalance(node, address, bigQuantityOf(wei, 'balance'))),
  tenderly_addBalance: (node, [addresses, wei]) =>
    tenderlyChange(node, addresses, (address) => addBalance(node, address, bigQuantityOf(wei, 'balance'))),
  tenderly_setStorageAt: (node, [address, slot, value]) =>
    tenderlyChange(node, address, (each) => setStorageAt(node, each, slot, value)),
  tenderly_setCode: (node, [address, code]) => tenderlyChange(node, address, (each) => setCode(node, each, code)),
  tenderly_setNextBlockTimestamp: async (node, [timestamp]) => {
    const next = setNextTimestamp(node, timestamp);
    await sealOne(node);
    return hex(next);
  },
  evm_increaseBlocks: async (node, [count]) => {
    await mine(node, count, undefined);
    return node.chain.head.block.hash;
  },
  evm_getLatest: ({ chain }) => chain.head.block.hash,
};

function forkName(fork: Fork): string {
  return Object.entries(Fork).find(([, number]) => number === fork)?.[0] ?? '';
}

async function setAutomatic(node: VirtualNode, isOn: boolean): Promise<null> {
  node.isAutomatic = isOn;
  if (isOn && node.chain.pool.size > 0) await sealAll(node);
  return null;
}
