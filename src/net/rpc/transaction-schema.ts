/** eth_getTransactionByHash and the transactions of a block (execution API specification; rollup fields after their nodes). */
import { array, check, type InferOutput, nullish, object, pipe, transform, unknown } from 'valibot';
import type { NetworkId } from '../../core/chain/primitives';
import {
  type AccessListEntry,
  type Authorization,
  type StatedTransaction,
  type Transaction,
  type TransactionSignature,
  transactionOf,
} from '../../core/chain/transaction';
import { type Fields, readFields } from '../../core/values/json-fields';
import {
  address,
  addressOrNone,
  bigQuantity,
  bytes,
  compact,
  exactQuantity,
  hash,
  loose,
  quantity,
  withRollup,
  word,
} from './fields';

/** Fields that only rollups have, under the names of their nodes. */
const ROLLUP_FIELDS = [
  // Optimism before Bedrock, and Boba
  'l1BlockNumber',
  'l1Timestamp',
  'l1TxOrigin',
  'l1MessageSender',
  'queueOrigin',
  'queueIndex',
  'rawTransaction',
  'l1Turing',
  // OP Stack deposits
  'sourceHash',
  'mint',
  'isSystemTx',
  'systemTx',
  'depositTx',
  'amountToMint',
  'depositReceiptVersion',
  'ethValue',
  'ethTxValue',
  // Arbitrum Nitro
  'requestId',
  'ticketId',
  'maxRefund',
  'submissionFeeRefund',
  'refundTo',
  'l1BaseFee',
  'depositValue',
  'retryTo',
  'retryValue',
  'retryData',
  'beneficiary',
  'maxSubmissionFee',
  // ZKsync
  'l1BatchNumber',
  'l1BatchTxIndex',
  // Celo
  'feeCurrency',
  'maxFeeInFeeCurrency',
  'gatewayFee',
  'gatewayFeeRecipient',
] as const;

/**
 * Bytes of input at most: what 60 million gas, the whole of a block, pays for at the least price of a byte (4 gas, EIP-2028).
 * Nodes pass on far smaller ones; a larger one would take a minute to be hashed, kept and drawn.
 */
const MAX_INPUT = 16 * 1024 * 1024;

const input = pipe(
  bytes,
  check(
    (text) => text.length <= 2 + 2 * MAX_INPUT,
    () => `an input of at most ${MAX_INPUT.toLocaleString('en')} bytes was expected`,
  ),
);

const accessList = array(
  pipe(
    unknown(),
    transform(inOneLevel),
    object({ address, storageKeys: nullish(array(word)) }),
    transform((entry): AccessListEntry => ({ address: entry.address, storageKeys: entry.storageKeys ?? [] })),
  ),
);

const authorizationList = array(
  pipe(
    unknown(),
    transform(inOneLevel),
    object({
      chainId: exactQuantity,
      address,
      nonce: exactQuantity,
      yParity: nullish(quantity),
      v: nullish(quantity),
      r: word,
      s: word,
    }),
    transform(
      ({ v, yParity, ...rest }): Authorization => ({
        ...rest,
        yParity: yParity ?? v ?? 0,
      }),
    ),
  ),
);

/** Returns an entry of a list as the specification names its fields. Some nodes of Frontier (Bittensor) write them as its code does. */
function inOneLevel(entry: unknown): Fields {
  const { storage_keys: storageKeys, chain_id: chainId, signature, ...named } = readFields(entry);
  const { odd_y_parity, ...pair } = readFields(signature);
  const yParity = odd_y_parity === undefined ? odd_y_parity : Number(odd_y_parity);
  return { storageKeys, chainId, yParity, ...pair, ...named };
}

