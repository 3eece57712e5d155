/**
 * A chain nobody prepared for Loupe: unmodified contracts of Uniswap v2,
 * OpenZeppelin, Safe and solmate from npm, and a laboratory of failures, on
 * Hardhat's node. With each transaction comes what is true of it.
 */
import type { Hex } from 'viem';
import { request } from '../../devnet/rpc';
import { type Cast, castOf } from './cast';
import { playAccounts } from './chapters/accounts';
import { playGov } from './chapters/gov';
import { playLab } from './chapters/lab';
import { playDelegation, playPlain } from './chapters/plain';
import { playProxies } from './chapters/proxies';
import { playSafe } from './chapters/safe';
import { playTokens } from './chapters/tokens';
import { playUniswap } from './chapters/uniswap';
import { playWild } from './chapters/wild';
import { type BuildInfo, type Chapters, compileForeign } from './compile';
import { type HardhatNode, startHardhat } from './node';
import { type Contract, Scribe } from './scribe';
import type { ForeignTruth } from './truth';
import { lower } from './values';

export type ForeignChain = {
  node: HardhatNode;
  builds: readonly BuildInfo[];
  truth: ForeignTruth;
  stop(): Promise<void>;
};

/**
 * Starts the node, makes all transactions, or those of `chapters`, and writes down their truth. Some seconds; always
 * `stop()` it.
 */
export async function startForeignChain(chainId: number, port = 0, chapters: Chapters = 'all'): Promise<ForeignChain> {
  const compiled = await compileForeign(chapters);
  const node = await startHardhat(chainId, port);
  try {
    const accounts = ((await request(node.rpcUrl, 'eth_accounts', [])) as Hex[]).map(lower);
    const cast = castOf(accounts);
    const scribe = new Scribe(node.rpcUrl, compiled, accounts);
    const lab = await playLab(scribe, cast);
    if (chapters === 'all') await playOthers(scribe, cast, lab);
    const { facts: contracts, transactions } = scribe;
    return {
      node,
      builds: compiled.builds,
      truth: { chainId, accounts, contracts, transactions },
      stop: () => node.stop(),
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** The chapters behind that of the laboratory, whose contract some of them call. */
async function playOthers(scribe: Scribe, cast: Cast, lab: Contract): Promise<void> {
  await playPlain(scribe, cast, lab);
  const tokens = await playTokens(scribe, cast, lab);
  await playUniswap(scribe, cast, tokens);
  await playProxies(scribe, cast);
  await playSafe(scribe, cast, tokens.alf);
  await playGov(scribe, cast, tokens.alf);
  await playDelegation(scribe, cast, tokens.items);
  await playWild(scribe, cast);
  await playAccounts(scribe, cast, tokens.alf);
}
