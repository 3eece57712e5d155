/**
 * Chains of Substrate that run the EVM by Frontier: peaq and agung, Moonbeam
 * with its kin, Astar, Bittensor. Their machine is Ethereum's. Gas is also for
 * the size of the proof of what is read and for what is stored, whichever is
 * the most; how large a proof was is in no block, so that the receipt's number
 * is taken where it can be such gas. When a chain takes the forks of Ethereum
 * is in no header, and what extrinsics of Substrate do between transactions is
 * in no transaction, so that these rules are tried.
 *
 * Sources: polkadot-evm/frontier (24fcbdb, 2026-06-18), frame/evm/src/runner/
 * stack.rs (gas, fees, the block that code sees), frame/ethereum/src/lib.rs
 * (headers), client/rpc/src/eth (what nodes state); peaqnetwork/
 * peaq-network-node (ea4f75c), runtime/peaq; moonbeam-foundation/moonbeam
 * (2927e36), runtime/moonbeam and primitives/xcm; AstarNetwork/Astar (b664ce8),
 * runtime/astar.
 */
import { headerItems, UNSEALED_FIELDS } from '../../chain/header-items';
import { hexDigits } from '../../chain/hex';
import { keccakHex } from '../../chain/keccak';
import type { Hash, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import type { Block, Receipt, Transaction } from '../../chain/transaction';
import { least } from '../../values/least';
import { fail, ok, type Result } from '../../values/result';
import { BLOBS_PRAGUE, Fork } from '../rules/forks';
import type { TransactionInput } from '../transaction/transaction-input';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family } from './family';
import { namedPrecompile } from './frontier/named-precompiles';
import type { Callee, FeePart, Payment, Protocol } from './protocol';
import { ruleAt } from './schedule';

/** When Frontier took each fork, or Moonbeam's copy of it where that was first: a chain takes it later. */
const TAKEN: readonly (readonly [Fork, number])[] = [
  [Fork.osaka, Date.UTC(2026, 0, 13) / 1000],
  [Fork.prague, Date.UTC(2025, 6, 22) / 1000],
  [Fork.cancun, Date.UTC(2024, 4, 24) / 1000],
  [Fork.shanghai, Date.UTC(2023, 5, 7) / 1000],
  [Fork.london, 0],
];

export const FRONTIER: Family = {
  id: 'frontier',
  name: 'Frontier',
  rulesAt: ({ id }, { timestamp }) => ok(rulesOf(id, ruleAt(TAKEN, timestamp) ?? Fork.london)),
  alsoPossible: ({ id }, _, { fork }) =>
    [...TAKEN.filter(([each]) => each < fork), ...TAKEN.filter(([each]) => each > fork)].map(([each]) =>
      rulesOf(id, each),
    ),
  needsReceipt: true,
  environment: () => ({ random: 0n }),
  input: inputOf,
  // Nothing is called before the transactions of a block.
  systemCalls: () => [],
  nextBaseFee: sameBaseFee,
  encoding: {
    header: hashOfHeader,
    // A block is stated with the base fee after it, which the next one charges.
    price: ({ type }) => (type < 2 ? undefined : 'unknown'),
  },
};

const made = new Map<string, ChainRules>();

function rulesOf(id: number, fork: Fork): ChainRules {
  const key = `${id} ${fork}`;
  const rules: ChainRules = made.get(key) ?? {
    fork,
    blobs: BLOBS_PRAGUE,
    family: FRONTIER,
    protocol: protocolOf(id),
    basis: 'tried',
  };
  made.set(key, rules);
  return rules;
}

/** KZG, which no chain of Frontier has, those of EIP-2537 and secp256r1. */
const KZG = 0x0an;
const NEWER = [0x0bn, 0x0cn, 0x0dn, 0x0en, 0x0fn, 0x10n, 0x11n, 0x100n];
/** Moonbeam, Moonriver and Moonbase have those of EIP-2537; their secp256r1 is priced by weight, and named. */
const MOONBEAM: readonly number[] = [1284, 1285, 1287];

