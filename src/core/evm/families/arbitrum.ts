/**
 * Arbitrum One, Nova, Sepolia and the chains of Orbit. Sources: OffchainLabs/nitro
 * (arbos/tx_processor.go, arbos/l2pricing, arbos/storage, precompiles/precompile.go,
 * precompiles/ArbSys.go, gethhook) and OffchainLabs/go-ethereum
 * (core/types/arb_types.go, core/types/block.go of HeaderInfo).
 *
 * Gas for bringing a transaction to layer 1 depends on how well it compresses
 * and on prices of the sequencer; it is taken from the receipt. Gas used as a
 * whole then confirms it, because what the execution uses is computed here.
 * Where there is no receipt, the price is the one that ArbOS keeps in its state,
 * and how well it compresses is estimated (arbitrum/brotli-length.ts).
 *
 * Programs of Stylus (WASM) and precompiles that keep state in ArbOS are not
 * executed: they are named, and that is all.
 */
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hash } from '../../chain/primitives';
import { type Block, isEthereumTransaction, type Receipt, type Transaction } from '../../chain/transaction';
import { fail, ok, type Result } from '../../values/result';
import type { BlockFields } from '../block-fields';
import { GivenUp } from '../given-up';
import { loadedLibrary } from '../precompiles/libraries';
import { fromBigInt, type Precompile, type PrecompileCall, toBigInt } from '../precompiles/result';
import type { PrecompiledContract } from '../precompiles/table';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import { sumOf } from '../transaction/fees';
import type { SystemCall } from '../transaction/system-calls';
import type { TransactionInput } from '../transaction/transaction-input';
import { ARBITRUM_UNSIGNED, encodeArbitrum } from './arbitrum/arbitrum-transactions';
import {
  ARBOS_STATE,
  accountIn,
  INFRA_ACCOUNT,
  infraPriceOf,
  l1BlockHash,
  NETWORK_ACCOUNT,
} from './arbitrum/arbos-slots';
import { enterPosted, slotsFor } from './arbitrum/posting';
import { redeemInput, settleTicket, submitInput, ticketAccounts } from './arbitrum/tickets';
import { asSent } from './as-sent';
import { sameBaseFee } from './base-fee-after';
import type { ChainRules, Family, RuledBlock } from './family';
import type { Callee, FeePart, Payment, Protocol } from './protocol';
import { ruleAt } from './schedule';

/** First version of ArbOS with the rules of each fork (go-ethereum of OffchainLabs, params/config.go). */
const FORKS: readonly (readonly [Fork, number])[] = [
  [Fork.osaka, 50],
  [Fork.prague, 40],
  [Fork.cancun, 20],
  [Fork.shanghai, 11],
  [Fork.paris, 0],
];
const STYLUS = 30;
const TIPS_AGAIN = 60;
/** BLOBHASH and BLOBBASEFEE: no block of these chains has blobs. */
const NO_BLOBS = [0x49, 0x4a];

const POSTER_FUNDS = hexToBytes('0xa4b00000000000000000000000000000000000f6');
/** Where hashes of earlier blocks of the chain itself stand since this version of ArbOS, and how many (go-ethereum of OffchainLabs, params/protocol_params.go). */
const HISTORY = { since: 40, address: hexToBytes('0x0000f90827f1c53a10cb7a02335b175320002935'), ring: 393_168 };

/** What the fields of a header say (HeaderInfo). */
type HeaderInfo = { l1Block: number; version: number; collectsTips: boolean };

export const ARBITRUM: Family = {
  id: 'arbitrum',
  name: 'Arbitrum',
  needsReceipt: true,
  rulesAt: ({ name }, block) => {
    const info = infoOf(block);
    return info ? ok(rulesOf(block, info)) : fail(`A block of ${name} does not say its version of ArbOS.`);
  },
  // Whether calldata has a floor price (EIP-7623) is a setting of the chain since Prague (arbos/features).
  alsoPossible: (_, __, rules) => (rules.fork < Fork.prague ? [] : [withDataFloor(rules)]),
  nextBaseFee: sameBaseFee,
  nextHeader,
  environment: (block, { protocol }) => {
    const { l1Block, version } = infoOf(block) ?? { l1Block: 0, version: 0 };
    const learned = { l1Block, version, parentHash: block.parentHash };
    const blockHash: Protocol['blockHash'] = (state, _, asked) => l1BlockHash(state, asked, learned);
    const own = { precompiles: precompilesOf(block, version), blockHash };
    return { number: l1Block, random: 1n, ...(protocol && { protocol: { ...protocol, ...own } }) };
  },
  input: (transaction, block, receipt) => inputOf(transaction, block, receipt),
  systemCalls: keepParentHash,
  encoding: {
    transaction: encodeArbitrum,
    endsWithBaseFee: true,
    unsigned: ARBITRUM_UNSIGNED,
    price: ({ type }, block) => {
      if (type > 4) return undefined;
      return infoOf(block)?.collectsTips ? undefined : block.baseFeePerGas;
    },
  },
};

