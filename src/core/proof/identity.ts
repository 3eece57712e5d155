/**
 * Whether a transaction, its receipt and its block are what they claim to be,
 * by nothing but their own fields: hashes, signature, and what follows from
 * one for the other. An endpoint can invent all three; it cannot invent fields
 * that have the hash the reader asked for.
 */

import { BLOB_GAS } from '../chain/blob-gas';
import { keccakHex } from '../chain/keccak';
import type { Address, Hash } from '../chain/primitives';
import { hashOf, senderOf, signedChainOf, signerOfTyped } from '../chain/raw-transaction';
import { encodeRlp, rlpScalar } from '../chain/rlp';
import {
  type Block,
  isEthereumTransaction,
  isLeftOut,
  isSentTransaction,
  type Receipt,
  type Transaction,
} from '../chain/transaction';
import type { Encoding } from '../evm/families/family';
import type { BlockMaker } from '../evm/rules/chain-rules';
import { Fork } from '../evm/rules/forks';
import { least } from '../values/least';
import { computeHeaderHash } from './header';
import { receiptContradictions } from './receipt-contradictions';

export type IdentityFacts = {
  /** The hash that was asked for. */
  asked: Hash;
  transaction: Transaction;
  receipt: Omit<Receipt, 'logs'>;
  block: Block;
  maker: BlockMaker;
  /** Wei per blob gas as it follows from the header, where that and the rules of the block are known. */
  blobGasPrice?: bigint | undefined;
  /** Fork of Ethereum whose rules the block is under; absent where it is not known. */
  fork?: Fork | undefined;
  /** How the chain encodes what is hashed, where that differs from Ethereum. */
  encoding?: Encoding | undefined;
  /** The endpoint was asked which chain it serves, and did not say. */
  saysNoChain?: boolean | undefined;
};

/** Sentences for the reader. Without contradictions and without anything unchecked, all checks were made and hold. */
export type Identity = {
  /** Statements of the endpoint that cannot be true together. */
  contradictions: readonly string[];
  /** Checks that were not made, and why. */
  unchecked: readonly string[];
};

const ZERO_WORD = `0x${'0'.repeat(64)}`;
const ONE_WORD = `0x${'1'.padStart(64, '0')}`;

/** Senders by signature, as long as the transactions are held. */
const signers = new WeakMap<Transaction, Promise<Address | undefined>>();

/**
 * Recovers the signer of a transaction once. Called while the state is being fetched, so that the first rows do not
 * wait for it. Undefined where nobody made the signature.
 */
export function signerOf(transaction: Transaction, encoding?: Encoding): Promise<Address | undefined> {
  const known = signers.get(transaction) ?? recovered(transaction, encoding);
  if (known === undefined) return Promise.resolve(undefined);
  signers.set(transaction, known);
  return known;
}

function recovered(transaction: Transaction, encoding?: Encoding): Promise<Address | undefined> | undefined {
  if (isEthereumTransaction(transaction)) return senderOf(transaction);
  const { signature, ...unsigned } = transaction;
  if (signature === undefined || encoding?.unsigned?.includes(transaction.type)) return undefined;
  const signed = encoding?.transaction?.(unsigned);
  return signed && signerOfTyped(signed, signature);
}

/** Checks everything that needs no further request. Recovers one public key, which takes about a millisecond. */
export async function checkIdentity(facts: IdentityFacts): Promise<Identity> {
  const contradictions: string[] = [];
  const unchecked: string[] = [];
  const claim = (holds: boolean, otherwise: string) => {
    if (!holds) contradictions.push(otherwise);
  };
  const { asked, transaction, receipt, block } = facts;

  claim(
    transaction.hash === asked,
    `The endpoint answered with transaction ${transaction.hash}, not with the one asked for.`,
  );
  checkChain(facts, contradictions, unchecked);
  await checkSignature(facts, contradictions, unchecked);

  contradictions.push(...receiptContradictions(transaction, receipt));
  checkCreated(facts, contradictions, unchecked);
  checkPrice(facts, contradictions, unchecked);
  checkBlobs(facts, contradictions, unchecked);

  claim(block.hash === receipt.blockHash, 'The block is another than the one the receipt names.');
  claim(
    (block.number ?? receipt.blockNumber) === receipt.blockNumber,
    'The block has another number than the receipt says.',
  );
  claim(
    block.transactions[receipt.index] === transaction.hash,
    'The block does not list the transaction at the position that the receipt names.',
  );
  checkHeader(facts, contradictions, unchecked);
  return { contradictions, unchecked };
}

