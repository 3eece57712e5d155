/** Learning whose code a list of transactions calls, so that its functions and contracts have names. */
import type { Rpc } from '../../../net/rpc/rpc';
import type { SelectedFunction } from '../contracts.api';
import type { Knowledge } from './knowledge-base';
import { learnFromKept } from './learn-at-hand';
import { learnFromChain } from './learn-contracts';

const MAX_CALLS = 1_000;

/** Asks the endpoint for the code at addresses of which nothing is known. Says whether anything became known. */
export async function learnCalled(
  knowledge: Knowledge,
  rpc: Rpc,
  calls: readonly Pick<SelectedFunction, 'to'>[],
): Promise<boolean> {
  const { contracts } = knowledge;
  const called = calls.slice(0, MAX_CALLS).flatMap(({ to }) => (to === undefined ? [] : [to]));
  const addresses = [...new Set(called)];
  const fromKept = await learnFromKept(knowledge, addresses, []);
  const unknown = addresses.filter((address) => contracts.knowledge(address) === undefined);
  if (unknown.length === 0) return fromKept;
  const fromChain = await learnFromChain(knowledge, rpc, {
    contracts: unknown,
    codes: new Map(),
    proxies: unknown,
    tokens: new Map(),
    block: 'latest',
    signal: new AbortController().signal,
  });
  return fromKept || fromChain;
}
