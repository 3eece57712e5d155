/**
 * Scroll and Scroll Sepolia: the EVM without what their proofs leave out
 * (SELFDESTRUCT, blobs, some precompiles), messages from Ethereum that pay no
 * fee, and fees that all go to a vault, data included.
 *
 * What data costs is computed from the state until Feynman, and depends on how
 * well it compresses since then: then the receipt states it.
 *
 * Sources: scroll-tech/scroll-revm, src/ (spec.rs, precompile/, instructions.rs,
 * handler.rs, l1block.rs); scroll-tech/go-ethereum, params/config.go,
 * core/state_transition.go, core/types/l1_message_tx.go; docs.scroll.io, upgrades
 * (Galileo, 2025-12, is the newest there in 2026-08; its second part, two days
 * later, changes what contracts of the protocol answer and not the machine).
 */
import { toRlp } from 'viem';
import { hexToBytes } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Hex } from '../../chain/primitives';
import { rlpScalar } from '../../chain/rlp';
import { isEthereumTransaction, type Receipt, type Transaction } from '../../chain/transaction';
import { fail, ok, type Result } from '../../values/result';
import type { BlockFields } from '../block-fields';
import { modexp } from '../precompiles/modexp';
import { type Precompile, slice, toBigInt } from '../precompiles/result';
import { ethereumPrecompile, type PrecompiledContract } from '../precompiles/table';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import { BASEFEE, BLOBBASEFEE, BLOBHASH, SELFDESTRUCT } from '../rules/opcode-bytes';
import { ethereumFees } from '../transaction/fees';
import type { TransactionInput } from '../transaction/transaction-input';
import { asSent, encodedOf } from './as-sent';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family, RuledBlock } from './family';
import type { FeePart, Payment, Protocol } from './protocol';
import { ruleAt } from './schedule';
import type { StateView } from './state-view';

/** Scroll's forks that change execution or fees, in order. */
export const ScrollFork = {
  archimedes: 0,
  bernoulli: 1,
  curie: 2,
  euclid: 3,
  euclidV2: 4,
  feynman: 5,
  galileo: 6,
} as const;
export type ScrollFork = (typeof ScrollFork)[keyof typeof ScrollFork];

type Schedule = {
  times: readonly (readonly [ScrollFork, number])[];
  blocks: readonly (readonly [ScrollFork, number])[];
};
const MAINNET: Schedule = {
  times: [
    [ScrollFork.galileo, 1_765_868_400],
    [ScrollFork.feynman, 1_755_576_000],
    [ScrollFork.euclidV2, 1_745_305_200],
    [ScrollFork.euclid, 1_744_815_600],
  ],
  blocks: [
    [ScrollFork.curie, 7_096_836],
    [ScrollFork.bernoulli, 5_220_340],
  ],
};
const SEPOLIA: Schedule = {
  times: [
    [ScrollFork.galileo, 1_764_054_000],
    [ScrollFork.feynman, 1_753_167_600],
    [ScrollFork.euclidV2, 1_741_852_800],
    [ScrollFork.euclid, 1_741_680_000],
  ],
  blocks: [
    [ScrollFork.curie, 4_740_239],
    [ScrollFork.bernoulli, 3_747_132],
  ],
};
const SEPOLIA_ID = 534351;

const FORKS: Readonly<Record<ScrollFork, Fork>> = {
  [ScrollFork.archimedes]: Fork.shanghai,
  [ScrollFork.bernoulli]: Fork.shanghai,
  // MCOPY and transient storage came with it, and EIP-1559.
  [ScrollFork.curie]: Fork.cancun,
  [ScrollFork.euclid]: Fork.cancun,
  // EIP-7702
  [ScrollFork.euclidV2]: Fork.prague,
  [ScrollFork.feynman]: Fork.prague,
  [ScrollFork.galileo]: Fork.osaka,
};

const FEE_VAULT = hexToBytes('0x5300000000000000000000000000000000000005');
const GAS_PRICE_ORACLE = hexToBytes('0x5300000000000000000000000000000000000002');
/** Envelope type of messages from Ethereum. */
const MESSAGE = 0x7e;

