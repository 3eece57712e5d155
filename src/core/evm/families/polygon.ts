/**
 * Polygon PoS and Amoy: Ethereum's rules, but that a contract of the protocol's
 * logs every transfer of value and every fee, that base fees go to a contract,
 * and that forks take what they take of Ethereum's: no blobs, no randomness,
 * larger contracts, since Chicago other prices (PIP-88).
 *
 * Headers name no coinbase. Before Rio it is who sealed the block, since then
 * one account. Sources: 0xPolygon/bor, params/config.go,
 * params/protocol_params.go, core/bor_fee_log.go, core/evm.go,
 * core/state_transition.go, core/vm/jump_table.go, core/vm/contracts.go and
 * their tests, among them core/vm's of precompiles by fork, consensus/bor/bor.go;
 * its releases to v2.10.0 (2026-08) and ethrex-polygon for what is newer than
 * its public branch. Valencia (block 89,531,000; Amoy 40,776,000) is a release
 * of security, of which nothing says that it changes how transactions are
 * executed; Hampi, without a block yet, changes what a witness of a block has
 * (pull request 2361); Kyoto, Lugano and Purley are forks of Heimdall.
 */
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Block, Transaction } from '../../chain/transaction';
import { ZERO_ADDRESS } from '../../chain/zero-address';
import { fail, ok } from '../../values/result';
import { modexp } from '../precompiles/modexp';
import { repriced } from '../precompiles/repriced';
import { ethereumPrecompile, type PrecompiledContract } from '../precompiles/table';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import { BLOBBASEFEE, BLOBHASH } from '../rules/opcode-bytes';
import { ethereumFees } from '../transaction/fees';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family, RuledBlock } from './family';
import type { EndedTransaction, Protocol, Transfer } from './protocol';
import { ruleAt } from './schedule';
import { sealerOf } from './sealer';
import type { RunningState } from './state-view';

/** Bor's forks that change how transactions are executed, in order; the constants of Ethereum's own are their names. */
const Bor = {
  byzantium: 0,
  istanbul: 1,
  berlin: 2,
  london: 3,
  shanghai: 4,
  cancun: 5,
  ahmedabad: 6,
  prague: 7,
  madhugiri: 8,
  madhugiriPro: 9,
  lisovo: 10,
  lisovoPro: 11,
  chicago: 12,
} as const;
type Bor = (typeof Bor)[keyof typeof Bor];

type Chain = {
  /** First block of each fork, newest first. */
  forks: readonly (readonly [Bor, number])[];
  /** Accounts that get base fees, each with its first block, newest first. */
  collectors: readonly (readonly [Uint8Array, number])[];
  /** First block whose coinbase is `COINBASE`. */
  rio: number;
};

const MAINNET: Chain = {
  forks: [
    [Bor.chicago, 87_218_600],
    [Bor.lisovoPro, 83_756_500],
    [Bor.madhugiriPro, 80_084_800],
    [Bor.prague, 73_440_256],
    [Bor.ahmedabad, 62_278_656],
    [Bor.cancun, 54_876_000],
    [Bor.shanghai, 50_523_000],
    [Bor.london, 23_850_000],
    [Bor.berlin, 14_750_000],
    [Bor.istanbul, 3_395_000],
    [Bor.byzantium, 0],
  ],
  collectors: [
    [hexToBytes('0x3ef57def668054dd750bd260526105c4eeef104f'), 83_756_500],
    [hexToBytes('0x7a8ed27f4c30512326878652d20fc85727401854'), 50_523_000],
    [hexToBytes('0x70bca57f4579f58670ab2d18ef16e02c17553c38'), 0],
  ],
  rio: 77_414_656,
};
const AMOY: Chain = {
  forks: [
    [Bor.chicago, 38_358_000],
    [Bor.lisovoPro, 34_062_000],
    [Bor.lisovo, 33_634_700],
    [Bor.madhugiriPro, 29_287_400],
    [Bor.madhugiri, 28_899_616],
    [Bor.prague, 22_765_056],
    [Bor.ahmedabad, 11_865_856],
    [Bor.cancun, 5_423_600],
    [Bor.shanghai, 73_100],
    [Bor.berlin, 0],
  ],
  collectors: [[hexToBytes('0xecdd77ce6f146ccf5dab707941d318bd50eed2c9'), 0]],
  rio: 26_272_256,
};
const AMOY_ID = 80002;

