/** What is read of a virtual network: its blocks, transactions, accounts and fees. */

import { checksumAddress } from '../../chain/address';
import { bytesToHash, bytesToHex, hexToBytes, quantityHex } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Hash, Hex } from '../../chain/primitives';
import { encodeRawTransaction } from '../../chain/raw-transaction';
import { blobBaseFee } from '../../evm/environment';
import type { State } from '../../evm/state/state';
import { LIMBS, toBigInt, toBytes } from '../../evm/words/words';
import { EMPTY_CODE_HASH } from '../../proof/account-proof';
import { encodeHeader } from '../../proof/header';
import { USUAL_TIP } from '../../simulation/prices';
import { nextExcessBlobGas } from '../header-rules';
import { executePending } from '../pending-block';
import { receiptBytes } from '../receipt-bytes';
import { encodeBlock, type SealedBlock } from '../sealed-block';
import { knownAccount, type StateSupplier } from '../state-source';
import { feeTermsOf, sceneAt } from './call';
import { feeHistory } from './fee-history';
import { blockForm, receiptForm, transactionForm } from './forms';
import { addressOf, bytesOf, fieldsOf, hashOf, isAbsent, listOf, quantityOf, wordOf } from './parameters';
import { invalid, RpcCode, RpcError } from './rpc-error';
import { hashIn, type VirtualNode } from './virtual-node';

export type Params = readonly unknown[];
/** A method of the node: its parameters as they come, its result as JSON. */
export type Method = (node: VirtualNode, params: Params) => unknown;

/** Slots in one answer of eth_getStorageValues at most, as nodes limit it. */
const MAX_STORAGE_VALUES = 1024;

/** Answers with a block by number or hash; `null` where there is none, the parent's answer where it is from before the fork. */
export function ofBlock(name: string, place: number, answer: (sealed: SealedBlock, params: Params) => unknown): Method {
  return async (node, params) => {
    const number = await node.knownNumberOf(params[place]);
    if (node.isParents(number, true)) return node.readParent(name, withNumber(params, place, number));
    const sealed = number === undefined ? undefined : node.chain.blockAt(number);
    return sealed === undefined ? null : answer(sealed, params);
  };
}

/** The parent's own latest block is another than ours: a number is asked for, where no hash is. */
function withNumber(params: Params, place: number, number: number | undefined): Params {
  if (number === undefined || hashIn(params[place]) !== undefined) return params;
  return Object.assign([...params], { [place]: quantityHex(number) });
}

/** Answers with a part of the state after a block. */
export function ofState(name: string, place: number, answer: (given: Given) => Promise<unknown>): Method {
  return async (node, params) => {
    const number = await node.knownNumberOf(params[place]);
    if (node.isParents(number, false)) return node.readParent(name, withNumber(params, place, number));
    const position = node.positionOf(params[place]);
    const { state } = position.isPending
      ? await executePending(node.chain)
      : { state: node.chain.stateAfter(position.number) };
    return answer({ node, params, state, supplier: node.chain.supplier });
  };
}
type Given = { node: VirtualNode; params: Params; state: State; supplier: StateSupplier };

export const accountOf = ({ state, supplier, params }: Given) =>
  knownAccount(state, supplier, hexToBytes(addressOf(params[0])));

async function slotValue({ state, supplier }: Given, address: Hex, key: Hash): Promise<Hash> {
  const account = await knownAccount(state, supplier, hexToBytes(address));
  const slot = await supplier.knowSlot(state, account, hexToBytes(key));
  const value = new Uint8Array(32);
  toBytes(state.slots.current, slot * LIMBS, value, 0);
  return bytesToHash(value);
}

/** Finds a transaction that is in a block, with its place; undefined where it is not. */
export function placed(node: VirtualNode, hash: Hash): { sealed: SealedBlock; index: number } | undefined {
  const place = node.chain.placeOf(hash);
  const sealed = place && node.chain.blockAt(place.number);
  return place && sealed && { sealed, index: place.index };
}

