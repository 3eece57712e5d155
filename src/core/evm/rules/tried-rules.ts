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
const BEFORE_BERLIN = [Fork.istanbul, Fork.petersburg, Fork.byzantium].map((fork) => [fork, BLOBS_CANCUN] as const);

/** What is known of every chain whose rules are tried: that calls of its own precompiles are not. */
export const TRIED_PROTOCOL: Protocol = { refuses: whyRefused };

/**
 * Returns the rules that are tried first: those that gave receipts before, from that block on, else those that the header
 * shows; `own`: how the chain is known to count gas (own-gas.ts).
 */
export function firstTried(
  header: ChainRules,
  { number }: RuledBlock,
  worked: WorkedRules | undefined,
  own = TRIED_PROTOCOL,
): ChainRules {
  const known = worked !== undefined && (number ?? Number.POSITIVE_INFINITY) >= worked.since;
  return tried(known ? worked.fork : header.fork, header.blobs, own);
}

/**
 * Returns the rules that are tried after `first`: those that the header shows before all others, and those before Berlin
 * where it has no base fee.
 */
export function nextTried(first: ChainRules, header: ChainRules, own = TRIED_PROTOCOL): readonly ChainRules[] {
  const forks = header.fork < Fork.london ? [...TRIED, ...BEFORE_BERLIN] : TRIED;
  const all = (protocol: Protocol) => [
    tried(header.fork, header.blobs, protocol),
    ...forks.filter(([fork]) => fork !== header.fork).map(([fork, blobs]) => tried(fork, blobs, protocol)),
  ];
  const others = all(own).filter(({ fork }) => fork !== first.fork);
  return own === TRIED_PROTOCOL ? others : [...others, ...all(TRIED_PROTOCOL)];
}

function tried(fork: Fork, blobs: BlobSchedule, protocol: Protocol): ChainRules {
  return { fork, blobs, basis: 'tried', protocol };
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