/** The chain that the transaction is signed for (EIP-155; typed envelopes always name one). */
function checkChain(
  { transaction, maker, saysNoChain }: IdentityFacts,
  contradictions: string[],
  unchecked: string[],
): void {
  const { networkId } = transaction;
  const chainId = isEthereumTransaction(transaction) ? signedChainOf(transaction) : undefined;
  if (saysNoChain) {
    unchecked.push(
      chainId === networkId
        ? 'The endpoint does not say which chain it serves. The transaction is signed for this one.'
        : 'The endpoint does not say which chain it serves, and nothing in the transaction shows that it is this one.',
    );
  }
  if (chainId === undefined || chainId === networkId) return;
  const sentence = `The transaction is signed for chain ${chainId}, not for this one.`;
  if (maker === 'ethereum') contradictions.push(sentence);
  // A development node shows the blocks of the chain it forked under an id of its own.
  else unchecked.push(sentence);
}

/** The transaction's hash from its fields, and its sender from its signature. */
async function checkSignature(
  { transaction, maker, encoding }: IdentityFacts,
  contradictions: string[],
  unchecked: string[],
): Promise<void> {
  const { type, signature, from, hash } = transaction;
  const own = encoding?.transaction?.(transaction);
  const isUnsigned = encoding?.unsigned?.includes(type) === true;
  // A hash covers the signature, where there is to be one.
  const lacksPrice = signature && isSentTransaction(transaction) && isLeftOut(transaction);
  if (own !== undefined && !lacksPrice && (isUnsigned || signature !== undefined) && keccakHex(own) !== hash) {
    contradictions.push('The fields of the transaction do not have its hash.');
    return;
  }
  // The chain itself made it: its hash covers who it is from.
  if (own !== undefined && isUnsigned) return;
  if (own === undefined && isOfUnknownType(transaction)) {
    unchecked.push('Its hash and signature are by rules of its chain, which are not known here.');
    return;
  }
  if (signature === undefined || isStandIn(signature, from)) {
    const what = 'The transaction has no signature that could be checked';
    if (maker === 'ethereum') contradictions.push(`${what}, and no block of this chain has such transactions.`);
    else if (maker === 'family')
      unchecked.push(`${what}: ${signature?.r === ONE_WORD ? 'its chain made it' : 'the endpoint leaves it out'}.`);
    else unchecked.push(`${what}: the node made it for an account that it does not have the key of.`);
    return;
  }
  if (lacksPrice) {
    unchecked.push('Hash and signature are unchecked: the endpoint leaves out a price.');
    return;
  }
  if (own === undefined && isEthereumTransaction(transaction) && hashOf(transaction) !== hash) {
    contradictions.push('The fields of the transaction do not have its hash.');
    return;
  }
  if ((await signerOf(transaction, encoding)) !== from) contradictions.push('The sender did not sign the transaction.');
}

/**
 * Whether the type is none of Ethereum's. Kaia's nodes state its own types as legacy ones, without the fields that their
 * hash covers (kaiachain/kaia, api/api_ethereum.go).
 */
function isOfUnknownType(transaction: Transaction): boolean {
  if (!isEthereumTransaction(transaction)) return true;
  const isOfKaia = transaction.networkId === 8217 || transaction.networkId === 1001;
  return isOfKaia && hashOf(transaction) !== transaction.hash;
}

/**
 * Whether the signature stands in for one: development nodes fill in zeros
 * (Anvil), the sender's address (Hardhat) or that and 1 (virtual networks, see
 * markSender) when they impersonate; Polygon has zeros in what it writes itself, Moonbeam 1 and 1 (primitives/xcm).
 */
function isStandIn({ r, s }: NonNullable<Transaction['signature']>, from: Address): boolean {
  const sender = `0x${from.slice(2).padStart(64, '0')}`;
  return (r === s && (r === ZERO_WORD || r === ONE_WORD)) || (r === sender && (s === sender || s === ONE_WORD));
}

