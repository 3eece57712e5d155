/**
 * What a transaction costs its sender on a chain of the OP Stack: gas, of which
 * the base fee is collected, the data that is brought to the other layer, and
 * what the operator asks for. Source: OP Stack specification (Bedrock's
 * exec-engine.md, ecotone/l1-attributes.md, fjord/exec-engine.md,
 * isthmus/exec-engine.md, jovian/exec-engine.md); ethereum-optimism/op-geth,
 * core/types/rollup_cost.go.
 */
import { hexToBytes, quantityHex } from '../../../chain/hex';
import { ethereumFees } from '../../transaction/fees';
import { encodedOf } from '../as-sent';
import type { FeePart, Payment, Protocol } from '../protocol';
import type { StateView } from '../state-view';
import { fastLzLength } from './fast-lz';
import { OpFork } from './op-forks';

/** The contract that a deposit tells at the begin of every block what data costs on the other layer. */
export const L1_BLOCK = hexToBytes('0x4200000000000000000000000000000000000015');
export const BASE_FEE_VAULT = hexToBytes('0x4200000000000000000000000000000000000019');
const L1_FEE_VAULT = hexToBytes('0x420000000000000000000000000000000000001a');
const OPERATOR_FEE_VAULT = hexToBytes('0x420000000000000000000000000000000000001b');

/** Slots of L1Block; those of Bedrock stay where they were. */
const SLOT = { l1BaseFee: 1n, scalars: 3n, overhead: 5n, scalar: 6n, blobBaseFee: 7n, operatorFee: 8n };
const BEDROCK = [SLOT.overhead, SLOT.scalar];
const BEFORE_ECOTONE = [SLOT.l1BaseFee, ...BEDROCK];
const SINCE_ECOTONE = [SLOT.l1BaseFee, SLOT.scalars, SLOT.blobBaseFee];
const SINCE_ISTHMUS = [...SINCE_ECOTONE, SLOT.operatorFee];

/** Where a chain keeps how many of its own coins pay for an ether: data is paid for in ether on the other layer. */
export type EtherPrice = { account: Uint8Array; slot: bigint };

/** Returns what Protocol asks about fees under the rules of a fork. `ether` is absent where ether is the coin of the chain. */
export function feeRules(
  fork: OpFork,
  baseFeeTo: Uint8Array = BASE_FEE_VAULT,
  ether?: EtherPrice,
): Required<Pick<Protocol, 'require' | 'fees' | 'accounts' | 'receiptFields'>> {
  const slots = fork >= OpFork.isthmus ? SINCE_ISTHMUS : fork >= OpFork.ecotone ? SINCE_ECOTONE : BEFORE_ECOTONE;
  const takers = [baseFeeTo, L1_FEE_VAULT, ...(fork >= OpFork.isthmus ? [OPERATOR_FEE_VAULT] : [])];
  return {
    accounts: [L1_BLOCK, ...takers, ...(ether ? [ether.account] : [])],
    require: (state, { isForced }) =>
      isForced === true ||
      (takers.every((taker) => state.requireAccount(taker)) &&
        slots.every((slot) => state.requireSlot(L1_BLOCK, slot)) &&
        (ether === undefined || state.requireSlot(ether.account, ether.slot)) &&
        (fork < OpFork.ecotone || !isUnset(state) || BEDROCK.every((slot) => state.requireSlot(L1_BLOCK, slot)))),
    fees: (payment) => feesOf(fork, baseFeeTo, payment, ether),
    receiptFields: (stated) => receiptFields(fork, stated, ether),
  };
}

function feesOf(fork: OpFork, baseFeeTo: Uint8Array, payment: Payment, ether?: EtherPrice): readonly FeePart[] {
  const { state, gas } = payment;
  const parts = ethereumFees(payment).map((part) => (part.kind === 'base' ? { ...part, to: baseFeeTo } : part));
  const { data } = dataCost(fork, state, sizesOf(encodedOf(payment)));
  parts.push({ kind: 'data', wei: data * coinsOf(ether, state), to: L1_FEE_VAULT });
  if (fork >= OpFork.isthmus)
    parts.push({ kind: 'operator', wei: operatorCost(fork, state, gas), to: OPERATOR_FEE_VAULT });
  return parts;
}

/** Returns how many coins of the chain pay for an ether. */
function coinsOf(ether: EtherPrice | undefined, state: Pick<StateView, 'slot'>): bigint {
  return ether === undefined ? 1n : state.slot(ether.account, ether.slot);
}

/** A transaction as it is sent, counted: zero bytes, others, and its length compressed. */
export type Sizes = { zeros: number; others: number; compressed: number };