function protocolOf(id: number): Protocol {
  const missing = MOONBEAM.includes(id) ? [KZG, 0x100n] : [KZG, ...NEWER];
  return {
    precompiles: new Map(missing.map((address) => [address, undefined])),
    refuses: (callee) => whyRefused(id, callee),
    statesLaterBaseFee: true,
    fees: feesOf,
    gasUsed: ({ statedGas = 0n, gasLimit }, used) =>
      statedGas > used && statedGas <= gasLimit && isForSize(statedGas) ? statedGas : used,
  };
}

/** Gas for a byte of a proof is 4, or 8 or 16 (GasLimitPovSizeRatio); Moonbeam's for a byte that is stored 366 (GasLimitStorageGrowthRatio). */
function isForSize(gas: bigint): boolean {
  return gas % 4n === 0n || gas % 366n === 0n;
}

/** Base fees go to treasuries or pots, which are no accounts of the EVM, or are burnt; tips to who made the block. */
function feesOf({ block, price, gas }: Payment): readonly FeePart[] {
  const base = least(price, block.baseFee);
  return [
    { kind: 'base', wei: gas * base },
    { kind: 'priority', wei: gas * (price - base), to: block.coinbase },
  ];
}

/** Stands in for r and s where XCM made the transaction: nobody signed it, its nonce is no account's, and it pays nothing (ethereum_xcm.rs). */
const NO_SIGNATURE = 1n;

function inputOf(
  { type, signature }: Transaction,
  _block: Block,
  receipt?: Receipt,
): Result<Partial<TransactionInput>, string> {
  if (type === 3 || type > 4) return fail(`Chains of Frontier have no transactions of type ${type}.`);
  const stated = receipt && { statedGas: BigInt(receipt.gasUsed) };
  const isByXcm = signature && BigInt(signature.r) === NO_SIGNATURE && BigInt(signature.s) === NO_SIGNATURE;
  if (isByXcm) return ok({ ...stated, isForced: true, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n });
  const price = type < 2 ? undefined : receipt?.effectiveGasPrice;
  return ok({ ...stated, ...(price !== undefined && { maxFeePerGas: price, maxPriorityFeePerGas: price }) });
}

/** What stands as the code of precompiles on Moonbeam, so that contracts take them for contracts: it reverts. */
const STAND_IN = '60006000fd';
const FIRST_OWN = 0x400n;
const LAST_OWN = 0xffffn;

function whyRefused(id: number, { address, code, input }: Callee): string | undefined {
  const digits = hexDigits(address, 0, 20);
  const at = BigInt(`0x${digits}`);
  const isEmpty = code.length === 0 || hexDigits(code, 0, code.length) === STAND_IN;
  const isOwn = at === 0x100n ? MOONBEAM.includes(id) : at >= FIRST_OWN && at <= LAST_OWN;
  // Assets of other chains stand there, as tokens without code.
  const isAsset = digits.startsWith('ffffffff');
  if (!isEmpty || !(isOwn || isAsset)) return undefined;
  const name = isAsset ? 'a token of another chain' : namedPrecompile(id, Number(at));
  if (name === undefined && input.length === 0) return undefined;
  return `It calls 0x${digits}${name === undefined ? '' : ` (${name})`}, a precompile of this chain that is not executed here.`;
}

const FIELDS = [...UNSEALED_FIELDS];
const TIMESTAMP = FIELDS.indexOf('timestamp');
const SEAL: readonly Hex[] = [`0x${'00'.repeat(32)}`, `0x${'00'.repeat(8)}`];

const hashes = new WeakMap<Block, Hash | undefined>();

/**
 * The hash over the first fifteen fields, mixHash and nonce being zeros. The time in it has milliseconds, which nodes do not
 * state: the hash is the block's if it is that of one of the thousand within its second.
 */
function hashOfHeader(block: Block): Hash | undefined {
  if (!hashes.has(block)) hashes.set(block, computeHash(block));
  return hashes.get(block);
}

function computeHash(block: Block): Hash | undefined {
  const items = headerItems(block, FIELDS);
  if (items === undefined) return undefined;
  const at = (milliseconds: number) =>
    keccakHex(
      encodeRlpHex([
        ...items.with(TIMESTAMP, rlpScalar(1000n * BigInt(block.timestamp) + BigInt(milliseconds))),
        ...SEAL,
      ]),
    );
  for (let milliseconds = 0; milliseconds < 1000; milliseconds++) {
    const hash = at(milliseconds);
    if (hash === block.hash) return hash;
  }
  return at(0);
}