const transactionAt = ({ block, transactions }: SealedBlock, index: unknown) => {
  const transaction = transactions[quantityOf(index, 'index')];
  return transaction === undefined ? null : transactionForm(transaction, block.timestamp);
};

export const READS: Readonly<Record<string, Method>> = {
  eth_chainId: ({ chain }) => quantityHex(chain.networkId),
  net_version: ({ chain }) => String(chain.networkId),
  net_listening: () => true,
  net_peerCount: () => '0x0',
  eth_syncing: () => false,
  eth_mining: () => true,
  eth_protocolVersion: () => '0x44',
  web3_clientVersion: ({ clientVersion }) => clientVersion,
  web3_sha3: (_, [data]) => bytesToHex(keccak(hexToBytes(bytesOf(data, 'data')))),
  // As Anvil, with those that were taken over: whoever asks may send for them.
  eth_accounts: ({ accounts, impersonated }) => [...new Set([...accounts.keys(), ...impersonated])],
  eth_requestAccounts: ({ accounts }) => [...accounts.keys()],
  eth_coinbase: ({ chain }) => chain.course.coinbase,
  eth_blockNumber: ({ chain }) => quantityHex(chain.number),

  eth_getBlockByNumber: (node, params) => {
    if (params[0] === 'pending') return pendingBlock(node, params[1] === true);
    return ofBlock('eth_getBlockByNumber', 0, (sealed) => blockForm(sealed, params[1] === true))(node, params);
  },
  eth_getBlockByHash: (node, params) => {
    hashOf(params[0]);
    return ofBlock('eth_getBlockByHash', 0, (sealed) => blockForm(sealed, params[1] === true))(node, params);
  },
  eth_getBlockReceipts: ofBlock('eth_getBlockReceipts', 0, (sealed) =>
    sealed.receipts.map((_, index) => receiptForm(sealed, index)),
  ),
  eth_getBlockTransactionCountByNumber: ofBlock('eth_getBlockTransactionCountByNumber', 0, ({ transactions }) =>
    quantityHex(transactions.length),
  ),
  eth_getBlockTransactionCountByHash: ofBlock('eth_getBlockTransactionCountByHash', 0, ({ transactions }) =>
    quantityHex(transactions.length),
  ),
  eth_getUncleCountByBlockNumber: ofBlock('eth_getUncleCountByBlockNumber', 0, ({ uncles }) =>
    quantityHex(uncles.length),
  ),
  eth_getUncleCountByBlockHash: ofBlock('eth_getUncleCountByBlockHash', 0, ({ uncles }) => quantityHex(uncles.length)),
  eth_getTransactionByBlockNumberAndIndex: ofBlock('eth_getTransactionByBlockNumberAndIndex', 0, (sealed, params) =>
    transactionAt(sealed, params[1]),
  ),
  eth_getTransactionByBlockHashAndIndex: ofBlock('eth_getTransactionByBlockHashAndIndex', 0, (sealed, params) =>
    transactionAt(sealed, params[1]),
  ),
  eth_getTransactionByHash: (node, params) => {
    const hash = hashOf(params[0]);
    const found = placed(node, hash);
    if (found) return transactionForm(found.sealed.transactions[found.index], found.sealed.block.timestamp);
    const waiting = node.chain.pool.get(hash);
    return waiting
      ? transactionForm(waiting.transaction)
      : node.readParentsTransaction('eth_getTransactionByHash', hash);
  },
  eth_getTransactionReceipt: (node, params) => {
    const hash = hashOf(params[0]);
    const found = placed(node, hash);
    if (found) return receiptForm(found.sealed, found.index);
    return node.readParentsTransaction('eth_getTransactionReceipt', hash);
  },

  eth_getBalance: ofState('eth_getBalance', 1, async (given) =>
    quantityHex(toBigInt(given.state.balance, (await accountOf(given)) * LIMBS)),
  ),
  eth_getCode: ofState('eth_getCode', 1, async (given) => {
    const account = await accountOf(given);
    return bytesToHex(given.state.codes[given.state.code[account]].bytes);
  }),
  eth_getTransactionCount: (node, params) => {
    const number = ofState('eth_getTransactionCount', 1, async (given) => {
      const account = await accountOf(given);
      const nonce = Number(given.state.nonce[account]);
      if (params[1] !== 'pending') return quantityHex(nonce);
      return quantityHex(nonce + node.chain.pool.following(addressOf(params[0]), nonce).length);
    });
    return number(node, params);
  },
  eth_getStorageAt: ofState('eth_getStorageAt', 2, (given) =>
    slotValue(given, addressOf(given.params[0]), wordOf(given.params[1], 'slot')),
  ),
  eth_getStorageValues: ofState('eth_getStorageValues', 1, async (given) => {
    const entries = Object.entries(fieldsOf(given.params[0], 'requests'));
    const values: Record<string, Hash[]> = {};
    let count = 0;
    for (const [address, keys] of entries) {
      const own: Hash[] = [];
      for (const key of listOf(keys, 'slots')) {
        if (++count > MAX_STORAGE_VALUES) throw invalid(`more than ${MAX_STORAGE_VALUES} slots`);
        own.push(await slotValue(given, addressOf(address), hashOf(key, 'slot')));
      }
      values[address] = own;
    }
    if (count === 0) throw invalid('empty request');
    return values;
  }),
  eth_getProof: ofState('eth_getProof', 2, async (given) => {
    const { node, params, state } = given;
    const trie = node.chain.provableTrie;
    const number = node.numberOf(params[2]);
    if (trie === undefined || number !== node.chain.number)
      throw new RpcError(RpcCode.server, 'proofs are there of the newest block of a network that is not forked');
    const address = addressOf(params[0]);
    const account = await accountOf(given);
    const keys = listOf(params[1], 'storageKeys').map((key) => ({ given: key, word: wordOf(key, 'key') }));
    const proof = trie.prove(
      hexToBytes(address),
      keys.map(({ word }) => hexToBytes(word)),
    );
    const code = state.codes[state.code[account]];
    const codeHash = new Uint8Array(32);
    toBytes(code.hash, 0, codeHash, 0);
    const storageProof = [];
    for (const [index, { given: key, word }] of keys.entries())
      storageProof.push({
        // A key that was not given whole is answered as a quantity, as go-ethereum does.
        key: word === key ? key : quantityHex(BigInt(word)),
        value: quantityHex(BigInt(await slotValue(given, address, word))),
        proof: proof.storageProofs[index],
      });
    return {
      address,
      accountProof: proof.accountProof,
      balance: quantityHex(toBigInt(state.balance, account * LIMBS)),
      codeHash: code.bytes.length === 0 ? EMPTY_CODE_HASH : bytesToHash(codeHash),
      nonce: quantityHex(state.nonce[account]),
      storageHash: proof.storageHash,
      storageProof,
    };
  }),

  // Nodes of Celo are asked with the token that is to pay.
  eth_gasPrice: async (node, [token]) => quantityHex(await inToken(node, token, node.chain.nextBaseFee + USUAL_TIP)),
  eth_maxPriorityFeePerGas: async (node, [token]) => quantityHex(await inToken(node, token, USUAL_TIP)),
  eth_baseFee: ({ chain }) => quantityHex(chain.nextBaseFee),
  eth_blobBaseFee: ({ chain }) => {
    const draft = chain.draft();
    const rules = chain.rulesOf(draft);
    return quantityHex(
      blobBaseFee({ excessBlobGas: BigInt(nextExcessBlobGas(chain.head.block, rules)), blobs: rules.blobs }),
    );
  },
  eth_capabilities: ({ chain }) => {
    const kept = { disabled: false, oldestBlock: quantityHex(chain.firstNumber) };
    return {
      head: { number: quantityHex(chain.number), hash: chain.head.block.hash },
      state: kept,
      tx: kept,
      logs: { ...kept, deleteStrategy: { type: 'none' } },
      receipts: kept,
      blocks: kept,
      stateproofs: chain.provableTrie ? { ...kept, oldestBlock: quantityHex(chain.number) } : { disabled: true },
    };
  },
  eth_feeHistory: feeHistory,

  debug_getRawBlock: ofRaw((sealed) => encodeBlock(sealed)),
  debug_getRawHeader: ofRaw(({ block }) => encodeHeader(block)),
  debug_getRawReceipts: ofRaw(({ receipts, transactions }) =>
    receipts.map((receipt, index) => bytesToHex(receiptBytes(receipt, transactions[index]))),
  ),
  debug_getRawTransaction: (node, params) => {
    const hash = hashOf(params[0]);
    const found = placed(node, hash);
    const transaction = found?.sealed.transactions[found.index] ?? node.chain.pool.get(hash)?.transaction;
    return transaction === undefined ? '0x' : encodeRawTransaction(transaction);
  },

  txpool_status: ({ chain }) => {
    const { pending, queued } = poolParts(chain.pool.all(), chain);
    return { pending: quantityHex(pending.length), queued: quantityHex(queued.length) };
  },
  txpool_content: ({ chain }) => {
    const parts = poolParts(chain.pool.all(), chain);
    return { pending: bySender(parts.pending), queued: bySender(parts.queued) };
  },
};

