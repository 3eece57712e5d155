/**
 * The C-Chain of Avalanche and Fuji: Ethereum's rules without blobs and without
 * refunds, all fees for an account without a key, and a header with fields of
 * its own. Atomic transactions, which move value between its chains, are in no
 * transaction of a block.
 *
 * Since Helicon (ACP-194) a block is executed after it was accepted: its header
 * has the highest base fee that may be charged, and the roots of an earlier
 * block. At least half of the gas limit is charged. The base fee that was
 * charged is in no block, so that these rules are tried.
 *
 * Sources: ava-labs/avalanchego, upgrade/upgrade.go (1cf1fc3, 2026-08-22), its
 * pull request 5929 (Helicon on the main network) and release v1.15.0-fuji,
 * vms/saevm/saexec/execution.go, vms/saevm/params/params.go; graft/coreth,
 * params/hooks_libevm.go, core/state_transition.go,
 * plugin/evm/customtypes/header_ext.go.
 */

import { FIRST_FIELDS, headerItem, headerItems } from '../../chain/header-items';
import { parseQuantity } from '../../chain/hex';
import { keccakHex } from '../../chain/keccak';
import type { Hash, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import type { Block } from '../../chain/transaction';
import { fail, ok } from '../../values/result';
import { GivenUp } from '../given-up';
import { type Precompile, toBigInt } from '../precompiles/result';
import { ethereumPrecompile, type PrecompiledContract } from '../precompiles/table';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import { ethereumFees } from '../transaction/fees';
import type { TransactionInput } from '../transaction/transaction-input';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family, RuledBlock } from './family';
import { ruleAt } from './schedule';

/** Forks with the Ethereum that they took, and whether secp256r1 is there (ACP-204). */
type Rules = { fork: Fork; isBanff?: true; isGranite?: true; isHelicon?: true; hasRefunds?: true };
const LAUNCH: Rules = { fork: Fork.istanbul, hasRefunds: true };
const APRICOT_1: Rules = { fork: Fork.istanbul };
const APRICOT_2: Rules = { fork: Fork.berlin };
const APRICOT_3: Rules = { fork: Fork.london };
const BANFF: Rules = { fork: Fork.london, isBanff: true };
const DURANGO: Rules = { fork: Fork.shanghai, isBanff: true };
const ETNA: Rules = { fork: Fork.cancun, isBanff: true };
const GRANITE: Rules = { ...ETNA, isGranite: true };
const HELICON: Rules = { ...GRANITE, isHelicon: true };

const MAINNET: readonly (readonly [Rules, number])[] = [
  [HELICON, Date.UTC(2026, 8, 22, 15) / 1000],
  [GRANITE, Date.UTC(2025, 10, 19, 16) / 1000],
  [ETNA, Date.UTC(2024, 11, 16, 17) / 1000],
  [DURANGO, Date.UTC(2024, 2, 6, 16) / 1000],
  [BANFF, Date.UTC(2022, 9, 18, 16) / 1000],
  [APRICOT_3, Date.UTC(2021, 7, 24, 14) / 1000],
  [APRICOT_2, Date.UTC(2021, 4, 10, 11) / 1000],
  [APRICOT_1, Date.UTC(2021, 2, 31, 14) / 1000],
];
const FUJI: readonly (readonly [Rules, number])[] = [
  [HELICON, Date.UTC(2026, 6, 28, 15) / 1000],
  [GRANITE, Date.UTC(2025, 9, 29, 15) / 1000],
  [ETNA, Date.UTC(2024, 10, 25, 16) / 1000],
  [DURANGO, Date.UTC(2024, 1, 13, 16) / 1000],
  [BANFF, Date.UTC(2022, 9, 3, 14) / 1000],
  [APRICOT_3, Date.UTC(2021, 7, 16, 19) / 1000],
  [APRICOT_2, Date.UTC(2021, 4, 5, 14) / 1000],
  [APRICOT_1, Date.UTC(2021, 2, 26, 14) / 1000],
];
const FUJI_ID = 43113;

export const AVALANCHE: Family = {
  id: 'avalanche',
  name: 'Avalanche',
  nextBaseFee: sameBaseFee,
  rulesAt: ({ id }, block) => ok(rulesOf(timesOf(id), block)),
  // There is no merge in this chain: DIFFICULTY is what its header says.
  environment: ({ difficulty }) => ({ random: difficulty ?? 1n }),
  input: ({ type }) => (type <= 2 ? ok({}) : fail(`The C-Chain of Avalanche has no transactions of type ${type}.`)),
  encoding: {
    header: hashOfHeader,
    price: ({ type }, block) => (type >= 2 && isHelicon(block) ? 'unknown' : undefined),
    settlesLater: (block) => (isHelicon(block) ? SETTLED : undefined),
  },
};

const SETTLED = 'A header of the C-Chain commits to receipts and state of an earlier block since Helicon (ACP-194).';