export const SCROLL: Family = {
  id: 'scroll',
  name: 'Scroll',
  nextBaseFee: sameBaseFee,
  rulesAt: ({ id }, block) => ok(scrollRules(forkAt(id === SEPOLIA_ID ? SEPOLIA : MAINNET, block))),
  environment: () => ({ coinbase: FEE_VAULT, random: 0n }),
  input: scrollInput,
  needsReceipt: true,
  // EIP-2935 came with Feynman.
  systemCalls: (_, { protocol }, ethereum) => (isBeforeFeynman(protocol) ? [] : ethereum),
  encoding: {
    transaction: (transaction) => (transaction.type === MESSAGE ? encodeMessage(transaction) : undefined),
    endsWithBaseFee: true,
    unsigned: [MESSAGE],
    price: ({ type }) => (type === MESSAGE ? 0n : undefined),
  },
};

function forkAt(schedule: Schedule, { number = Number.POSITIVE_INFINITY, timestamp }: RuledBlock): ScrollFork {
  return ruleAt(schedule.times, timestamp) ?? ruleAt(schedule.blocks, number) ?? ScrollFork.archimedes;
}

const made = new Map<ScrollFork, ChainRules>();

/** Returns the rules of a fork of Scroll. */
export function scrollRules(fork: ScrollFork): ChainRules {
  const rules = made.get(fork) ?? {
    fork: FORKS[fork],
    blobs: BLOBS_CANCUN,
    family: SCROLL,
    protocol: protocolOf(fork),
    ...(fork >= ScrollFork.feynman && { basis: 'receipt' as const }),
  };
  made.set(fork, rules);
  return rules;
}

/** EIP-7623 came with it. */
function isBeforeFeynman(protocol: Protocol | undefined): boolean {
  return protocol?.hasNoDataFloor === true;
}

/** Code cannot tell that it is no hash: keccak256 of the chain id and the number, 8 bytes each. */
function madeUpHash(chainId: bigint, number: number): Uint8Array {
  const preimage = new DataView(new ArrayBuffer(16));
  preimage.setBigUint64(0, chainId);
  preimage.setBigUint64(8, BigInt(number));
  return keccak(new Uint8Array(preimage.buffer));
}

function scrollInput(
  transaction: Transaction,
  _block: unknown,
  receipt?: Receipt,
): Result<Partial<TransactionInput>, string> {
  if (transaction.type === MESSAGE) return ok({ isForced: true, isWithoutRefund: true });
  if (!isEthereumTransaction(transaction) || transaction.type === 3)
    return fail(`Scroll has no transactions of type ${transaction.type}.`);
  const stated = receipt?.rollup?.l1Fee;
  return ok({
    ...asSent(transaction),
    ...(stated !== undefined && /^0x[0-9a-f]+$/i.test(stated) && { statedDataFee: BigInt(stated) }),
  });
}

/** `0x7e ‖ rlp([queueIndex, gas, to, value, data, sender])`; undefined where the node leaves the index out. */
function encodeMessage({ rollup, gas, to, value, input, from }: Transaction): Hex | undefined {
  const index = rollup?.queueIndex;
  if (index === undefined || !/^(0x[0-9a-f]+|[0-9]+)$/i.test(index)) return undefined;
  const fields = [rlpScalar(BigInt(index)), rlpScalar(gas), to ?? '0x', rlpScalar(value), input, from] as const;
  return `0x${MESSAGE.toString(16)}${toRlp(fields).slice(2)}`;
}

const BEFORE_CURIE = [SELFDESTRUCT, BASEFEE];
const SINCE_CURIE = [SELFDESTRUCT, BLOBHASH, BLOBBASEFEE];

function protocolOf(fork: ScrollFork): Protocol {
  return {
    precompiles: precompilesOf(fork),
    undefinedOpcodes: fork < ScrollFork.curie ? BEFORE_CURIE : SINCE_CURIE,
    // Of Osaka, Galileo took what is in the machine (EIP-7823, 7883, 7939, 7951), and not the bound of EIP-7825.
    ...(fork >= ScrollFork.galileo && { maxGasLimit: Number.POSITIVE_INFINITY }),
    ...(fork < ScrollFork.feynman && {
      hasNoDataFloor: true as const,
      blockHash: (_: unknown, { chainId }: Pick<BlockFields, 'chainId'>, number: number) => madeUpHash(chainId, number),
    }),
    require: (state, transaction) =>
      state.requireAccount(FEE_VAULT) &&
      slotsFor(transaction, fork).every((slot) => state.requireSlot(GAS_PRICE_ORACLE, slot)),
    fees: (payment) => feesOf(payment, fork),
  };
}