/** The created address: keccak256(rlp([sender, nonce])) (yellow paper §7). */
function checkCreated(
  { transaction, receipt, maker, encoding }: IdentityFacts,
  contradictions: string[],
  unchecked: string[],
): void {
  const { from, to } = transaction;
  const nonce = encoding?.nonce?.(transaction, receipt) ?? transaction.nonce;
  const named = receipt.contractAddress;
  if (named === undefined) return;
  const created = `0x${keccakHex(encodeRlp([from, rlpScalar(nonce)])).slice(26)}`;
  if (to === undefined && named === created) return;
  // Anvil names the contract of a deposit by another nonce than the one that it was created with.
  const isOwn = maker === 'development' && encoding?.unsigned?.includes(transaction.type);
  if (maker === 'other' || isOwn) {
    unchecked.push('The created contract may follow from rules of its chain, which are not known here.');
  } else if (to !== undefined) {
    contradictions.push('The receipt names a created contract, but the transaction is a call.');
  } else {
    contradictions.push(
      `The receipt names another created contract than ${created}, which follows from sender and nonce.`,
    );
  }
}

/** What a unit of gas cost: the price of types 0 and 1, else the base fee and a tip, at most the maximum (EIP-1559). */
function checkPrice(
  { transaction, receipt, block, maker, encoding }: IdentityFacts,
  contradictions: string[],
  unchecked: string[],
): void {
  const { effectiveGasPrice } = receipt;
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (effectiveGasPrice === undefined) return;
  const own = encoding?.price?.(transaction, block, receipt);
  if (own === 'unknown') {
    unchecked.push('The price of gas cannot be checked: its block does not say the base fee that was charged.');
    return;
  }
  const expected = own ?? (type < 2 ? gasPrice : lower(maxFeePerGas, plus(block.baseFeePerGas, maxPriorityFeePerGas)));
  if (effectiveGasPrice === expected) return;
  if (maker === 'other' || (type > 4 && own === undefined)) {
    unchecked.push('The price of gas may follow from rules of its chain, which are not known here.');
  } else if (expected === undefined) {
    unchecked.push('The price of gas could not be checked: the endpoint leaves out a fee.');
  } else {
    contradictions.push(
      'The gas price of the receipt does not follow from the transaction and the base fee of its block.',
    );
  }
}

/** What the blobs of the transaction cost: no receipt root commits to it, it follows from their number and the header (EIP-4844). */
function checkBlobs(
  { transaction, receipt, maker, blobGasPrice }: IdentityFacts,
  contradictions: string[],
  unchecked: string[],
): void {
  if (maker !== 'ethereum') return;
  const count = BigInt(transaction.blobVersionedHashes?.length ?? 0);
  if (receipt.blobGasUsed !== undefined && BigInt(receipt.blobGasUsed) !== count * BLOB_GAS)
    contradictions.push('The blob gas of the receipt does not fit the blobs of the transaction.');
  // Updates change the price alone (EIP-7892), so that rules that are not known here yet may be the reason.
  if (count > 0n && receipt.blobGasPrice !== undefined && receipt.blobGasPrice !== blobGasPrice)
    unchecked.push('The price of blob gas does not follow from the header by the rules known here.');
}

/** The block's hash from its header. */
function checkHeader(facts: IdentityFacts, contradictions: string[], unchecked: string[]): void {
  const { block, maker, encoding } = facts;
  const computed = computeHeaderHash(block, encoding);
  if (computed !== undefined && computed === block.hash) return;
  if (computed === undefined || leavesOut(facts)) {
    unchecked.push('Fields of the header are left out or too large, so its hash could not be checked.');
  } else if (maker === 'other') {
    unchecked.push(
      'The header does not have the hash of the block by the rules of Ethereum; its chain may have others.',
    );
  } else {
    contradictions.push('The fields of the header do not have the hash of the block.');
  }
}

/**
 * Whether the header is without its difficulty, which is hashed as zero then, or without a field that its fork brought, last
 * of all: what is left is hashed as one of an earlier fork.
 */
function leavesOut({ block, fork, encoding }: IdentityFacts): boolean {
  const { difficulty, baseFeePerGas, withdrawalsRoot, parentBeaconBlockRoot, requestsHash } = block;
  if (difficulty === undefined) return true;
  if (fork === undefined) return false;
  if (fork >= Fork.london && baseFeePerGas === undefined) return true;
  if (encoding?.endsWithBaseFee) return false;
  return (
    (fork >= Fork.shanghai && withdrawalsRoot === undefined) ||
    (fork >= Fork.cancun && parentBeaconBlockRoot === undefined) ||
    (fork >= Fork.prague && requestsHash === undefined)
  );
}

function lower(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : least(a, b);
}

function plus(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
