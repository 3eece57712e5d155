/**
 * Gnosis Chain and Chiado: Ethereum's rules, but that base fees (and since
 * Prague the fees of blobs) are collected and not burnt, and that a blob costs
 * at least one gwei a unit. Source: gnosischain/reth_gnosis, src/evm and
 * src/spec/chainspecs (5b236a0, 2026-06-01).
 *
 * In the first block since 1766419900 the protocol of Gnosis Chain replaced the
 * code of one contract (balancerHardforkBytecodes there): transactions of that
 * block are executed here with the code before it.
 *
 * Until Shanghai contracts had any size (EIP-170 came with it), and until the
 * merge a transaction might pay nothing at all, below the base fee.
 *
 * Before the merge its headers were made by another consensus (AuRa) and end
 * with the step and the signature of who sealed them, in the place of mixHash
 * and nonce (OpenEthereum, ethcore/engines/authority-round).
 */

import { headerItem, headerItems, UNSEALED_FIELDS } from '../../chain/header-items';
import { hexToBytes } from '../../chain/hex';
import { keccakHex } from '../../chain/keccak';
import type { Hash, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import { rollupNumber } from '../../chain/rollup-fields';
import type { Block } from '../../chain/transaction';
import { ok } from '../../values/result';
import { fakeExponential } from '../environment';
import { type BlobSchedule, Fork } from '../rules/forks';
import { ethereumFees } from '../transaction/fees';
import type { ChainRules, Family, RuledBlock } from './family';
import type { FeePart, Payment, Protocol } from './protocol';
import { ruleAt } from './schedule';

const BLOBS: BlobSchedule = { target: 1, max: 2, baseFeeUpdateFraction: 1_112_826 };
const MIN_BLOB_FEE = 1_000_000_000n;
const CHIADO = 10200;
const COLLECTORS = {
  gnosis: hexToBytes('0x6bbe78ee9e474842dbd4ab4987b3cefe88426a92'),
  chiado: hexToBytes('0x1559000000000000000000000000000000000000'),
};

/** First second of each fork, newest first. */
const TIMES: Readonly<Record<keyof typeof COLLECTORS, readonly (readonly [Fork, number])[]>> = {
  gnosis: [
    [Fork.osaka, 1_776_168_380],
    [Fork.prague, 1_746_021_820],
    [Fork.cancun, 1_710_181_820],
    [Fork.shanghai, 1_690_889_660],
  ],
  chiado: [
    [Fork.osaka, 1_773_653_580],
    [Fork.prague, 1_741_254_220],
    [Fork.cancun, 1_706_724_940],
    [Fork.shanghai, 1_684_934_220],
  ],
};
/** First block of each fork of Gnosis Chain before the merge, newest first; Chiado began with London. */
const BLOCKS: readonly (readonly [Fork, number])[] = [
  [Fork.london, 19_040_000],
  [Fork.berlin, 16_101_500],
  [Fork.istanbul, 7_298_030],
  [Fork.petersburg, 2_508_800],
  [Fork.constantinople, 1_604_400],
  [Fork.byzantium, 0],
];

export const GNOSIS: Family = {
  id: 'gnosis',
  name: 'Gnosis',
  rulesAt: ({ id }, block) => ok(rulesOf(id === CHIADO ? 'chiado' : 'gnosis', block)),
  environment: ({ excessBlobGas }) =>
    excessBlobGas === undefined
      ? {}
      : { blobBaseFee: fakeExponential(MIN_BLOB_FEE, BigInt(excessBlobGas), BigInt(BLOBS.baseFeeUpdateFraction)) },
  // Validators were paid otherwise for what pays nothing (evm_config.rs, service transactions).
  input: ({ gasPrice, maxFeePerGas = gasPrice }, { difficulty = 0n }) =>
    difficulty > 0n && maxFeePerGas === 0n ? ok({ isForced: true }) : undefined,
  encoding: { header: (block) => (isSealed(block) ? hashOfSealed(block) : 'ethereum') },
};

function rulesOf(chain: keyof typeof COLLECTORS, block: RuledBlock): ChainRules {
  const fork = ruleAt(TIMES[chain], block.timestamp) ?? forkByBlock(chain, block);
  const collector = COLLECTORS[chain];
  const protocol: Protocol = {
    fees: (payment) => feesOf(payment, collector),
    ...(fork < Fork.shanghai && { prices: { maxCodeSize: Number.POSITIVE_INFINITY } }),
  };
  return { fork, blobs: BLOBS, family: GNOSIS, protocol };
}

function forkByBlock(
  chain: keyof typeof COLLECTORS,
  { number = Number.POSITIVE_INFINITY, difficulty }: RuledBlock,
): Fork {
  const fork = chain === 'chiado' ? Fork.london : (ruleAt(BLOCKS, number) ?? Fork.byzantium);
  return fork === Fork.london && difficulty === 0n ? Fork.paris : fork;
}

function feesOf(payment: Payment, collector: Uint8Array): readonly FeePart[] {
  const { fork } = payment.block;
  return ethereumFees(payment).map((part) =>
    part.kind === 'base' || (part.kind === 'blob' && fork >= Fork.prague) ? { ...part, to: collector } : part,
  );
}

function isSealed({ difficulty = 0n }: Block): boolean {
  return difficulty > 0n;
}

/** Returns the hash of a header that AuRa sealed; undefined where the endpoint leaves out its seal or another field. */
function hashOfSealed(block: Block): Hash | undefined {
  const items = headerItems(block, UNSEALED_FIELDS);
  const step = rollupNumber(block.rollup?.step ?? '');
  // Some nodes write it without 0x.
  const signature: Hex = `0x${(block.rollup?.signature ?? '').replace(/^0x/, '')}`;
  if (items === undefined || step === undefined || !/^0x([0-9a-f]{2})+$/i.test(signature)) return undefined;
  const baseFee = headerItem(block, 'baseFeePerGas');
  return keccakHex(encodeRlpHex([...items, rlpScalar(step), signature, ...(baseFee === undefined ? [] : [baseFee])]));
}
