/** Whether two chains have the same code at one address: sources that made the one made the other. */
import type { Address } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { fetchCode } from '../../../net/account-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { CodeElsewhere } from '../verification.api';

/** Compares byte for byte: codes whose immutables differ count as different. */
export async function compareElsewhere(
  here: Rpc,
  there: Rpc,
  address: Address,
  signal: AbortSignal,
): Promise<Result<CodeElsewhere, Failure>> {
  const [own, other] = await Promise.all([
    fetchCode(here, address, 'latest', { signal }),
    fetchCode(there, address, 'latest', { signal }),
  ]);
  if (!own.ok) return own;
  if (!other.ok) return other;
  if (other.value === '0x') return ok('none');
  return ok(other.value === own.value ? 'same' : 'other');
}
