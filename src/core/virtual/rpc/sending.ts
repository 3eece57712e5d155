/** Transactions that clients send: signed by them, by the node's test accounts, or by nobody. */

import { bytesToHash, hexToBytes } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Address, Hash } from '../../chain/primitives';
import {
  decodeRawTransaction,
  encodeRawTransaction,
  type RawTransaction,
  senderOf,
  hashOf as transactionHash,
} from '../../chain/raw-transaction';
import {
  CIP64,
  isEthereumTransaction,
  isSentTransaction,
  type SentTransaction,
  type TransactionSignature,
  transactionOf,
} from '../../chain/transaction';
import { ZERO_HASH } from '../../chain/zero-hash';
import { encodeUtf8 } from '../../json/bytes';
import { USUAL_TIP } from '../../simulation/prices';
import { readTypedData } from '../../simulation/typed-data';
import type { SealedTransaction } from '../block-execution';
import { markSender, signHash, signTransaction } from '../signing';
import { estimateGas, feeTermsOf, sceneAt } from './call';
import { receiptForm, transactionForm } from './forms';
import { addressOf, bytesOf, type CallRequest, callRequestOf } from './parameters';
import { type Method, placed } from './reads';
import { RpcCode, RpcError, unsupportedType } from './rpc-error';
import type { VirtualNode } from './virtual-node';

/** Takes a transaction into the pool, and seals a block where the node does so by itself. Throws why it is refused. */
export async function submit(node: VirtualNode, entry: SealedTransaction): Promise<Hash> {
  const { chain } = node;
  const { transaction } = entry;
  const refusal = (await chain.refusalOf(entry)) ?? chain.pool.add(entry);
  if (refusal !== undefined) throw new RpcError(RpcCode.rejected, refusal);
  node.tell({ kind: 'pending', transaction });
  if (node.isAutomatic) await sealAll(node);
  return transaction.hash;
}

/** Seals blocks while the pool has what can be in the next one; none where it has not. */
export async function sealAll(node: VirtualNode): Promise<void> {
  while (await isReady(node)) {
    const { transactions } = await sealOne(node);
    if (transactions.length === 0) return;
  }
}

export async function sealOne(node: VirtualNode, timestamp?: number) {
  const sealed = await node.chain.seal(timestamp === undefined ? {} : { timestamp });
  node.tell({ kind: 'block', sealed });
  return sealed;
}

async function isReady({ chain }: VirtualNode): Promise<boolean> {
  for (const sender of chain.pool.senders) {
    const [first] = chain.pool.following(sender, (await chain.accountNow(sender)).nonce);
    if (first !== undefined && (await chain.refusalOf(first)) === undefined) return true;
  }
  return false;
}

/** The transaction that a request means, with what it leaves open filled in as wallets do. */
async function filled(node: VirtualNode, request: CallRequest): Promise<{ raw: RawTransaction; from: Address }> {
  const { chain } = node;
  const from = request.from ?? [...node.accounts.keys()][0];
  if (from === undefined) throw new RpcError(RpcCode.invalidParams, 'the transaction has no sender');
  if (request.chainId !== undefined) checkChainId(node, request.chainId);
  const account = await chain.accountNow(from);
  const nonce = request.nonce ?? account.nonce + chain.pool.following(from, account.nonce).length;
  const gas = request.gas ?? (await gasFor(node, { ...request, from }));
  const { feeCurrency } = request;
  const scene = feeCurrency && (await sceneAt(node, node.next()));
  const baseFee = scene ? (await feeTermsOf(node, scene, feeCurrency)).baseFee : chain.nextBaseFee;
  const type = feeCurrency ? CIP64 : (request.type ?? leastType(request));
  const tip = request.maxPriorityFeePerGas ?? request.gasPrice ?? USUAL_TIP;
  const isLegacy = type < 2;
  const transaction = transactionOf({
    networkId: chain.networkId,
    hash: ZERO_HASH,
    from,
    type,
    nonce,
    gas,
    value: request.value ?? 0n,
    input: request.input ?? '0x',
    chainId: chain.networkId,
    ...(request.to === undefined ? {} : { to: request.to }),
    ...(isLegacy ? { gasPrice: request.gasPrice ?? request.maxFeePerGas ?? baseFee + USUAL_TIP } : {}),
    maxPriorityFeePerGas: tip,
    maxFeePerGas: request.maxFeePerGas ?? request.gasPrice ?? 2n * baseFee + tip,
    accessList: request.accessList ?? [],
    ...(feeCurrency
      ? { rollup: { feeCurrency } }
      : {
          maxFeePerBlobGas: request.maxFeePerBlobGas ?? 1n,
          blobVersionedHashes: request.blobVersionedHashes ?? [],
          authorizationList: request.authorizationList ?? [],
        }),
  });
  const isTaken = feeCurrency ? isSentTransaction(transaction) : isEthereumTransaction(transaction);
  if (!isTaken) throw unsupportedType();
  return { raw: transaction as SentTransaction, from };
}

