/**
 * BNB Smart Chain and Chapel: Ethereum's rules, but that all fees go to the
 * account of the system, from where the last transactions of a block, which
 * its maker adds, hand them on; that contracts of the protocol stand at 0x64
 * to 0x69; and that DIFFICULTY stays what it was before Paris.
 *
 * Sources: bnb-chain/bsc (3cf9043, 2026-04-22), params/config.go, core/state_transition.go,
 * core/state_processor.go, core/vm/contracts.go, core/vm/jump_table.go,
 * consensus/parlia/parlia.go, core/types/block.go (MilliTimestamp), and its
 * releases v1.7.6 to v1.8.2; bnb-chain/reth-bsc, releases v0.1.0 and v0.1.1
 * (Pasteur); BEP-706, BEP-718 (what is in Jenner: its payment lane, BEP-703,
 * shares out the gas of blocks alone) and docs.chainstack.com,
 * bnb-jenner-hardfork.
 *
 * Tokens that the protocol itself executes since Jenner (BEP-702) have no code
 * and are not known here.
 *
 * In the first block of many forks the protocol replaces the code of system
 * contracts before the first transaction (core/systemcontracts/upgrade.go),
 * which is not done here: a transaction of such a block that runs them may
 * differ from its receipt.
 */
import type { Address } from '../../chain/primitives';
import type { Block, Transaction } from '../../chain/transaction';
import { ok } from '../../values/result';
import { SYSTEM } from '../environment';
import { GivenUp } from '../given-up';
import { verifyTogether } from '../precompiles/bls-signature';
import { EMPTY, fromBigInt, type Precompile } from '../precompiles/result';
import { ethereumPrecompile, type PrecompiledContract } from '../precompiles/table';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import { ethereumFees } from '../transaction/fees';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family, RuledBlock } from './family';
import { ruleAt } from './schedule';

/** Forks that change how transactions are executed, by what they have of Ethereum's and of their own. */
type BscRules = { fork: Fork; own: readonly number[]; hasP256?: true; isPasteur?: true };

/** Contracts of the protocol since the chain began, since Luban and since Feynman. */
const LIGHT_CLIENT = [0x64, 0x65];
const LUBAN = [...LIGHT_CLIENT, 0x66, 0x67];
const FEYNMAN = [...LUBAN, 0x68, 0x69];
const MILLISECONDS = 0x70;
const JENNER_OWN = [...FEYNMAN, MILLISECONDS];

/** First second or block of each, newest first. */
type Schedule = {
  times: readonly (readonly [BscRules, number])[];
  blocks: readonly (readonly [BscRules, number])[];
};
const JENNER: BscRules = { fork: Fork.osaka, own: JENNER_OWN, isPasteur: true };
const PASTEUR: BscRules = { fork: Fork.osaka, own: FEYNMAN, isPasteur: true };
const OSAKA: BscRules = { fork: Fork.osaka, own: FEYNMAN };
const PRAGUE: BscRules = { fork: Fork.prague, own: FEYNMAN, hasP256: true };
const HABER: BscRules = { fork: Fork.cancun, own: FEYNMAN, hasP256: true };
const CANCUN: BscRules = { fork: Fork.cancun, own: FEYNMAN };
const SHANGHAI_FEYNMAN: BscRules = { fork: Fork.shanghai, own: FEYNMAN };
const SHANGHAI: BscRules = { fork: Fork.shanghai, own: LUBAN };
const LONDON: BscRules = { fork: Fork.london, own: LUBAN };
const ISTANBUL_LUBAN: BscRules = { fork: Fork.istanbul, own: LUBAN };
const ISTANBUL: BscRules = { fork: Fork.istanbul, own: LIGHT_CLIENT };

const MAINNET: Schedule = {
  times: [
    [JENNER, 1_796_697_000],
    [PASTEUR, 1_787_625_000],
    [OSAKA, 1_777_343_400],
    [PRAGUE, 1_742_436_600],
    [HABER, 1_718_863_500],
    [SHANGHAI_FEYNMAN, 1_713_419_340],
    [SHANGHAI, 1_705_996_800],
  ],
  blocks: [
    [LONDON, 31_302_048],
    [ISTANBUL_LUBAN, 29_020_050],
    [ISTANBUL, 0],
  ],
};
const CHAPEL: Schedule = {
  times: [
    // The sources say the day, 2026-10-29.
    [JENNER, 1_793_232_000],
    [PASTEUR, 1_784_601_000],
    [OSAKA, 1_774_319_400],
    [PRAGUE, 1_740_452_880],
    [HABER, 1_716_962_820],
    [CANCUN, 1_713_330_442],
    [SHANGHAI_FEYNMAN, 1_710_136_800],
    [SHANGHAI, 1_702_972_800],
  ],
  blocks: [
    [LONDON, 31_103_030],
    [ISTANBUL_LUBAN, 29_295_050],
    [ISTANBUL, 0],
  ],
};
const CHAPEL_ID = 97;

