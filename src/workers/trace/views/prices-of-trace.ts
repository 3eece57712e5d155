/** What the assets of an open trace were worth when it was mined. */
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { Prices } from '../../chain/chain.api';
import type { Chains } from '../../chain/chains';
import { pricesAt } from '../../chain/load-prices';
import type { TraceSession } from '../trace-session';
import { transfersOf } from './list-transfers';

export function pricesOfTrace(
  session: TraceSession,
  chains: Chains,
  second: number,
  signal: AbortSignal,
): Promise<Result<Prices, Failure>> {
  const tokens = transfersOf(session).tokens.map(({ address }) => address);
  return pricesAt(chains, session.key.networkId, tokens, second, signal);
}
