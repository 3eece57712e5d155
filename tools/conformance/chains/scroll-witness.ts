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
import { ViewedState } from '../../../src/core/evm/state/view';
import { computeHeaderHash } from '../../../src/core/proof/header';
import type { WitnessedBlock } from './witnessed-block';
import { WitnessedState } from './witnessed-state';

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
/** Bytes of the compressed transaction of a block that has one, where only these give the state root. */
const COMPRESSED: Readonly<Record<string, number | undefined>> = {
  'galileo-20239172': 3955,
  'galileo-20239190': 3955,
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
  const oracle = await readOracle(given);
  const fees = given.transactions.map((each) => {
    if (each.type === MESSAGE) return 0n;
    const raw = hexToBytes(encodeRawTransaction(each as RawTransaction));
    if (fork === ScrollFork.feynman) return feynmanFee(oracle, raw.length, hexToBytes(each.input));
    return galileoFee(oracle, COMPRESSED[name] ?? compressedSize(raw) ?? raw.length);
  });
  return { ...given, statedFees: (index) => ({ l1Fee: `0x${fees[index]?.toString(16)}` }) };
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

async function readOracle({ root, preimages }: Pick<WitnessedBlock, 'root' | 'preimages'>): Promise<Oracle> {
  const witnessed = WitnessedState.of(root, preimages);
  const view: StateView = new ViewedState(witnessed.state);
  const read = async (slot: bigint) => {
    while (!view.requireSlot(ORACLE, slot)) await witnessed.supply();
    return view.slot(ORACLE, slot);
  };
  return {
    baseFee: await read(1n),
    blobBaseFee: await read(5n),
    exec: await read(6n),
    blob: await read(7n),
    threshold: await read(9n),
    factor: await read(10n),
  };
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