/** mixHash: sendCount, the block of layer 1 and the version of ArbOS, 8 bytes each; byte 25 has flags. */
function infoOf({ mixHash }: Pick<RuledBlock, 'mixHash'>): HeaderInfo | undefined {
  if (mixHash === undefined) return undefined;
  const at = (start: number, end: number) => Number(BigInt(`0x${mixHash.slice(2 + 2 * start, 2 + 2 * end)}`));
  const version = at(16, 24);
  // Version 9 was the first to take tips; they were dropped after it, and may be collected since 60.
  const collectsTips = version === 9 || (version >= TIPS_AGAIN && (at(25, 26) & 1) === 1);
  return version === 0 ? undefined : { l1Block: at(8, 16), version, collectsTips };
}

/** ArbOS begins a block with the call of EIP-2935, by its own number and not by that of layer 1 (arbos/internal_tx.go). */
function keepParentHash(block: Block): readonly SystemCall[] {
  const { number = 0, parentHash } = block;
  if (number === 0 || (infoOf(block)?.version ?? 0) < HISTORY.since) return [];
  const slots = [BigInt((number - 1) % HISTORY.ring)];
  return [{ address: HISTORY.address, input: hexToBytes(parentHash), slots, written: [BigInt(parentHash)] }];
}

/** Seconds between blocks of layer 1. */
const L1_BLOCK_TIME = 12;

/** The version of ArbOS stays, and time goes on for layer 1 as well. */
function nextHeader(parent: Block, timestamp: number): Partial<Block> {
  const { mixHash, extraData, rollup } = parent;
  const info = infoOf(parent);
  if (mixHash === undefined || info === undefined) return {};
  const passed = Math.floor(timestamp / L1_BLOCK_TIME) - Math.floor(parent.timestamp / L1_BLOCK_TIME);
  const l1Block = (info.l1Block + Math.max(0, passed)).toString(16);
  return {
    mixHash: `${mixHash.slice(0, 18)}${l1Block.padStart(16, '0')}${mixHash.slice(34)}` as Hash,
    ...(extraData !== undefined && { extraData }),
    ...(rollup !== undefined && { rollup: { ...rollup, l1BlockNumber: `0x${l1Block}` } }),
  };
}

function rulesOf(block: RuledBlock, { version, collectsTips }: HeaderInfo): ChainRules {
  const fork = ruleAt(FORKS, version) ?? Fork.paris;
  const protocol: Protocol = {
    precompiles: precompilesOf(block, version),
    undefinedOpcodes: NO_BLOBS,
    hasNoDataFloor: true,
    refuses: whyRefused,
    require: (state, transaction) =>
      slotsFor(transaction, version).every((key) => state.requireSlot(ARBOS_STATE, key)) &&
      (transaction.ticket === undefined ||
        ticketAccounts(state, transaction.ticket).every((account) => state.requireAccount(account))),
    // Submitting a ticket counts the gas of the attempt that follows.
    gasUsed: ({ ticket, gasLimit }, used) => (ticket?.act === 'submit' && ticket.isAttempted ? gasLimit : used),
    ended: settleTicket,
    fees: (payment) => feesOf(payment, collectsTips),
    enter: (payment, paid) => enterPosted(payment, paid, { version, collectsTips }),
    receiptFields: ({ transaction, block: { number } }) =>
      transaction.isForced
        ? {}
        : { gasUsedForL1: `0x${(transaction.dataGas ?? 0).toString(16)}`, l1BlockNumber: `0x${number.toString(16)}` },
  };
  return { fork, blobs: BLOBS_CANCUN, family: ARBITRUM, protocol, basis: 'receipt' };
}

function withDataFloor({ protocol, ...rules }: ChainRules): ChainRules {
  const { hasNoDataFloor: _, ...others } = protocol ?? {};
  return { ...rules, protocol: others };
}