const FORKS: Readonly<Record<Bor, Fork>> = {
  // Constantinople and Petersburg began with the chain.
  [Bor.byzantium]: Fork.petersburg,
  [Bor.istanbul]: Fork.istanbul,
  [Bor.berlin]: Fork.berlin,
  [Bor.london]: Fork.london,
  [Bor.shanghai]: Fork.shanghai,
  [Bor.cancun]: Fork.cancun,
  [Bor.ahmedabad]: Fork.cancun,
  [Bor.prague]: Fork.prague,
  [Bor.madhugiri]: Fork.prague,
  [Bor.madhugiriPro]: Fork.prague,
  [Bor.lisovo]: Fork.osaka,
  [Bor.lisovoPro]: Fork.osaka,
  [Bor.chicago]: Fork.osaka,
};

const COINBASE = hexToBytes('0x7ee41d8a25641000661b1ef5e6ae8a00400466b0');
/** The contract of the native currency, in whose name the protocol logs. */
const NATIVE = hexToBytes('0x0000000000000000000000000000000000001010');
/** keccak256 of LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256), and of LogFeeTransfer with the same. */
const LOG_TRANSFER = 0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4n;
const LOG_FEE_TRANSFER = 0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63n;
/** Envelope type of what comes in from Ethereum, since Madhugiri (PIP-74). Before, such transactions are in no block. */
const STATE_SYNC = 0x7f;

export const POLYGON: Family = {
  id: 'polygon',
  name: 'Polygon PoS',
  nextBaseFee: sameBaseFee,
  rulesAt: ({ id }, block) => ok(rulesOf(chainOf(id), block)),
  environment: (block) => {
    const coinbase = coinbaseOf(block);
    // DIFFICULTY stays what it was before Paris: a header has no randomness.
    return { random: block.difficulty ?? 0n, ...(coinbase && { coinbase }) };
  },
  input: (transaction) =>
    isStateSync(transaction)
      ? fail('The protocol made this transaction for what came in from Ethereum. It has no execution of its own.')
      : transaction.type <= 4 && transaction.type !== 3
        ? ok({})
        : fail(`Polygon has no transactions of type ${transaction.type}.`),
  encoding: {
    endsWithBaseFee: true,
    isOutside: (transaction) => transaction.type !== STATE_SYNC && isStateSync(transaction),
  },
};

function chainOf(id: number): Chain {
  return id === AMOY_ID ? AMOY : MAINNET;
}

const made = new Map<string, ChainRules>();

function rulesOf(chain: Chain, { number = Number.POSITIVE_INFINITY }: RuledBlock): ChainRules {
  const fork = ruleAt(chain.forks, number) ?? Bor.byzantium;
  const collector = ruleAt(chain.collectors, number);
  const key = `${fork} ${collector && bytesToHex(collector)}`;
  const rules = made.get(key) ?? {
    fork: FORKS[fork],
    blobs: BLOBS_CANCUN,
    family: POLYGON,
    protocol: protocolOf(fork, collector),
  };
  made.set(key, rules);
  return rules;
}

/** Twice what EIP-7825 has (release v2.5.0). */
const MAX_GAS_LIMIT = 33_554_432;
const NO_BLOBS = [BLOBHASH, BLOBBASEFEE];

function protocolOf(fork: Bor, collector: Uint8Array | undefined): Protocol {
  return {
    precompiles: precompilesOf(fork),
    undefinedOpcodes: NO_BLOBS,
    ...(fork >= Bor.madhugiri && { maxGasLimit: MAX_GAS_LIMIT }),
    prices: {
      ...(fork >= Bor.ahmedabad && { maxCodeSize: 32768 }),
      ...(fork >= Bor.chicago && { coldLoad: 5460, coldStore: 2940 }),
    },
    ...(collector && {
      require: (state) => state.requireAccount(collector),
      fees: (payment) =>
        ethereumFees(payment).map((part) => (part.kind === 'base' ? { ...part, to: collector } : part)),
    }),
    transferred: logTransfer,
    ended: logFee,
  };
}

