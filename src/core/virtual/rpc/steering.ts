/**
 * What only a chain of one's own can be told: state, time, blocks, snapshots,
 * who may send. Nodes give these methods several names and answer some of them
 * differently; each name answers as its own node does.
 */

import { bytesToHex, quantityHex } from '../../chain/hex';
import { Fork } from '../../evm/rules/forks';
import { USUAL_TIP } from '../../simulation/prices';
import type { SealedBlock } from '../sealed-block';
import { blockForm, type Form } from './forms';
import { reorganise, reset, revert, rollback } from './go-back';
import {
  addressOf,
  amountOf,
  bigQuantityOf,
  booleanOf,
  fieldsOf,
  hashOf,
  isAbsent,
  quantityOf,
  wordOf,
} from './parameters';
import type { Method } from './reads';
import { revertReason } from './revert-reason';
import { invalid } from './rpc-error';
import { sealOne } from './sending';
import {
  increaseTime,
  mine,
  setAutomatic,
  setCourse,
  setNext,
  setNextTimestamp,
  setSealingInterval,
  setTime,
} from './set-course';
import { addBalance, setBalance, setCode, setNonce, setStorageAt, tenderlyChange } from './set-state';
import { replaysOf } from './tracing';
import type { VirtualNode } from './virtual-node';

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

function impersonate(node: VirtualNode, address: unknown, isOn: boolean): void {
  if (isOn) node.impersonated.add(addressOf(address));
  else node.impersonated.delete(addressOf(address));
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

  evm_snapshot: ({ chain }) => quantityHex(chain.takeSnapshot()),
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
    currentBlockNumber: quantityHex(chain.number),
    currentBlockTimestamp: chain.head.block.timestamp,
    currentBlockHash: chain.head.block.hash,
    hardFork: forkName(chain.rulesOf(chain.draft()).fork),
    transactionOrder: 'fees',
    environment: {
      baseFee: quantityHex(chain.draft().baseFeePerGas ?? 0n),
      chainId: chain.networkId,
      gasLimit: quantityHex(chain.course.gasLimit),
      gasPrice: quantityHex(chain.nextBaseFee + USUAL_TIP),
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
    return quantityHex(next);
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
