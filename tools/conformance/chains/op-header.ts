/** What the header of a block of the OP Stack has beside what its execution left: by fork, as derivation sets it. */
import { hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { opBaseFeeAfter } from '../../../src/core/evm/families/op-stack/base-fee';
import { estimatedSize, footprintScalar, sizesOf } from '../../../src/core/evm/families/op-stack/fees';
import { OpFork } from '../../../src/core/evm/families/op-stack/op-forks';
import type { StateView } from '../../../src/core/evm/families/state-view';

/** A block as it is to be derived, with what executing it reads. */
export type WitnessedBlock = {
  /** The id, or the name that its client has for the chain. */
  rollup_config: { l2_chain_id: number | string; chain_op_config?: BaseFeeRule | null };
  parent_header: Record<string, Hex>;
  executing_payload: {
    timestamp: Hex;
    prevRandao: Hash;
    suggestedFeeRecipient: Address;
    parentBeaconBlockRoot: Hash;
    transactions: readonly Hex[];
    gasLimit: Hex;
    /** Since Holocene. */
    eip1559Params?: Hex;
    /** Since Jovian. */
    minBaseFee?: number;
  };
  expected_block_hash: Hash;
  preimages: readonly Hex[];
};

/** How fast the base fee moves: before Holocene headers do not say it. */
type BaseFeeRule = { eip1559Elasticity: number; eip1559DenominatorCanyon: number };

/** The root of its storage is in the header since Isthmus. */
export const MESSAGE_PASSER = hexToBytes('0x4200000000000000000000000000000000000016');
/** sha256 of nothing (EIP-7685). */
export const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;
/** The least base fee of Celo before Jovian (celo-org/celo-kona, crates/celo-revm, constants.rs). */
const CELO_FLOOR = 25_000_000_000n;

/** Returns the extra data: parameters of the next base fee since Holocene, the least one since Jovian. */
export function extraDataOf({ eip1559Params, minBaseFee = 0 }: WitnessedBlock['executing_payload'], fork: OpFork): Hex {
  if (eip1559Params === undefined || fork < OpFork.holocene) return '0x';
  if (fork < OpFork.jovian) return `0x00${eip1559Params.slice(2)}`;
  return `0x01${eip1559Params.slice(2)}${minBaseFee.toString(16).padStart(16, '0')}`;
}

/**
 * Returns the base fee after the parent: EIP-1559 with the parameters of its extra data (Holocene, exec-engine.md), or
 * of the configuration before; since Jovian by its data, too, and with a least one.
 */
export function nextBaseFee({ parent_header: parent, rollup_config: config }: WitnessedBlock, fork: OpFork): bigint {
  const own = config.chain_op_config;
  const isCelo = String(config.l2_chain_id).includes('celo') || [42220, 11142220].includes(Number(config.l2_chain_id));
  const floor = isCelo && fork < OpFork.jovian ? CELO_FLOOR : 0n;
  const number = (name: string) => Number(parent[name] ?? 0);
  const header = {
    baseFeePerGas: BigInt(parent.baseFeePerGas as Hex),
    gasLimit: number('gasLimit'),
    gasUsed: number('gasUsed'),
    blobGasUsed: number('blobGasUsed'),
  };
  const stated = parent.extraData as Hex;
  const fixed = [own?.eip1559DenominatorCanyon ?? 250, own?.eip1559Elasticity ?? 6];
  const configured = `0x00${fixed.map((each) => each.toString(16).padStart(8, '0')).join('')}` as Hex;
  const after =
    opBaseFeeAfter({ ...header, extraData: stated }, floor) ??
    opBaseFeeAfter({ ...header, extraData: configured }, floor);
  if (after === undefined) throw new Error('the header before does not tell the base fee');
  return after;
}

/** Returns what stands in the place of blob gas since Jovian: the estimated sizes of all but deposits, weighed (jovian/exec-engine.md). */
export function dataFootprint(transactions: readonly Hex[], state: Pick<StateView, 'slot'>): number {
  const sizes = transactions
    .filter((raw) => !raw.startsWith('0x7e'))
    .map((raw) => estimatedSize(sizesOf(hexToBytes(raw))) / 1_000_000n);
  return Number(sizes.reduce((all, size) => all + size, 0n) * footprintScalar(state));
}
