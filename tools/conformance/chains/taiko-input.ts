/** A block of Taiko with its witness, as its prover takes it (taikoxyz/raiko, data/). */
import { RLP } from '@ethereumjs/rlp';
import { keccak256 } from 'viem';
import { bytesToHex, hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { hashOf, senderOf } from '../../../src/core/chain/raw-transaction';
import { type StatedTransaction, type Transaction, transactionOf } from '../../../src/core/chain/transaction';
import { loadFamily } from '../../../src/core/evm/families/load-family';
import type { IncludedBlock } from '../../../src/core/evm/transaction/chain-input';
import { computeHeaderHash } from '../../../src/core/proof/header';
import type { Check } from '../check';
import type { WitnessedBlock } from './witnessed-block';

type Header = Record<string, string | number | null>;
type Envelope = { chain_id: number | null; nonce: number; gas_limit: number; to: string | { Call: string } | null } & {
  value: Hex;
  input: Hex;
  gas_price?: number | string;
  max_fee_per_gas?: number | string;
  max_priority_fee_per_gas?: number | string;
  access_list?: readonly { address: Address; storage_keys?: readonly Hash[]; storageKeys?: readonly Hash[] }[];
};
type Signed = {
  hash: Hash;
  signature: { r: Hex; s: Hex; odd_y_parity: boolean };
  transaction: Record<string, Envelope>;
};
type Node = { data: NodeData };
type NodeData =
  | 'Null'
  | { Digest: Hash }
  | { Leaf: [number[], number[]] }
  | { Extension: [number[], Node] }
  | { Branch: (Node | null)[] };
export type TaikoInput = {
  chain_spec: { chain_id: number };
  block: { header: Header; body: Signed[] };
  parent_header: Header;
  parent_state_trie: Node;
  parent_storage: Record<string, [Node, unknown]>;
  contracts: Hex[];
  ancestor_headers: Header[];
};

const TYPES: Readonly<Record<string, number>> = { Legacy: 0, Eip2930: 1, Eip1559: 2 };

/** Returns the block of an input and its parent; `check` is told of hashes that are not what the input says. */
export async function openTaikoInput(
  check: Pick<Check, 'equal'>,
  input: TaikoInput,
): Promise<WitnessedBlock & { ancestors: readonly IncludedBlock[] }> {
  const networkId = input.chain_spec.chain_id as NetworkId;
  const place = { blockHash: `0x${'00'.repeat(32)}` as Hash, blockNumber: Number(input.block.header.number) };
  const transactions = await Promise.all(
    input.block.body.map(async (signed, index) => {
      const stated = statedOf(signed, networkId);
      const unplaced = transactionOf({ ...stated, from: '0x' as Address }) as never;
      check.equal(`the hash of transaction ${index}`, hashOf(unplaced), signed.hash);
      return transactionOf({ ...stated, ...place, index, from: (await senderOf(unplaced)) as Address });
    }),
  );
  const block = { ...blockOf(input.block.header, networkId), transactions: transactions.map(({ hash }) => hash) };
  const parent = blockOf(input.parent_header, networkId);
  check.equal('the hash of the parent', computeHeaderHash(parent), block.parentHash);
  const family = await loadFamily('taiko');
  const rules = family.rulesAt({ id: networkId, name: 'Taiko' }, block);
  if (!rules.ok) throw new Error(rules.error);
  const preimages = [...input.contracts];
  encode(input.parent_state_trie, preimages);
  for (const [node] of Object.values(input.parent_storage)) encode(node, preimages);
  const hashes = new Map<number, Uint8Array>();
  for (const header of [input.parent_header, ...input.ancestor_headers])
    hashes.set(Number(header.number) - 1, hexToBytes(header.parent_hash as Hex));
  const hash = computeHeaderHash(block) as Hash;
  const ancestors = [input.parent_header, ...input.ancestor_headers].map((header) => {
    const each = blockOf(header, networkId);
    return { ...each, hash: computeHeaderHash(each) as Hash };
  });
  return {
    block: { ...block, hash },
    ancestors,
    rules: rules.value,
    transactions: transactions.map((each) => ({ ...each, blockHash: hash }) as Transaction),
    root: input.parent_header.state_root as Hash,
    preimages,
    hashes,
  };
}

function statedOf({ hash, signature, transaction }: Signed, networkId: NetworkId): Omit<StatedTransaction, 'from'> {
  const [[name, fields]] = Object.entries(transaction) as [[string, Envelope]];
  const type = TYPES[name] as number;
  const { to, chain_id: chainId } = fields;
  const parity = signature.odd_y_parity ? 1 : 0;
  const called = to === null || typeof to === 'string' ? to : to.Call;
  const price = fields.gas_price === undefined ? {} : { gasPrice: BigInt(fields.gas_price) };
  const most = fields.max_fee_per_gas === undefined ? {} : { maxFeePerGas: BigInt(fields.max_fee_per_gas) };
  const tip = fields.max_priority_fee_per_gas;
  const word = (half: Hex) => `0x${half.slice(2).padStart(64, '0')}` as Hex;
  return {
    networkId,
    hash,
    type,
    nonce: fields.nonce,
    gas: fields.gas_limit,
    value: BigInt(fields.value),
    input: fields.input,
    ...(called && { to: called as Address }),
    ...(chainId !== null && { chainId }),
    ...price,
    ...most,
    ...(tip !== undefined && { maxPriorityFeePerGas: BigInt(tip) }),
    ...(type > 0 && {
      accessList: (fields.access_list ?? []).map((entry) => ({
        address: entry.address,
        storageKeys: entry.storage_keys ?? entry.storageKeys ?? [],
      })),
    }),
    signature: {
      r: word(signature.r),
      s: word(signature.s),
      yParity: parity,
      v: BigInt(type > 0 ? parity : chainId === null ? 27 + parity : 35 + 2 * chainId + parity),
    },
  };
}

function blockOf(header: Header, networkId: NetworkId) {
  const text = (name: string) => header[name] as Hex;
  return {
    networkId,
    number: Number(header.number),
    parentHash: text('parent_hash') as Hash,
    sha3Uncles: text('ommers_hash') as Hash,
    miner: text('beneficiary') as Address,
    stateRoot: text('state_root') as Hash,
    transactionsRoot: text('transactions_root') as Hash,
    receiptsRoot: text('receipts_root') as Hash,
    withdrawalsRoot: text('withdrawals_root') as Hash,
    logsBloom: text('logs_bloom'),
    difficulty: BigInt(text('difficulty')),
    gasLimit: Number(header.gas_limit),
    gasUsed: Number(header.gas_used),
    timestamp: Number(header.timestamp),
    mixHash: text('mix_hash') as Hash,
    nonce: `0x${Number(header.nonce).toString(16).padStart(16, '0')}` as Hex,
    baseFeePerGas: BigInt(header.base_fee_per_gas as number),
    extraData: text('extra_data'),
    transactions: [] as Hash[],
  };
}

/** What stands for a node in its parent: its hash, or itself where it is shorter. Adds the bytes of all nodes that have a hash. */
function encode({ data }: Node, preimages: Hex[]): Uint8Array | unknown[] {
  if (data === 'Null') return new Uint8Array(0);
  if ('Digest' in data) return hexToBytes(data.Digest);
  const fields = fieldsOf(data, preimages);
  const bytes = RLP.encode(fields as never);
  if (bytes.length < 32) return fields;
  preimages.push(bytesToHex(bytes));
  return hexToBytes(keccak256(bytes));
}

function fieldsOf(data: Exclude<NodeData, 'Null' | { Digest: Hash }>, preimages: Hex[]): unknown[] {
  if ('Leaf' in data) return data.Leaf.map((each) => Uint8Array.from(each));
  if ('Extension' in data) return [Uint8Array.from(data.Extension[0]), encode(data.Extension[1], preimages)];
  return [...data.Branch.map((each) => (each ? encode(each, preimages) : new Uint8Array(0))), new Uint8Array(0)];
}
