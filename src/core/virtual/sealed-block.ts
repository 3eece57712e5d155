/** Blocks of a virtual network with what belongs to them, and as bytes. */
import { fromRlp, toRlp } from 'viem';
import { hexToBytes } from '../chain/hex';
import { keccakHex } from '../chain/keccak';
import type { Address, Hash, Hex, NetworkId } from '../chain/primitives';
import { decodeRawTransaction, encodeRawTransaction, senderOf } from '../chain/raw-transaction';
import { type RlpItem, rlpScalar } from '../chain/rlp';
import type { Block, Receipt, SentTransaction, Withdrawal } from '../chain/transaction';
import { encodeHeader } from '../proof/header';
import { computeListRoot } from '../proof/trie';

export type SealedBlock = {
  block: Block & { hash: Hash; number: number };
  transactions: readonly SentTransaction[];
  /** Only blocks that others mined by work have any. */
  uncles: readonly Uncle[];
  receipts: readonly Receipt[];
};

export type Uncle = { hash: Hash; number: number; miner: Address; header: RlpItem };

/** keccak256(rlp([])): a header without uncles. */
export const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash;

/** Returns the root of a block's transactions. */
export function transactionsRootOf(transactions: readonly SentTransaction[]): Hash {
  return computeListRoot(transactions.map((transaction) => hexToBytes(encodeRawTransaction(transaction))));
}

/** Returns the root of a block's withdrawals (EIP-4895). */
export function withdrawalsRootOf(withdrawals: readonly Withdrawal[]): Hash {
  return computeListRoot(
    withdrawals.map((withdrawal) => hexToBytes(toRlp(withdrawalItem(withdrawal) as Parameters<typeof toRlp>[0]))),
  );
}

/** Encodes the block as it travels between nodes: header, transactions, uncles, withdrawals. */
export function encodeBlock({ block, transactions, uncles }: Omit<SealedBlock, 'receipts'>): Hex {
  const parts: RlpItem[] = [
    fromRlp(encodeHeader(block) ?? '0xc0', 'hex') as RlpItem,
    transactions.map((transaction) => {
      const raw = encodeRawTransaction(transaction);
      return transaction.type === 0 ? (fromRlp(raw, 'hex') as RlpItem) : raw;
    }),
    uncles.map(({ header }) => header),
  ];
  if (block.withdrawals) parts.push(block.withdrawals.map(withdrawalItem));
  return toRlp(parts as Parameters<typeof toRlp>[0]);
}

function withdrawalItem({ index, validatorIndex, address, amount }: Withdrawal): RlpItem {
  return [rlpScalar(index), rlpScalar(validatorIndex), address, rlpScalar(amount)];
}

/** Decodes a block from elsewhere, before it is executed. Throws a sentence on bytes that are no block. */
export async function decodeBlock(encoded: Hex, networkId: NetworkId): Promise<Omit<SealedBlock, 'receipts'>> {
  const [header, bodies, uncles, withdrawals] = fromRlp(encoded, 'hex') as readonly RlpItem[];
  if (!Array.isArray(header) || !Array.isArray(bodies) || !Array.isArray(uncles)) throw new Error('This is no block.');
  const hash = hashOfHeader(header);
  const block = { ...blockOfHeader(header as readonly Hex[], networkId), hash };
  const transactions = await Promise.all(
    bodies.map(async (body, index) => {
      const raw = Array.isArray(body) ? toRlp(body as Parameters<typeof toRlp>[0]) : (body as Hex);
      const decoded = decodeRawTransaction(raw);
      if (!decoded.ok) throw new Error(decoded.error);
      const from = await senderOf(decoded.value);
      if (from === undefined) throw new Error(`Transaction ${index} of block ${block.number} is signed by nobody.`);
      const place = {
        networkId,
        hash: keccakHex(raw),
        from,
        blockHash: hash,
        blockNumber: block.number,
        index,
      };
      return { ...decoded.value, ...place } as SentTransaction;
    }),
  );
  const listedUncles = (uncles as readonly RlpItem[]).map((uncle): Uncle => {
    const { number, miner } = blockOfHeader(uncle as readonly Hex[], networkId);
    return { hash: hashOfHeader(uncle), number, miner, header: uncle };
  });
  const listed = withdrawals as readonly (readonly Hex[])[] | undefined;
  return {
    block: {
      ...block,
      ...(listed === undefined ? {} : { withdrawals: listed.map(withdrawalOf) }),
      transactions: transactions.map((transaction) => transaction.hash),
    },
    transactions,
    uncles: listedUncles,
  };
}

function hashOfHeader(header: RlpItem): Hash {
  return keccakHex(toRlp(header as Parameters<typeof toRlp>[0]));
}

function withdrawalOf([index, validatorIndex, address, amount]: readonly Hex[]): Withdrawal {
  return {
    index: Number(integer(index)),
    validatorIndex: Number(integer(validatorIndex)),
    address: address as Address,
    amount: integer(amount),
  };
}

function blockOfHeader(fields: readonly Hex[], networkId: NetworkId): Block & { number: number } {
  const [parentHash, sha3Uncles, miner, stateRoot, transactionsRoot, receiptsRoot] = fields as readonly Hash[];
  const scalars = fields.map((field) => (field.length <= 66 ? integer(field) : 0n));
  const optional = <Name extends string, Value>(name: Name, index: number, value: Value) =>
    (index < fields.length ? { [name]: value } : {}) as Partial<Record<Name, Value>>;
  return {
    networkId,
    parentHash,
    sha3Uncles,
    miner: miner as Hex as Address,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    logsBloom: fields[6],
    difficulty: scalars[7],
    number: Number(scalars[8]),
    gasLimit: Number(scalars[9]),
    gasUsed: Number(scalars[10]),
    timestamp: Number(scalars[11]),
    extraData: fields[12],
    mixHash: fields[13] as Hash,
    nonce: fields[14],
    ...optional('baseFeePerGas', 15, scalars[15]),
    ...optional('withdrawalsRoot', 16, fields[16] as Hash),
    ...optional('blobGasUsed', 17, Number(scalars[17])),
    ...optional('excessBlobGas', 18, Number(scalars[18])),
    ...optional('parentBeaconBlockRoot', 19, fields[19] as Hash),
    ...optional('requestsHash', 20, fields[20] as Hash),
    transactions: [],
  };
}

function integer(field: Hex): bigint {
  return field === '0x' ? 0n : BigInt(field);
}