/** The oldest type that has all fields of the request. */
function leastType({ authorizationList, blobVersionedHashes, gasPrice, accessList }: CallRequest): number {
  if (authorizationList) return 4;
  if (blobVersionedHashes) return 3;
  if (gasPrice === undefined) return 2;
  return accessList ? 1 : 0;
}

function checkChainId({ chain }: VirtualNode, chainId: number): void {
  if (chainId !== chain.networkId)
    throw new RpcError(RpcCode.rejected, `invalid chain id for signer: have ${chainId} want ${chain.networkId}`);
}

/** A transaction that fails is sent all the same, with all the gas there is. */
async function gasFor(node: VirtualNode, request: CallRequest): Promise<number> {
  try {
    return await estimateGas(node, node.next(), request, undefined, undefined);
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown;
    return Math.min(node.chain.course.gasLimit, 2 ** 24);
  }
}

function entryOf(node: VirtualNode, raw: RawTransaction, from: Address, isUnsigned: boolean): SealedTransaction {
  const place = { networkId: node.chain.networkId, hash: transactionHash(raw), from };
  return { transaction: { ...raw, ...place } as SentTransaction, isUnsigned };
}

/** The transaction in these bytes. Throws why it could never be sent here. */
async function rawEntry(node: VirtualNode, bytes: unknown): Promise<SealedTransaction> {
  const raw = bytesOf(bytes, 'transaction');
  // Envelope types of other chains: Arbitrum's, deposits of the OP Stack. No list of RLP begins so (EIP-2718).
  const type = Number.parseInt(raw.slice(2, 4), 16);
  const isOfCelo = node.chain.rulesOf(node.chain.draft()).family?.id === 'celo';
  if (type >= 0x64 && type < 0x80 && !(type === CIP64 && isOfCelo)) throw unsupportedType();
  const decoded = decodeRawTransaction(raw, isOfCelo);
  if (!decoded.ok) throw new RpcError(RpcCode.invalidParams, decoded.error);
  const { chainId } = decoded.value;
  if (chainId !== undefined) checkChainId(node, chainId);
  const from = await senderOf(decoded.value);
  if (from === undefined) throw new RpcError(RpcCode.invalidParams, 'the transaction is signed by nobody');
  return entryOf(node, decoded.value, from, false);
}

async function sendRaw(node: VirtualNode, bytes: unknown): Promise<Hash> {
  return submit(node, await rawEntry(node, bytes));
}

/** Whether the transaction is sent without a signature. Throws where nobody here may send for its sender. */
function isSentUnsigned({ accounts, autoImpersonate, impersonated }: VirtualNode, { from }: CallRequest): boolean {
  const isOwn = from === undefined || accounts.has(from);
  if (!isOwn && !autoImpersonate && !impersonated.has(from))
    throw new RpcError(RpcCode.invalidParams, 'No Signer available');
  return !isOwn || (from !== undefined && impersonated.has(from));
}

