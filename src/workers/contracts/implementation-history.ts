/** What a proxy ran before and how a diamond came to its facets, from the events they told of their changes by. */
import type { Address } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchDiamondCuts, fetchUpgrades } from '../../net/upgrade-logs';
import type { DiamondHistory, ImplementationHistory } from './contracts.api';
import { searchLogs } from './search-logs';

/** Changes that are handed on; a contract can emit any number. */
const MAX_CHANGES = 500;

/** `emitter` is the proxy, or the beacon that names the implementation of all its proxies. Fails where not even the newest blocks could be asked for. */
export async function readImplementations(
  rpc: Rpc,
  emitter: Address,
  signal: AbortSignal,
): Promise<Result<ImplementationHistory, Failure>> {
  const searched = await searchLogs(rpc, (span) => fetchUpgrades(rpc, emitter, span, { signal }), signal);
  if (!searched.ok) return searched;
  const { found, from, to } = searched.value;
  return ok({ upgrades: found.toReversed().slice(0, MAX_CHANGES), from, to });
}

/** Fails where not even the newest blocks could be asked for. */
export async function readDiamondHistory(
  rpc: Rpc,
  diamond: Address,
  signal: AbortSignal,
): Promise<Result<DiamondHistory, Failure>> {
  const searched = await searchLogs(rpc, (span) => fetchDiamondCuts(rpc, diamond, span, { signal }), signal);
  if (!searched.ok) return searched;
  const { found, from, to } = searched.value;
  return ok({ changes: found.toReversed().slice(0, MAX_CHANGES), from, to });
}