function feesOf(payment: Payment, fork: ScrollFork): readonly FeePart[] {
  const { state, transaction } = payment;
  const wei = transaction.statedDataFee ?? dataFee(state, encodedOf(payment), fork);
  const parts: FeePart[] = ethereumFees(payment).map((part) => ({ ...part, to: FEE_VAULT }));
  return wei > 0n ? [...parts, { kind: 'data', wei, to: FEE_VAULT }] : parts;
}

/**
 * Slots of the oracle (l1block.rs). Since Feynman, `commitScalar` scales the cost of executing each byte, no longer
 * that of committing it.
 */
const SLOTS = { baseFee: 1n, overhead: 2n, scalar: 3n, blobBaseFee: 5n, commitScalar: 6n, blobScalar: 7n };
/** Slot of the penalty for transactions that compress little, since Feynman. */
const PENALTY_FACTOR = 10n;
const PRECISION = 1_000_000_000n;

function slotsFor({ statedDataFee, isForced }: TransactionInput, fork: ScrollFork): readonly bigint[] {
  const isEstimated = fork >= ScrollFork.feynman && statedDataFee === undefined && !isForced;
  return [...Object.values(SLOTS), ...(isEstimated ? [PENALTY_FACTOR] : [])];
}

/** Returns what the data costs, in wei. Since Feynman it is the most that it can be: as if nothing could be compressed. */
export function dataFee(state: StateView, encoded: Uint8Array, fork: ScrollFork): bigint {
  const read = (name: keyof typeof SLOTS) => state.slot(GAS_PRICE_ORACLE, SLOTS[name]);
  const size = BigInt(encoded.length);
  if (fork < ScrollFork.curie) {
    const zeros = BigInt(encoded.filter((byte) => byte === 0).length);
    const gas = 4n * zeros + 16n * (size - zeros) + read('overhead') + 64n;
    return (gas * read('baseFee') * read('scalar')) / PRECISION;
  }
  const committed = read('commitScalar') * read('baseFee');
  const blob = read('blobScalar') * read('blobBaseFee');
  if (fork < ScrollFork.feynman) return (committed + size * blob) / PRECISION;
  const penalty = state.slot(GAS_PRICE_ORACLE, PENALTY_FACTOR);
  const whole = size * (committed + blob);
  if (fork < ScrollFork.galileo) return (whole * (penalty > PRECISION ? penalty : PRECISION)) / PRECISION ** 2n;
  return (whole + (whole * size) / (penalty || 1n)) / PRECISION;
}

const DISABLED: Precompile = () => ({ ok: false, error: 'not implemented' });
/** Bytes that a number of MODEXP, and the input of a pairing, have at most until they are as on Ethereum. */
const MOST_MODEXP = 32n;
const MOST_PAIRED = 4 * 192;
const KZG = 0x0a;
const P256 = 0x100;
/** Addresses of the precompiles of EIP-2537. */
const BLS = [0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11];

function precompilesOf(fork: ScrollFork): ReadonlyMap<bigint, PrecompiledContract | undefined> {
  const precompiles = new Map<bigint, PrecompiledContract | undefined>();
  const put = (address: number, run: Precompile) =>
    precompiles.set(BigInt(address), { ...ethereumPrecompile(address), run });
  for (const address of [KZG, ...BLS]) precompiles.set(BigInt(address), undefined);
  if (fork < ScrollFork.bernoulli) put(0x02, DISABLED);
  put(0x03, DISABLED);
  put(0x09, DISABLED);
  if (fork < ScrollFork.galileo) put(0x05, smallModexp);
  if (fork < ScrollFork.feynman) put(0x08, smallPairing);
  if (fork >= ScrollFork.euclid) precompiles.set(BigInt(P256), ethereumPrecompile(P256));
  return precompiles;
}

const smallModexp: Precompile = (input, gas, fork) =>
  [0, 32, 64].some((at) => toBigInt(slice(input, at, 32)) > MOST_MODEXP)
    ? { ok: false, error: 'a number of more than 32 bytes' }
    : modexp(input, gas, fork);

const smallPairing: Precompile = (input, ...rest) =>
  input.length > MOST_PAIRED
    ? { ok: false, error: 'more than four pairs' }
    : ethereumPrecompile(0x08).run(input, ...rest);
