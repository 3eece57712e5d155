/**
 * Taiko and Hoodi: Ethereum's rules, but that base fees are collected, and that
 * the first transaction of a block, which tells the chain of Ethereum, pays
 * nothing (the anchor). There are no blobs.
 *
 * Sources: taikoxyz/taiko-geth, core/state_transition.go, core/taiko_genesis.go,
 * consensus/taiko/consensus.go, params/taiko_config.go; for Shasta and Unzen
 * taikoxyz/alethia-reth, crates/chainspec/src/hardfork.rs (2c791d8, 2026-06-13),
 * and taiko-geth's pull requests 571 and 596 (Unzen on Hoodi and on the main
 * network). What Unzen counts for proofs bounds blocks, not transactions.
 */
import { hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { Block } from '../../chain/transaction';
import { fail, ok } from '../../values/result';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import { ethereumFees } from '../transaction/fees';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family, RuledBlock } from './family';
import type { FeePart, Payment } from './protocol';
import { ruleAt } from './schedule';

type Chain = {
  /** First second of each fork of Ethereum, newest first; Shanghai before. */
  times: readonly (readonly [Fork, number])[];
  /** First block whose extra data says how much of the base fee the coinbase gets; nothing before. */
  ontake: number;
  /** First second since when its first byte says so, and not its last. */
  shasta: number;
};
const MAINNET: Chain = { times: [[Fork.osaka, 1_786_021_200]], ontake: 538_304, shasta: 1_775_135_700 };
const HOODI: Chain = { times: [[Fork.osaka, 1_781_787_600]], ontake: 0, shasta: 1_770_296_400 };
const HOODI_ID = 167013;

/** Sender of the anchor, with a key that everybody knows. */
const GOLDEN_TOUCH = '0x0000777735367b36bc9b61c50022d9d0700db4ec' as Address;

export const TAIKO: Family = {
  id: 'taiko',
  name: 'Taiko',
  nextBaseFee: sameBaseFee,
  rulesAt: ({ id }, block) => ok(rulesOf(id, block)),
  input: (transaction) =>
    transaction.type > 4 || transaction.type === 3
      ? fail(`Taiko has no transactions of type ${transaction.type}.`)
      : ok(transaction.index === 0 && transaction.from === GOLDEN_TOUCH ? { isForced: true } : {}),
};

function rulesOf(id: number, block: RuledBlock): ChainRules {
  const chain = id === HOODI_ID ? HOODI : MAINNET;
  const share = shareOf(chain, block);
  const treasury = treasuryOf(id);
  return {
    fork: ruleAt(chain.times, block.timestamp) ?? Fork.shanghai,
    blobs: BLOBS_CANCUN,
    family: TAIKO,
    protocol: {
      require: (state) => state.requireAccount(treasury),
      fees: (payment) => feesOf(payment, treasury, share),
    },
  };
}

/** Returns the part of a base fee that the coinbase gets, in hundredths. */
function shareOf(
  { ontake, shasta }: Chain,
  block: Pick<Block, 'timestamp' | 'extraData'> & { number?: number },
): bigint {
  const { number = Number.POSITIVE_INFINITY, timestamp, extraData = '0x' } = block;
  if (number < ontake || extraData.length < 4) return 0n;
  return BigInt(timestamp >= shasta ? extraData.slice(0, 4) : `0x${extraData.slice(-2)}`);
}

/** The digits of the chain id, zeros and 10001. */
function treasuryOf(id: number): Uint8Array {
  return hexToBytes(`0x${String(id).padEnd(35, '0')}10001`);
}

function feesOf(payment: Payment, treasury: Uint8Array, share: bigint): readonly FeePart[] {
  return ethereumFees(payment).flatMap((part): FeePart[] => {
    if (part.kind !== 'base') return [part];
    const shared = (part.wei * share) / 100n;
    const kept: FeePart = { ...part, wei: part.wei - shared, to: treasury };
    return shared > 0n ? [kept, { ...part, wei: shared, to: payment.block.coinbase }] : [kept];
  });
}