const DEPOSIT = 0x64;
const UNSIGNED = 0x65;
const CONTRACT = 0x66;
const REDEEM = 0x68;
const SUBMIT = 0x69;
const INTERNAL = 0x6a;
/** Types whose sender is an account of layer 1 under another address. */
const ALIASED: readonly (number | undefined)[] = [UNSIGNED, CONTRACT, REDEEM];

function inputOf(
  transaction: Transaction,
  block: Block,
  receipt: Receipt | undefined,
): Result<Partial<TransactionInput>, string> {
  const { type, value } = transaction;
  if (type === INTERNAL) return ok({ isForced: true, isSilent: true });
  if (type === DEPOSIT) return ok({ isForced: true, isSilent: true, mint: value });
  if (type === REDEEM) return redeemInput(transaction);
  if (type === SUBMIT) return submitInput(transaction, receipt?.gasUsed);
  // From layer 1, without a signature; whoever brought them there was paid.
  if (type === UNSIGNED || type === CONTRACT)
    return ok({ dataGas: 0, maxPriorityFeePerGas: 0n, isMadeUp: true, isUnnumbered: type === CONTRACT });
  if (!isEthereumTransaction(transaction))
    return fail(`Transactions of type 0x${type.toString(16)} are not executed: Arbitrum Classic made them.`);
  const stated = receipt?.rollup?.gasUsedForL1;
  if (receipt !== undefined && stated === undefined)
    return fail('The receipt does not say how much gas went to layer 1 (gasUsedForL1).');
  return ok({
    ...(stated !== undefined && { dataGas: Number(stated) }),
    ...(!infoOf(block)?.collectsTips && { maxPriorityFeePerGas: 0n }),
    ...(receipt === undefined && asSent(transaction)),
  });
}

/** Returns who gets what: the pool that pays posters, the account for infrastructure at the least base fee, the network's the rest. */
function feesOf({ state, transaction, block, price, gas }: Payment, collectsTips: boolean): readonly FeePart[] {
  const data = BigInt(transaction.dataGas ?? 0);
  const computed = gas - data;
  // Gas for layer 1 is sold at the price that is paid, tips included.
  const dataPrice = collectsTips ? price : block.baseFee;
  const network = accountIn(state, NETWORK_ACCOUNT);
  const infra = accountIn(state, INFRA_ACCOUNT);
  const infraPrice = infra === undefined ? 0n : infraPriceOf(state, block.baseFee);
  const parts: FeePart[] = [
    { kind: 'data', wei: data * dataPrice, to: POSTER_FUNDS, inGas: true },
    { kind: 'base', wei: computed * (block.baseFee - infraPrice), ...(network && { to: network }) },
  ];
  if (infra) parts.push({ kind: 'base', wei: computed * infraPrice, to: infra });
  if (collectsTips) parts.push({ kind: 'priority', wei: gas * price - sumOf(parts), ...(network && { to: network }) });
  return parts.filter(({ wei }) => wei > 0n);
}

function whyRefused({ address, code }: Callee): string | undefined {
  if (code[0] === 0xef && code[1] === 0xf0)
    return `It calls ${bytesToHex(address)}, a program of Stylus (WASM), which is not executed here.`;
  return undefined;
}

const NAMES: Readonly<Record<number, string>> = {
  101: 'ArbInfo',
  102: 'ArbAddressTable',
  103: 'ArbBLS',
  104: 'ArbFunctionTable',
  105: 'ArbosTest',
  107: 'ArbOwnerPublic',
  108: 'ArbGasInfo',
  109: 'ArbAggregator',
  110: 'ArbRetryableTx',
  111: 'ArbStatistics',
  112: 'ArbOwner',
  113: 'ArbWasm',
  114: 'ArbWasmCache',
  115: 'ArbNativeTokenManager',
  116: 'ArbFilteredTransactionsManager',
  255: 'ArbDebug',
  674565: 'ArbosActs',
};
const ARBSYS = 0x64;
const KZG = 0x0a;
const P256 = 0x100;
const P256_GAS = 3450;