const rawTransaction = object({
  ...loose(ROLLUP_FIELDS),
  hash,
  type: nullish(quantity),
  from: address,
  to: addressOrNone,
  nonce: nullish(quantity),
  value: nullish(bigQuantity),
  input: nullish(input),
  data: nullish(input),
  gas: exactQuantity,
  gasPrice: nullish(bigQuantity),
  maxFeePerGas: nullish(bigQuantity),
  maxPriorityFeePerGas: nullish(bigQuantity),
  maxFeePerBlobGas: nullish(bigQuantity),
  blobVersionedHashes: nullish(array(hash)),
  accessList: nullish(accessList),
  authorizationList: nullish(authorizationList),
  chainId: nullish(quantity),
  v: nullish(bigQuantity),
  yParity: nullish(quantity),
  r: nullish(word),
  s: nullish(word),
  blockHash: nullish(hash),
  blockNumber: nullish(quantity),
  transactionIndex: nullish(quantity),
});

/**
 * Envelopes that only some chain has may have no value: those of Tempo have a list of calls instead. What ends a block of
 * the OP Stack has no nonce (specification, lagoon/post-exec.md).
 */
const isWhole = (raw: InferOutput<typeof rawTransaction>) => {
  const type = raw.type ?? typeOf(raw);
  return (type > 4 || raw.value != null) && (type === 0x7d || raw.nonce != null);
};

/** Returns the schema of a transaction of the network, pending or included. Types that are not known are kept. */
export function transactionSchema(networkId: NetworkId) {
  return pipe(
    rawTransaction,
    check(isWhole, 'value and nonce were expected'),
    transform((raw): Transaction => {
      const type = raw.type ?? typeOf(raw);
      const { data, transactionIndex, v, r: _r, s: _s, yParity: _p, ...transaction } = withRollup(raw, ROLLUP_FIELDS);
      const stated = compact<StatedTransaction>({
        ...transaction,
        networkId,
        type,
        gas: Number(raw.gas),
        exact: typeof raw.gas === 'bigint' ? { gas: raw.gas } : undefined,
        nonce: raw.nonce ?? 0,
        value: raw.value ?? 0n,
        input: raw.input ?? data ?? '0x',
        // Typed envelopes name their chain: where the answer does not, it can be none but this, which the hash shows.
        chainId: raw.chainId ?? (hasChainId(type) ? networkId : chainIdOf(v)),
        signature: signatureOf(raw, type),
        index: transactionIndex,
      });
      return transactionOf(stated);
    }),
  );
}

/** The signature, where no part of it is left out: the parity alone stands for `v` in typed envelopes only. */
function signatureOf(
  { v, r, s, yParity }: InferOutput<typeof rawTransaction>,
  type: number,
): TransactionSignature | undefined {
  const whole = v ?? (type === 0 || yParity == null ? undefined : BigInt(yParity));
  return r && s && whole !== undefined ? compact<TransactionSignature>({ r, s, v: whole, yParity }) : undefined;
}

/** Ethereum's typed envelopes, and those of Celo (CIP-42, CIP-64, CIP-66). */
function hasChainId(type: number): boolean {
  return (type > 0 && type <= 4) || (type >= 0x7a && type <= 0x7c);
}

/** The type that the fields belong to, where a node does not state it. */
function typeOf(raw: {
  sourceHash?: unknown;
  feeCurrency?: unknown;
  authorizationList?: unknown;
  blobVersionedHashes?: unknown;
  maxFeePerGas?: unknown;
  accessList?: unknown;
  to?: unknown;
  gas: number | bigint;
}) {
  if (raw.sourceHash) return 0x7e;
  // Nothing is created without gas: what ends a block of the OP Stack.
  if (!raw.to && !raw.gas) return 0x7d;
  if (raw.feeCurrency && raw.maxFeePerGas) return 0x7b;
  if (raw.authorizationList) return 4;
  if (raw.blobVersionedHashes) return 3;
  return raw.maxFeePerGas ? 2 : raw.accessList ? 1 : 0;
}

/** The chain id in the `v` of a legacy signature (EIP-155), which not all nodes state beside it. Those of typed ones are 0 and 1. */
function chainIdOf(v: bigint | null | undefined): number | undefined {
  const id = v != null && v >= 35n ? Number((v - 35n) / 2n) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}