/** Returns what bringing it to the other layer costs, in wei, and the gas of that layer that it counts as. */
export function dataCost(fork: OpFork, state: Pick<StateView, 'slot'>, sizes: Sizes): { data: bigint; gas: bigint } {
  const { zeros, others } = sizes;
  const l1BaseFee = state.slot(L1_BLOCK, SLOT.l1BaseFee);
  const plainGas = BigInt(4 * zeros + 16 * others);
  if (fork >= OpFork.ecotone) {
    const { baseFeeScalar, blobBaseFeeScalar, blobBaseFee } = ecotonePrices(state);
    const price = 16n * l1BaseFee * baseFeeScalar + blobBaseFee * blobBaseFeeScalar;
    const isSet = !isUnset(state);
    if (isSet && fork < OpFork.fjord) return { data: (plainGas * price) / 16_000_000n, gas: plainGas };
    if (isSet) {
      const size = estimatedSize(sizes);
      return { data: (size * price) / 1_000_000_000_000n, gas: (size * 16n) / 1_000_000n };
    }
  }
  const signature = fork < OpFork.regolith ? 68n * 16n : 0n;
  const gas = plainGas + signature + state.slot(L1_BLOCK, SLOT.overhead);
  return { data: (gas * l1BaseFee * state.slot(L1_BLOCK, SLOT.scalar)) / 1_000_000n, gas };
}

function ecotonePrices(state: Pick<StateView, 'slot'>) {
  const scalars = state.slot(L1_BLOCK, SLOT.scalars);
  return {
    baseFeeScalar: (scalars >> 96n) & 0xffff_ffffn,
    blobBaseFeeScalar: (scalars >> 64n) & 0xffff_ffffn,
    blobBaseFee: state.slot(L1_BLOCK, SLOT.blobBaseFee),
  };
}

/** Whether L1Block has no fields of Ecotone yet, as in the first block of Ecotone: Bedrock's rule holds then. */
function isUnset(state: Pick<StateView, 'slot'>): boolean {
  return Object.values(ecotonePrices(state)).every((price) => price === 0n);
}

/** Returns what the operator asks for `gas` units, in wei. */
export function operatorCost(fork: OpFork, state: Pick<StateView, 'slot'>, gas: bigint): bigint {
  const { scalar, constant } = operatorTerms(state);
  return (fork >= OpFork.jovian ? gas * scalar * 100n : (gas * scalar) / 1_000_000n) + constant;
}

/** What receipts state of fees (ethereum-optimism/op-geth, core/types/receipt.go); nothing for deposits, which pay none. */
function receiptFields(
  fork: OpFork,
  stated: Omit<Payment, 'price' | 'gas'>,
  ether?: EtherPrice,
): Readonly<Record<string, string>> {
  const { state, transaction } = stated;
  if (transaction.isForced) return {};
  const sizes = sizesOf(encodedOf(stated));
  const { data, gas } = dataCost(fork, state, sizes);
  const common = {
    l1Fee: quantityHex(data * coinsOf(ether, state)),
    l1GasUsed: quantityHex(gas),
    l1GasPrice: quantityHex(state.slot(L1_BLOCK, SLOT.l1BaseFee)),
    ...(ether && { tokenRatio: quantityHex(coinsOf(ether, state)) }),
  };
  if (fork < OpFork.ecotone || isUnset(state))
    return { ...common, l1FeeScalar: String(Number(state.slot(L1_BLOCK, SLOT.scalar)) / 1e6) };
  const { baseFeeScalar, blobBaseFeeScalar, blobBaseFee } = ecotonePrices(state);
  const { scalar, constant } = fork >= OpFork.isthmus ? operatorTerms(state) : { scalar: 0n, constant: 0n };
  const footprint = fork >= OpFork.jovian ? footprintScalar(state) : undefined;
  return {
    ...common,
    l1BaseFeeScalar: quantityHex(baseFeeScalar),
    l1BlobBaseFee: quantityHex(blobBaseFee),
    l1BlobBaseFeeScalar: quantityHex(blobBaseFeeScalar),
    ...((scalar !== 0n || constant !== 0n) && {
      operatorFeeScalar: quantityHex(scalar),
      operatorFeeConstant: quantityHex(constant),
    }),
    ...(footprint !== undefined && {
      daFootprintGasScalar: quantityHex(footprint),
      blobGasUsed: quantityHex((estimatedSize(sizes) / 1_000_000n) * footprint),
    }),
  };
}

/** Returns how data is weighed towards the limit of gas since Jovian; 0 stands for 400 (jovian/exec-engine.md). */
export function footprintScalar(state: Pick<StateView, 'slot'>): bigint {
  const scalar = (state.slot(L1_BLOCK, SLOT.operatorFee) >> 96n) & 0xffffn;
  return scalar === 0n ? 400n : scalar;
}

/** Returns the size that a transaction is estimated to have among others, in millionths of a byte (fjord/exec-engine.md). */
export function estimatedSize({ compressed }: Sizes): bigint {
  const estimated = 836_500n * BigInt(compressed) - 42_585_600n;
  return estimated > 100_000_000n ? estimated : 100_000_000n;
}

function operatorTerms(state: Pick<StateView, 'slot'>): { scalar: bigint; constant: bigint } {
  const word = state.slot(L1_BLOCK, SLOT.operatorFee);
  return { scalar: (word >> 64n) & 0xffff_ffffn, constant: word & 0xffff_ffff_ffff_ffffn };
}

/** An execution asks for its fees twice. */
const measured = new WeakMap<Uint8Array, Sizes>();

/** Returns the sizes of a transaction as it is sent, measured once for each array. */
export function sizesOf(encoded: Uint8Array): Sizes {
  const known = measured.get(encoded);
  if (known !== undefined) return known;
  const zeros = encoded.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  const sizes = { zeros, others: encoded.length - zeros, compressed: fastLzLength(encoded) };
  measured.set(encoded, sizes);
  return sizes;
}