function timesOf(id: number): typeof MAINNET {
  return id === FUJI_ID ? FUJI : MAINNET;
}

function isHelicon({ networkId, timestamp }: Block): boolean {
  return ruleAt(timesOf(networkId), timestamp)?.isHelicon === true;
}

const made = new Map<Rules, ChainRules>();

function rulesOf(times: typeof MAINNET, { timestamp }: RuledBlock): ChainRules {
  const own = ruleAt(times, timestamp) ?? LAUNCH;
  const rules: ChainRules = made.get(own) ?? {
    fork: own.fork,
    blobs: BLOBS_CANCUN,
    family: AVALANCHE,
    protocol: {
      precompiles: precompilesOf(own),
      ...(!own.hasRefunds && { givesNoRefund: () => true }),
      ...(own.isHelicon && { gasUsed: atLeastHalf }),
      fees: (payment) => ethereumFees(payment).map((part) => ({ ...part, to: payment.block.coinbase })),
    },
    ...(own.isHelicon && { basis: 'tried' as const }),
  };
  made.set(own, rules);
  return rules;
}

function atLeastHalf({ gasLimit }: Pick<TransactionInput, 'gasLimit'>, used: bigint): bigint {
  const half = (gasLimit + 1n) / 2n;
  return used > half ? used : half;
}

const P256 = 0x100;
const GENESIS_CONTRACT = 0x0100000000000000000000000000000000000000n;
/** Contracts that moved assets of other chains, until Banff. */
const ASSETS = [0x0100000000000000000000000000000000000001n, 0x0100000000000000000000000000000000000002n];
/** Messages of other chains, since Durango: what they say is in no block. */
const WARP = 0x0200000000000000000000000000000000000005n;

/** A precompile that was removed: it reverts, and takes no gas (nativeasset/contract.go, DeprecatedContract). */
const DEPRECATED: Precompile = () => ({ ok: false, error: 'execution reverted', gas: 0 });

function precompilesOf({ fork, isBanff, isGranite }: Rules): ReadonlyMap<bigint, PrecompiledContract> {
  const precompiles = new Map<bigint, PrecompiledContract>();
  const put = (address: bigint, run: Precompile) =>
    precompiles.set(address, {
      address: Number(address),
      since: Fork.frontier,
      run: isGranite ? asItself(address, run) : run,
    });
  if (fork >= Fork.berlin) {
    put(GENESIS_CONTRACT, DEPRECATED);
    for (const address of ASSETS) put(address, isBanff ? DEPRECATED : notHere(address));
  }
  if (fork >= Fork.shanghai) put(WARP, notHere(WARP));
  if (isGranite) {
    const p256 = ethereumPrecompile(P256);
    // As EIP-7951 has it, before the rest of Osaka.
    precompiles.set(BigInt(P256), { ...p256, run: (input, gas) => p256.run(input, gas, Fork.osaka) });
  }
  return precompiles;
}

/** Since Granite they do nothing for code that acts as another account, and take all of its gas (hooks_libevm.go, makePrecompile). */
function asItself(address: bigint, run: Precompile): Precompile {
  return (input, gas, fork, call) =>
    call !== undefined && toBigInt(call.self) !== address
      ? { ok: false, error: 'execution reverted' }
      : run(input, gas, fork, call);
}

function notHere(address: bigint): Precompile {
  return () => {
    const text = `0x${address.toString(16).padStart(40, '0')}`;
    throw new GivenUp(`It calls a contract of the protocol of Avalanche, ${text}, that is not executed here.`);
  };
}

/**
 * The hash over Ethereum's first fields, then those of Avalanche's own and Ethereum's later ones in the order they came in.
 * None since Helicon: what a header says of state is not of its own block, and nothing may be proven by it.
 */
function hashOfHeader(block: Block): Hash | undefined {
  if (isHelicon(block)) return undefined;
  const first = headerItems(block, FIRST_FIELDS);
  const { rollup = {} } = block;
  const { extDataHash } = rollup;
  if (first === undefined || !extDataHash) return undefined;
  const later: (Hex | undefined)[] = [
    headerItem(block, 'baseFeePerGas'),
    quantity(rollup.extDataGasUsed),
    quantity(rollup.blockGasCost),
    headerItem(block, 'blobGasUsed'),
    headerItem(block, 'excessBlobGas'),
    block.parentBeaconBlockRoot,
    quantity(rollup.timestampMilliseconds),
    quantity(rollup.minDelayExcess),
  ];
  const end = later.indexOf(undefined);
  const given = end === -1 ? later : later.slice(0, end);
  return keccakHex(encodeRlpHex([...first, extDataHash as Hex, ...(given as Hex[])]));
}

function quantity(text: string | undefined): Hex | undefined {
  const value = parseQuantity(text);
  return value === undefined ? undefined : rlpScalar(value);
}
