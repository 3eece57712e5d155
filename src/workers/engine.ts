/**
 * The engine: an ordinary module, so that Node tests call what the worker
 * exposes. Five services share one thread; each loads its code when it is
 * first asked, and those further down know nothing of those above:
 *
 *     trace, tokens → contracts → chain
 */
import type { Peers } from '../net/rpc/peers';
import { createChainEngine } from './chain/chain-engine';
import { Chains } from './chain/chains';
import { TransactionStore } from './chain/transaction-store';
import { createContractsEngine } from './contracts/contracts-engine';
import type { EngineApi } from './engine.api';
import { createJobs } from './scheduling/jobs';
import type { KeptProjects } from './testing/kept-project';
import { createTokensEngine } from './tokens/tokens-engine';
import type { ReplayPatience } from './trace/open/acquire-trace';
import { createTraceEngine } from './trace/trace-engine';
import { openVirtualNetworks } from './virtual/open-virtual';
import { createVirtualEngine } from './virtual/virtual-engine';

/** The contract, and what tests need beside it. */
export type Engine = EngineApi & {
  /** Resolves once nothing is learned or kept in the background any more. */
  settled(): Promise<void>;
};

export type EngineOptions = {
  /** How long the reader waits for a replay alone; tests do not let the machine's speed decide. */
  replayPatience?: ReplayPatience;
  /** The other tabs and workers, those of this browser unless given. */
  peers?: Peers;
  /** Projects with tests that can be opened, those that are kept unless given. */
  testProjects?: KeptProjects;
  /** Whether receipts are asked for together with their transactions: nothing is shown before both are there. */
  receiptAtOnce?: boolean;
  /** Is told of the chains before anything is asked: what is known of their endpoints can be handed in. */
  onChains?: (chains: Chains) => void;
};

export function createEngine({
  replayPatience,
  peers,
  testProjects,
  receiptAtOnce,
  onChains,
}: EngineOptions = {}): Engine {
  const jobs = createJobs();
  const chains = new Chains(peers, openVirtualNetworks);
  onChains?.(chains);
  const contracts = createContractsEngine(chains, jobs);
  const transactions = new TransactionStore(chains, receiptAtOnce);
  const trace = createTraceEngine({ chains, transactions, jobs, code: contracts.code, replayPatience, testProjects });
  return {
    chain: createChainEngine(chains, transactions, jobs),
    contracts: contracts.api,
    tokens: createTokensEngine(chains, jobs),
    trace: trace.api,
    virtual: createVirtualEngine(chains, jobs),
    async settled() {
      // Work that is shown begins work that learns, and that begins work that keeps.
      await chains.settled();
      await trace.settled();
      await chains.settled();
    },
  };
}