function ofRaw(answer: (sealed: SealedBlock) => unknown): Method {
  return (node, params) => {
    const number = node.numberOf(params[0]);
    const sealed = number === undefined ? undefined : node.chain.blockAt(number);
    if (sealed === undefined || node.isParents(number, true)) throw new RpcError(RpcCode.server, 'block not found');
    return answer(sealed);
  };
}

async function pendingBlock({ chain }: VirtualNode, full: boolean): Promise<unknown> {
  const { block: draft, transactions } = await executePending(chain);
  const block = { ...draft, hash: '0x' as Hash, transactions: transactions.map(({ hash }) => hash) };
  const form = blockForm({ block, transactions, uncles: [], receipts: [] }, full);
  return { ...form, hash: null, nonce: null, logsBloom: null };
}

type Waiting = ReturnType<VirtualNode['chain']['pool']['all']>;

/** Returns the transactions that could be in the next block, and those that wait for another nonce. */
export function poolParts(all: Waiting, chain: VirtualNode['chain']): { pending: Waiting; queued: Waiting } {
  const pending: Waiting = [];
  const queued: Waiting = [];
  const next = new Map<string, number>();
  for (const entry of all) {
    const { from, nonce } = entry.transaction;
    const expected = next.get(from) ?? chain.nonceOf(from);
    if (nonce === expected) pending.push(entry);
    else queued.push(entry);
    if (nonce === expected) next.set(from, nonce + 1);
  }
  return { pending, queued };
}

function bySender(entries: Waiting): Record<string, Record<string, unknown>> {
  const content: Record<string, Record<string, unknown>> = {};
  for (const { transaction } of entries) {
    const sender = checksumAddress(transaction.from);
    content[sender] ??= {};
    const own = content[sender];
    own[String(transaction.nonce)] = transactionForm(transaction);
  }
  return content;
}

/** Returns the price in the token that is named, by its base fee in the next block; in the chain's own coin where none is. */
async function inToken(node: VirtualNode, token: unknown, wei: bigint): Promise<bigint> {
  if (isAbsent(token)) return wei;
  const scene = await sceneAt(node, node.next());
  const { baseFee } = await feeTermsOf(node, scene, addressOf(token, 'feeCurrency'));
  const { nextBaseFee } = node.chain;
  return nextBaseFee === 0n ? wei : (wei * baseFee) / nextBaseFee;
}
