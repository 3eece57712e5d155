/**
 * Blocks of Scroll with their witnesses, as its prover takes them
 * (scroll-tech/zkvm-prover, crates/integration/testdata). No receipts come with
 * them, which state what data costs since Feynman. How far a transaction
 * compresses, which that goes by since then, the program `zstd` says: its third
 * level, but literals stay as they are. Scroll's nodes have version 1.5.7; an
 * older one writes a byte more or less for some transactions.
 */
import { spawnSync } from 'node:child_process';
import { keccak256 } from 'viem';
import { hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { encodeRawTransaction, hashOf, type RawTransaction, senderOf } from '../../../src/core/chain/raw-transaction';
import {
  type Authorization,
  type StatedTransaction,
  type Transaction,
  transactionOf,
} from '../../../src/core/chain/transaction';
import { SCROLL, ScrollFork, scrollRules } from '../../../src/core/evm/families/scroll';
import type { StateView } from '../../../src/core/evm/families/state-view';
import { Stop } from '../../../src/core/evm/run';
import { ViewedState } from '../../../src/core/evm/state/view';
import { computeHeaderHash } from '../../../src/core/proof/header';
import type { Supplied, WitnessedBlock } from './witnessed-block';

type Listed = { address: Address; storage_keys?: readonly Hash[]; storageKeys?: readonly Hash[] };
type Fields = Record<string, string | number | null | readonly unknown[]>;
type Signature = { r: Hex; s: Hex; y_parity?: boolean; yParity?: Hex };
type Authorized = { r: Hex; s: Hex; yParity: Hex; inner: { chain_id: Hex; address: Address; nonce: Hex } };
type Old = Fields & { signature: Signature; transaction_type: number };
type New = Record<string, { signature?: Signature; transaction: Fields; hash?: Hash }>;
export type ScrollWitness = {
  chain_id: number;
  header: Fields;
  pre_state_root?: Hash;
  prev_state_root?: Hash;
  transaction?: Old[];
  transactions?: New[];
  states: Hex[];
  codes: Hex[];
};

/** Envelope type of messages from Ethereum. */
const MESSAGE = 0x7e;
/** Rules by the name of the file: times of these blocks are not those of the chain. */
const FORKS: Readonly<Record<string, ScrollFork>> = {
  euclidv1: ScrollFork.euclid,
  euclidv2: ScrollFork.euclidV2,
  feynman: ScrollFork.feynman,
  galileo: ScrollFork.galileo,
  galileov2: ScrollFork.galileo,
};
/** Bytes that version 1.5.7 makes of transactions of which older ones make others, by hash (counted with facebook/zstd of 2024-10). */
const COMPRESSED: Readonly<Record<string, number | undefined>> = {
  '0x6f30609a6c1918f6acbff14a0d81c20f56c22dec3bf213e0d84aa59c6a3f6b20': 6295,
  '0xc2fc77c73f4f0539855fec6e8640580f08c4fcd306022acf4d26f72c4f2488be': 5153,
  '0x2d42e398a71c6ce58f329f74409b58c36545d1342bf2d1c6e79b41d438603169': 5153,
  '0xe684d5325d9abde80fceab33b6e1ef92043bb7ee66689b9bf4b3550d9f8eea2a': 308,
  '0x61fc6e37401c1f1638f34e5a2e255785c7c17be6496c57572d450c866ddefcaa': 308,
  '0xe0e854160dc1773369fe8af1c9a88133cfa804045f94ffb7e31f590495c576a9': 5153,
  '0x66fc113de3a6db1fd35b2d0e48ef20918392af44c24ae6232fdcfd987e9598c9': 5153,
  '0x9a0e7a9cd28a086577966e1adc72e856ce9f0ebb6d5077063f89879179a3595b': 312,
  '0x71d78460a7939c55a2046037864cb2eb66dfba6648ce8fc4b34e05bb69422178': 308,
  '0xaac4722fa4d9db945587f6c7f2ada02618dc1eeb27d518a26c17c642e687000c': 3955,
  '0x624863b29e922eb915253edb12a70ba81a7d0c4362ca54618989b65de0e147c6': 3955,
  '0x752212c774177de0f211028da25c48782408b1ef31ef2cbb9c6a69cd8bc49846': 3955,
  '0xd24f90f3ebf7fd265bd970b61d7898364c5ea5efc6890b522713bae4e904d6b6': 5153,
  '0x570bb9fad1449d4a33409537726ab76abbd6df44792ad5732ef9912f7a531627': 5153,
  '0x59586ac21c57c48d5553cc014c60afb7b06f9d68c8dc69cb71f1ee8e691245c8': 294,
  '0x99a9c59d170f836678c2ef018dfb5befc4cc4dc78951f0bf9a482c8facb477bf': 591,
  '0xa2ac62b2a86f058c7c4917ff142cf2a325054402b9a9862364b801f2b70d16db': 524,
  '0x453108f0d44729836fd357a7ac9b1a8ecd7dcf315bdc5b8e94134bcb61543eaf': 422,
  '0x258d0d9bccb7e51c9453efc9a3ab0c5172dd2e89d7577994c175652eaea7d32f': 524,
};
const MAGIC = 4;

/** Returns the bytes that zstd makes of `data` without its magic number; undefined where it is not installed. */
function compressedSize(data: Uint8Array): number | undefined {
  const settings = ['-q', '-3', '--no-check', '--no-compress-literals', `--stream-size=${data.length}`];
  const { stdout, error } = spawnSync('zstd', [...settings, '-c'], { input: data });
  return error === undefined ? Math.min(data.length, stdout.length - MAGIC) : undefined;
}

/** Returns the block of a witness, which the file of this name has, with what its receipts state of fees. */
export async function openScrollWitness(name: string, witness: ScrollWitness): Promise<WitnessedBlock> {
  const fork = FORKS[name.split('-')[0] as string] as ScrollFork;
  const given = await blockOf(witness, fork);
  if (fork < ScrollFork.feynman) return given;
  return {
    ...given,
    statedFees: async (_, each, before) => {
      if (each.type === MESSAGE) return { l1Fee: '0x0' };
      const raw = hexToBytes(encodeRawTransaction(each as RawTransaction));
      const oracle = await readOracle(before);
      const fee =
        fork === ScrollFork.feynman
          ? feynmanFee(oracle, raw.length, hexToBytes(each.input))
          : galileoFee(oracle, COMPRESSED[each.hash] ?? compressedSize(raw) ?? raw.length);
      return { l1Fee: `0x${fee.toString(16)}` };
    },
  };
}

type Oracle = Record<'baseFee' | 'blobBaseFee' | 'exec' | 'blob' | 'threshold' | 'factor', bigint>;
const PRECISION = 1_000_000_000n;

/** What the data costs (scroll-revm, l1block.rs: calculate_tx_l1_cost_feynman); how far its input compresses says what is added. */
function feynmanFee(oracle: Oracle, size: number, input: Uint8Array): bigint {
  const compressed = input.length === 0 ? undefined : compressedSize(input);
  const ratio = compressed === undefined ? PRECISION : (BigInt(input.length) * PRECISION) / BigInt(compressed);
  const penalty = ratio >= oracle.threshold ? PRECISION : oracle.factor;
  return (BigInt(size) * perByte(oracle) * penalty) / PRECISION / PRECISION;
}

/** The same since Galileo, by the bytes that the whole compresses to (calculate_tx_l1_cost_galileo). */
function galileoFee(oracle: Oracle, compressed: number): bigint {
  const base = perByte(oracle) * BigInt(compressed);
  return (base + (base * BigInt(compressed)) / (oracle.factor || 1n)) / PRECISION;
}

function perByte(oracle: Oracle): bigint {
  return oracle.exec * oracle.baseFee + oracle.blob * oracle.blobBaseFee;
}

const ORACLE = hexToBytes('0x5300000000000000000000000000000000000002');

/** Reads what data costs from the state before a transaction: one before it in the block may have set it. */
async function readOracle(before: Supplied): Promise<Oracle> {
  const view: StateView = new ViewedState(before.state);
  const slots = [1n, 5n, 6n, 7n, 9n, 10n];
  const isKnown = () => slots.every((slot) => view.requireSlot(ORACLE, slot));
  await before.run({ run: () => (isKnown() ? Stop.done : Stop.missing) });
  const [baseFee, blobBaseFee, exec, blob, threshold, factor] = slots.map((slot) =>
    view.slot(ORACLE, slot),
  ) as bigint[];
  return { baseFee, blobBaseFee, exec, blob, threshold, factor } as Oracle;
}

async function blockOf(witness: ScrollWitness, fork: ScrollFork): Promise<WitnessedBlock> {
  const networkId = witness.chain_id as NetworkId;
  const header = witness.header;
  const text = (...names: string[]) => header[names.find((name) => header[name] !== undefined) as string] as Hex;
  const place = { blockHash: `0x${'00'.repeat(32)}` as Hash, blockNumber: Number(text('number')) };
  const transactions = await Promise.all(
    [...(witness.transaction ?? []).map(fromOld), ...(witness.transactions ?? []).map(fromNew)].map(
      async (stated, index) => {
        const unplaced = { ...stated, networkId, ...place, index };
        const unsigned = transactionOf({ ...unplaced, hash: '0x' as Hash, from: stated.from ?? ('0x' as Address) });
        const raw = unsigned as unknown as RawTransaction;
        const hash = stated.from === undefined ? hashOf(raw) : hashOfMessage(unsigned);
        return transactionOf({ ...unplaced, hash, from: stated.from ?? ((await senderOf(raw)) as Address) });
      },
    ),
  );
  const unhashed = {
    networkId,
    number: place.blockNumber,
    parentHash: text('parent_hash') as Hash,
    sha3Uncles: text('sha3Uncles', 'ommers_hash') as Hash,
    miner: text('miner', 'beneficiary') as Address,
    stateRoot: text('state_root') as Hash,
    transactionsRoot: text('transactions_root') as Hash,
    receiptsRoot: text('receipts_root') as Hash,
    logsBloom: text('logs_bloom'),
    difficulty: BigInt(text('difficulty')),
    gasLimit: Number(text('gas_limit')),
    gasUsed: Number(text('gas_used')),
    timestamp: Number(text('timestamp')),
    mixHash: text('mix_hash') as Hash,
    nonce: text('nonce'),
    extraData: text('extra_data'),
    baseFeePerGas: BigInt(text('base_fee_per_gas')),
    transactions: transactions.map(({ hash }) => hash),
  };
  const block: WitnessedBlock['block'] = { ...unhashed, hash: computeHeaderHash(unhashed) ?? place.blockHash };
  return {
    block,
    rules: scrollRules(fork),
    transactions: transactions.map((each) => ({ ...each, blockHash: block.hash }) as Transaction),
    root: (witness.pre_state_root ?? witness.prev_state_root) as Hash,
    preimages: [...witness.states, ...witness.codes],
  };
}

/** A transaction before its place is known. Only messages state their sender. */
type Unplaced = Omit<StatedTransaction, 'networkId' | 'hash' | 'from'> & { from?: Address };

function fromOld(given: Old): Unplaced {
  return stated(given, given.transaction_type, given.signature, given.signature.y_parity ? 1 : 0);
}

function fromNew(given: New): Unplaced {
  const [[name, { signature, transaction }]] = Object.entries(given) as [[string, New[string]]];
  if (!signature) return message(transaction);
  const type = { Legacy: 0, Eip2930: 1, Eip1559: 2, Eip7702: 4 }[name] as number;
  return stated(transaction, type, signature, Number(signature.yParity));
}

function hashOfMessage(given: Transaction): Hash {
  return keccak256(SCROLL.encoding?.transaction?.(given) as Hex) as Hash;
}

function message({ sender, to, gas, value, input, queueIndex }: Fields): Unplaced {
  return {
    ...{ type: MESSAGE, nonce: 0, from: sender as Address, to: to as Address, input: input as Hex },
    ...{ gas: Number(gas), value: BigInt(value as Hex), gasPrice: 0n, rollup: { queueIndex: queueIndex as Hex } },
  };
}

function stated(fields: Fields, type: number, { r, s }: Signature, parity: number): Unplaced {
  const big = (name: string) => (fields[name] == null ? undefined : BigInt(fields[name] as string));
  const chainId = fields.chain_id == null ? undefined : Number(fields.chain_id);
  const gasPrice = big('gas_price');
  const maxFeePerGas = big('max_fee_per_gas');
  const maxPriorityFeePerGas = big('max_priority_fee_per_gas');
  const to = fields.to as Address | null;
  return {
    type,
    nonce: Number(fields.nonce),
    gas: Number(fields.gas ?? fields.gas_limit),
    value: BigInt(fields.value as string),
    input: fields.input as Hex,
    ...(to && { to }),
    ...(chainId !== undefined && { chainId }),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    accessList: ((fields.access_list ?? []) as readonly Listed[]).map((entry) => ({
      address: entry.address,
      storageKeys: entry.storage_keys ?? entry.storageKeys ?? [],
    })),
    ...(fields.authorization_list && {
      authorizationList: (fields.authorization_list as Authorized[]).map(authorization),
    }),
    signature: {
      r: word(r),
      s: word(s),
      yParity: parity,
      v: BigInt(type > 0 ? parity : chainId === undefined ? 27 + parity : 35 + 2 * chainId + parity),
    },
  };
}

function authorization({ r, s, yParity, inner }: Authorized): Authorization {
  const { chain_id: chainId, address, nonce } = inner;
  const signature = { r: word(r), s: word(s), yParity: Number(yParity) };
  return { chainId: Number(chainId), address, nonce: Number(nonce), ...signature };
}

const word = (half: Hex) => `0x${half.slice(2).padStart(64, '0')}` as Hex;
