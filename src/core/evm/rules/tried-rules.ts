/**
 * Ethereum's rules, tried on a chain that nothing is known of. What comes out
 * is shown only where it equals the receipt, and under a level of its own
 * (core/proof/proof-level.ts).
 */
import { hexDigits } from '../../chain/hex';
import type { ChainRules, RuledBlock } from '../families/family';
import type { Callee, Protocol } from '../families/protocol';
import { BLOBS_CANCUN, BLOBS_PRAGUE, type BlobSchedule, Fork } from './forks';

/** The fork that gave a receipt of the chain, and the first block where it is known to have. */
export type WorkedRules = { fork: Fork; since: number };

/** Tried one after the other, the newest first. */
const TRIED: readonly (readonly [Fork, BlobSchedule])[] = [
  [Fork.osaka, BLOBS_PRAGUE],
  [Fork.prague, BLOBS_PRAGUE],
  [Fork.cancun, BLOBS_CANCUN],
  [Fork.shanghai, BLOBS_CANCUN],
  [Fork.london, BLOBS_CANCUN],
  [Fork.berlin, BLOBS_CANCUN],
];

const PROTOCOL: Protocol = { refuses: whyRefused };

/**
 * Returns the rules that are tried first: those that gave receipts before, from that block on, else those that the header
 * shows; with what is known of how the chain counts gas.
 */
export function firstTried(
  header: ChainRules,
  { number }: RuledBlock,
  worked: WorkedRules | undefined,
  id?: number,
): ChainRules {
  const known = worked !== undefined && (number ?? Number.POSITIVE_INFINITY) >= worked.since;
  return tried(known ? worked.fork : header.fork, header.blobs, protocolOf(id));
}

/** Returns the rules that are tried after `first`, those that the header shows before all others. */
export function nextTried(first: ChainRules, header: ChainRules, id?: number): readonly ChainRules[] {
  const own = protocolOf(id);
  const all = (protocol: Protocol) => [
    tried(header.fork, header.blobs, protocol),
    ...TRIED.filter(([fork]) => fork !== header.fork).map(([fork, blobs]) => tried(fork, blobs, protocol)),
  ];
  const others = all(own).filter(({ fork }) => fork !== first.fork);
  return own === PROTOCOL ? others : [...others, ...all(PROTOCOL)];
}

function tried(fork: Fork, blobs: BlobSchedule, protocol: Protocol): ChainRules {
  return { fork, blobs, basis: 'tried', protocol };
}

/** A tenth of what is left is charged, but of transactions of the protocol (0xsoniclabs/tosca, go/processor/floria). */
const TENTH_OF_REST: Protocol = {
  ...PROTOCOL,
  counted: ({ from, gasLimit }, used) => (from.every((byte) => byte === 0) ? used : used + (gasLimit - used) / 10n),
};
/** The rule that at least half of the limit is charged (evmos/evmos, x/evm/keeper/state_transition.go, app/gas.go). */
const HALF_OF_LIMIT: Protocol = {
  ...PROTOCOL,
  gasUsed: ({ gasLimit }, used) => (used > gasLimit / 2n ? used : gasLimit / 2n),
};
/** Sonic with its test networks, Fantom; Evmos, Cronos, Kava and Canto with theirs. */
const SONIC: readonly number[] = [146, 57_054, 14_601, 64_165, 250, 4002];
const COSMOS: readonly number[] = [9001, 9000, 25, 338, 2222, 2221, 7700, 7701];

function protocolOf(id: number | undefined): Protocol {
  if (id === undefined) return PROTOCOL;
  if (SONIC.includes(id)) return TENTH_OF_REST;
  return COSMOS.includes(id) ? HALF_OF_LIMIT : PROTOCOL;
}

/**
 * Where chains keep precompiles of their own, as the first digits of an address: the first 65,536 addresses (Frontier,
 * Cosmos, HyperEVM, Arbitrum), and those of Avalanche and its subnets, Blast, Scroll and Base.
 */
const OWN_PRECOMPILES = /^(0{36}|0[12]00{34}|4300{32}|5300{32}|b20[0f]0{12})/;
/** Ether is burnt there, with calldata too; no chain has a precompile there. */
const BURNS = /^0{36}(0000|dead)$/;

function whyRefused({ address, code, input }: Callee): string | undefined {
  if (code.length > 0 || input.length === 0) return undefined;
  const digits = hexDigits(address, 0, 20);
  if (!OWN_PRECOMPILES.test(digits) || BURNS.test(digits)) return undefined;
  return `It calls 0x${digits}, which has no code and may be a precompile of this chain. What such a one does is not known here.`;
}
