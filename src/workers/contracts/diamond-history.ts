/** How a diamond came to its facets, from the events of its cuts. */
import type { Address } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { fetchDiamondCuts } from '../../net/diamond-logs';
import type { Rpc } from '../../net/rpc/rpc';
import type { DiamondHistory } from './contracts.api';
import { searchLogs } from './search-logs';

/** Changes that are handed on; a contract can emit any number. */
const MAX_CHANGES = 500;

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