export const BNB_SMART_CHAIN: Family = {
  id: 'bnbSmartChain',
  name: 'BNB Smart Chain',
  nextBaseFee: sameBaseFee,
  rulesAt: ({ id }, block) => ok(rulesOf(id === CHAPEL_ID ? CHAPEL : MAINNET, block)),
  environment: ({ difficulty }) => ({ random: difficulty ?? 0n }),
  input: (transaction, block) =>
    isOfSystem(transaction, block)
      ? // What is sent to the contract of the validators is taken from the account of the system first.
        ok({ isForced: true, isBareCall: true, isWithoutRefund: true, mint: transaction.value, mintedFrom: SYSTEM })
      : undefined,
};

const made = new Map<BscRules, ChainRules>();

function rulesOf(schedule: Schedule, block: RuledBlock): ChainRules {
  const { number = Number.POSITIVE_INFINITY, timestamp } = block;
  const bsc = ruleAt(schedule.times, timestamp) ?? ruleAt(schedule.blocks, number) ?? ISTANBUL;
  // Since Jenner a precompile answers a value of the block.
  const rules = (bsc === JENNER ? undefined : made.get(bsc)) ?? {
    fork: bsc.fork,
    blobs: BLOBS_CANCUN,
    family: BNB_SMART_CHAIN,
    protocol: {
      precompiles: precompilesOf(bsc, block),
      require: (state) => state.requireAccount(SYSTEM),
      fees: (payment) => ethereumFees(payment).map((part) => ({ ...part, to: SYSTEM })),
    },
  };
  made.set(bsc, rules);
  return rules;
}

/** Addresses of contracts whose calls by the maker of a block are transactions of the system (parlia.go, systemContracts). */
const OF_SYSTEM: ReadonlySet<Address> = new Set(
  [0x1000, 0x1001, 0x1002, 0x1003, 0x1004, 0x1005, 0x1006, 0x1007]
    .concat([0x2000, 0x2002, 0x2004, 0x2005, 0x2006, 0x3000])
    .map((number): Address => `0x${number.toString(16).padStart(40, '0')}` as Address),
);

function isOfSystem({ from, to, gasPrice }: Transaction, { miner }: Block): boolean {
  return gasPrice === 0n && from === miner && to !== undefined && OF_SYSTEM.has(to);
}

const P256 = 0x100;
const BLS_VERIFY = 0x66;

function precompilesOf(bsc: BscRules, block: RuledBlock): ReadonlyMap<bigint, PrecompiledContract> {
  const { own, hasP256, isPasteur } = bsc;
  const precompiles = new Map<bigint, PrecompiledContract>();
  const runOf = (address: number) => {
    if (address === BLS_VERIFY) return blsSignatureVerify;
    if (address === MILLISECONDS) return millisecondsOf(block);
    return isPasteur && LIGHT_CLIENT.includes(address) ? DEPRECATED : notHere(address);
  };
  for (const address of own) {
    const run = runOf(address);
    precompiles.set(BigInt(address), { address, since: Fork.frontier, run });
  }
  // BEP-439, at the price of EIP-7951 since Osaka.
  if (hasP256) precompiles.set(BigInt(P256), ethereumPrecompile(P256));
  return precompiles;
}

/**
 * Returns a precompile that is not executed here: it follows the consensus of other chains. Bridges and evidence
 * against validators call these.
 */
function notHere(address: number): Precompile {
  return () => {
    throw new GivenUp(
      `It calls a contract of the protocol of BNB Smart Chain, 0x${address.toString(16)}, that is not executed here.`,
    );
  };
}

const DEPRECATED: Precompile = () => ({ ok: false, error: 'deprecated' });

const MILLISECONDS_GAS = 20;

/** 0x70: the time of the block in milliseconds, of which the header keeps those within the second in mixHash. */
function millisecondsOf({ timestamp, mixHash }: RuledBlock): Precompile {
  const output = fromBigInt(1000n * BigInt(timestamp) + BigInt.asUintN(64, BigInt(mixHash ?? 0)), 32);
  return (_, gas) => (gas < MILLISECONDS_GAS ? { ok: false } : { ok: true, gas: MILLISECONDS_GAS, output });
}

const MESSAGE = 32;
const SIGNATURE = 96;
const KEY = 48;

/** 0x66: whether the validators behind the keys signed a message together. What is malformed reverts, and takes its price only. */
const blsSignatureVerify: Precompile = (input, gas) => {
  const ofKeys = input.length - MESSAGE - SIGNATURE;
  const isWhole = ofKeys > 0 && ofKeys % KEY === 0;
  const price = 1000 + (isWhole ? 3500 * (ofKeys / KEY) : 0);
  if (price > gas) return { ok: false };
  const reverted = { ok: false, error: 'execution reverted', gas: price } as const;
  if (!isWhole) return reverted;
  const keys = Array.from({ length: ofKeys / KEY }, (_, index) => {
    const start = MESSAGE + SIGNATURE + index * KEY;
    return input.slice(start, start + KEY);
  });
  try {
    const signature = input.slice(MESSAGE, MESSAGE + SIGNATURE);
    const isSigned = verifyTogether(input.slice(0, MESSAGE), signature, keys);
    return { ok: true, gas: price, output: isSigned ? Uint8Array.of(1) : EMPTY };
  } catch {
    return reverted;
  }
};
