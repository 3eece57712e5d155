/** The chains whose rules are known (chain-rules.ts). Apart from the rules, because it is asked before their code is loaded. */
import type { NetworkId } from '../../chain/primitives';

/** Ethereum, Sepolia, Holesky, Hoodi: chains of Ethereum's own rules. */
export type ScheduledChain = 1 | 11155111 | 17000 | 560048;
const SCHEDULED: readonly number[] = [1, 11155111, 17000, 560048] satisfies ScheduledChain[];

/** Chain ids that development nodes use (Anvil, Hardhat, Ganache, geth --dev). */
const DEVELOPMENT: readonly number[] = [31337, 1337];

/** Returns whether the rules of the chain are known, at least for its past blocks. */
export function hasKnownRules(networkId: NetworkId): boolean {
  return SCHEDULED.includes(networkId) || isDevelopmentId(networkId);
}

/** Returns whether development nodes use this chain id, also for forks of other chains. */
export function isDevelopmentId(networkId: NetworkId): boolean {
  return DEVELOPMENT.includes(networkId);
}