const KZG = 0x0a;
const P256 = 0x100;
/** For each address: factor by which a precompile costs more since Chicago (PIP-88), as a fraction. */
const DEARER: readonly (readonly [
  address: number,
  times: readonly [number, number],
  round?: (price: number) => number,
])[] = [
  [0x06, [18, 5]],
  [0x07, [21, 10]],
  [0x08, [3, 2]],
  [0x09, [22, 1]],
  [0x0b, [14, 5]],
  [0x0c, [61, 10]],
  [0x0d, [27, 10]],
  // Ethereum's price is rounded, this one is whole: 22.5 and 144 for each thousandth of a point's.
  [0x0e, [32, 5], (price) => 144 * Math.ceil(price / 144)],
  [0x0f, [29, 10]],
  [0x10, [14, 5]],
  [0x11, [14, 5]],
];

function precompilesOf(fork: Bor): ReadonlyMap<bigint, PrecompiledContract | undefined> {
  const precompiles = new Map<bigint, PrecompiledContract | undefined>();
  if (fork < Bor.madhugiri || fork >= Bor.lisovoPro) precompiles.set(BigInt(KZG), undefined);
  // PIP-27, at the price of EIP-7951 since Lisovo.
  if (fork >= Bor.cancun && fork < Bor.lisovo && fork !== Bor.madhugiri)
    precompiles.set(BigInt(P256), ethereumPrecompile(P256));
  if (fork >= Bor.madhugiri && fork < Bor.lisovo)
    // EIP-7823 and EIP-7883 came before the rest of Osaka.
    precompiles.set(5n, { ...ethereumPrecompile(5), run: (input, gas) => modexp(input, gas, Fork.osaka) });
  if (fork >= Bor.chicago) {
    for (const [address, times, round] of DEARER)
      precompiles.set(BigInt(address), repriced(ethereumPrecompile(address), times, round));
  }
  return precompiles;
}

/** SELFDESTRUCT moves the balance without a word. */
function logTransfer(state: RunningState, { from, to, wei, bySelfdestruct }: Transfer): void {
  if (wei === 0n || bySelfdestruct) return;
  const after = [state.balance(from), state.balance(to)];
  const toItself = bytesToHex(from) === bytesToHex(to);
  const before = toItself ? after : [after[0] + wei, after[1] - wei];
  log(state, LOG_TRANSFER, from, to, [wei, ...before, ...after]);
}

/**
 * Logs the fee. The event states balances as if nothing but the fee had changed those that sender and coinbase began
 * with.
 */
function logFee(state: RunningState, { transaction, block, before, fees }: EndedTransaction): void {
  const wei = fees.reduce((sum, part) => (part.kind === 'priority' ? sum + part.wei : sum), 0n);
  if (wei === 0n) return;
  const { sender, coinbase } = before;
  const words = [wei, sender, coinbase, sender - wei, coinbase + wei];
  log(state, LOG_FEE_TRANSFER, transaction.from, block.coinbase, words);
}

function log(state: RunningState, event: bigint, from: Uint8Array, to: Uint8Array, words: readonly bigint[]): void {
  const topics = [event, ...[NATIVE, from, to].map((address) => BigInt(bytesToHex(address)))];
  state.log(NATIVE, topics, hexToBytes(`0x${words.map(wordOf).join('')}`));
}

/** A balance that is said to be below nothing is written without its sign, as Go's big.Int does. */
function wordOf(value: bigint): string {
  return (value < 0n ? -value : value).toString(16).padStart(64, '0');
}

function isStateSync({ type, from, to, gas }: Transaction): boolean {
  return type === STATE_SYNC || (from === ZERO_ADDRESS && to === ZERO_ADDRESS && gas === 0);
}

/** Who gets the priority fees of a block; undefined where its header states somebody, or does not tell. */
function coinbaseOf(block: Block): Uint8Array | undefined {
  if (block.number !== undefined && block.number >= chainOf(block.networkId).rio) return COINBASE;
  return block.miner === ZERO_ADDRESS ? sealerOf(block) : undefined;
}