/** Throws why the transaction, in bytes or as a request, could be sent on no state of the network. */
export async function checkSendable(node: VirtualNode, transaction: unknown): Promise<void> {
  if (typeof transaction === 'string') await rawEntry(node, transaction);
  else isSentUnsigned(node, callRequestOf(transaction));
}

async function sendUnsigned(node: VirtualNode, request: CallRequest): Promise<Hash> {
  const { raw, from } = await filled(node, request);
  return submit(node, entryOf(node, markSender(raw, from), from, true));
}

/** Signs text as a test account (EIP-191). */
async function signText(node: VirtualNode, address: unknown, data: unknown): Promise<string> {
  const key = keyOf(node, addressOf(address));
  const text = hexToBytes(bytesOf(data, 'data'));
  const prefix = encodeUtf8(`\x19Ethereum Signed Message:\n${text.length}`);
  return signatureText(await signHash(bytesToHash(keccak(Uint8Array.of(...prefix, ...text))), key));
}

/** Signs typed data as a test account (EIP-712), given as JSON or as its text. */
async function signTyped(node: VirtualNode, address: unknown, data: unknown): Promise<string> {
  const key = keyOf(node, addressOf(address));
  const digest = readTypedData(typeof data === 'string' ? data : JSON.stringify(data));
  if (!digest.ok) throw new RpcError(RpcCode.invalidParams, digest.error);
  return signatureText(await signHash(digest.value, key));
}

function signatureText({ r, s, yParity = 0 }: TransactionSignature): string {
  return `${r}${s.slice(2)}${(27 + yParity).toString(16)}`;
}

function keyOf(node: VirtualNode, address: Address): `0x${string}` {
  const key = node.accounts.get(address);
  if (key === undefined) throw new RpcError(RpcCode.invalidParams, 'No Signer available');
  return key;
}

async function send(node: VirtualNode, given: unknown): Promise<Hash> {
  const request = callRequestOf(given);
  if (isSentUnsigned(node, request)) return sendUnsigned(node, request);
  const { raw, from: sender } = await filled(node, request);
  return submit(node, entryOf(node, await signTransaction(raw, keyOf(node, sender)), sender, false));
}

export const SENDING: Readonly<Record<string, Method>> = {
  eth_sendRawTransaction: (node, params) => sendRaw(node, params[0]),
  eth_sendRawTransactionSync: async (node, params) => receiptNow(node, await sendRaw(node, params[0])),
  eth_sendTransaction: (node, params) => send(node, params[0]),
  eth_sendTransactionSync: async (node, params) => receiptNow(node, await send(node, params[0])),
  eth_sendUnsignedTransaction: (node, params) => sendUnsigned(node, callRequestOf(params[0])),
  eth_signTransaction: async (node, params) => {
    const { raw, from } = await filled(node, callRequestOf(params[0]));
    return encodeRawTransaction(await signTransaction(raw, keyOf(node, from)));
  },
  eth_fillTransaction: async (node, params) => {
    const { raw, from } = await filled(node, callRequestOf(params[0]));
    const tx = transactionForm(entryOf(node, raw, from, true).transaction);
    // As go-ethereum writes one that is not sent yet: clients ask with what they are given, and no request has both prices.
    return { raw: encodeRawTransaction(raw), tx: raw.type < 2 ? tx : { ...tx, gasPrice: null } };
  },
  eth_sign: (node, [address, data]) => signText(node, address, data),
  eth_signTypedData_v4: (node, [address, data]) => signTyped(node, address, data),
  personal_sign: (node, [data, address]) => signText(node, address, data),
};

function receiptNow(node: VirtualNode, hash: Hash): unknown {
  const found = placed(node, hash);
  if (found === undefined) throw new RpcError(RpcCode.server, 'the transaction waits for a block');
  return receiptForm(found.sealed, found.index);
}