function precompilesOf(
  { number = 0 }: RuledBlock,
  version: number,
): ReadonlyMap<bigint, PrecompiledContract | undefined> {
  const precompiles = new Map<bigint, PrecompiledContract | undefined>();
  const add = (address: number, run: Precompile) =>
    precompiles.set(BigInt(address), { address, since: Fork.frontier, run });
  precompiles.set(BigInt(ARBSYS), {
    address: ARBSYS,
    since: Fork.frontier,
    require: (state, input, _, block) => {
      const asked = hashAsked(input, number);
      return asked === undefined || state.requireHash(block, asked);
    },
    run: arbSys(number, version),
  });
  for (const [address, name] of Object.entries(NAMES))
    add(Number(address), () => {
      throw new GivenUp(`It calls ${name} (0x${Number(address).toString(16)}), whose state is not known here.`);
    });
  if (version < STYLUS) precompiles.set(BigInt(KZG), undefined);
  // BLS12-381 came with Osaka alone, P-256 before it at half its price (gethhook/geth-hook.go).
  if (version < 50) {
    for (let address = 0x0b; address <= 0x11; address++) precompiles.set(BigInt(address), undefined);
    if (version >= STYLUS)
      precompiles.set(BigInt(P256), {
        address: P256,
        since: Fork.frontier,
        library: 'p256',
        run: (input, gas, fork) => {
          if (gas < P256_GAS) return { ok: false };
          const verified = loadedLibrary('p256').p256Verify(input, Number.MAX_SAFE_INTEGER, fork);
          return verified.ok ? { ...verified, gas: P256_GAS } : verified;
        },
      });
  }
  return precompiles;
}

/** Added to addresses of contracts of layer 1 where they send something (AddressAliasHelper). */
const ALIAS = 0x1111000000000000000000000000000000001111n;
/** Reading the version of ArbOS, which each method but pure ones begins with. */
const OPEN = 800;
const COPY_WORD = 3;

/** For each selector: the answer of a method of ArbSys that reads nothing of ArbOS but its version. */
type Method = { isPure?: true; answer: (words: readonly bigint[], call: PrecompileCall) => bigint };

const ARB_BLOCK_HASH = '0x2b407a82';
/** Blocks before its own whose hashes ArbSys knows. */
const HASHES = 256n;

/** Returns the block of the chain itself whose hash is asked of ArbSys; undefined for other calls, and for blocks that it does not know. */
function hashAsked(input: Uint8Array, current: number): number | undefined {
  if (input.length < 36 || bytesToHex(input.subarray(0, 4)) !== ARB_BLOCK_HASH) return undefined;
  const asked = toBigInt(input.subarray(4, 36));
  return hasHash(asked, current) ? Number(asked) : undefined;
}

function hasHash(asked: bigint, current: number): boolean {
  return asked < BigInt(current) && asked + HASHES >= BigInt(current);
}

/** A block that is not among those is refused with an error of ArbSys's own since version 11. */
function hashOfBlock(block: Pick<BlockFields, 'blockHash'>, asked: bigint, current: number): bigint {
  const hash = hasHash(asked, current) ? block.blockHash(Number(asked)) : undefined;
  if (hash !== undefined) return toBigInt(hash);
  throw new GivenUp(
    'It asks ArbSys (0x64) for the hash of a block that is not among the last 256, which is not executed here.',
  );
}

function arbSys(number: number, version: number): Precompile {
  const methods: Readonly<Record<string, Method>> = {
    // arbBlockNumber()
    '0xa3b1b31d': { answer: () => BigInt(number) },
    // arbBlockHash(uint256)
    [ARB_BLOCK_HASH]: { answer: ([asked = 0n], { block }) => hashOfBlock(block, asked, number) },
    // arbOSVersion(): Nitro counts from 56.
    '0x051038f2': { answer: () => BigInt(55 + version) },
    // isTopLevelCall()
    '0x08bd624c': { answer: (_, { depth }) => (depth <= 1 ? 1n : 0n) },
    // mapL1SenderContractAddressToL2Alias(address,address)
    '0x4dbbd506': { isPure: true, answer: ([sender = 0n]) => BigInt.asUintN(160, sender + ALIAS) },
    // wasMyCallersAddressAliased()
    '0x175a260b': { answer: (_, { depth, type }) => (depth <= 1 && ALIASED.includes(type) ? 1n : 0n) },
  };
  return (input, gas, _, call) => {
    const selector = bytesToHex(input.subarray(0, 4));
    const method = methods[selector];
    // It does nothing for code that acts as another account.
    if (method === undefined || call === undefined || toBigInt(call.self) !== BigInt(ARBSYS))
      throw new GivenUp(`It calls method ${selector} of ArbSys (0x64), which is not executed here.`);
    const words = Math.ceil((input.length - 4) / 32);
    const cost = COPY_WORD * (words + 1) + (method.isPure ? 0 : OPEN);
    if (cost > gas) return { ok: false };
    const given = Array.from({ length: words }, (_each, at) => toBigInt(input.subarray(4 + 32 * at, 36 + 32 * at)));
    return { ok: true, gas: cost, output: fromBigInt(method.answer(given, call), 32) };
  };
}
