/** The variables of what runs at an address: those of its own sources, behind a proxy those of its implementation. */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { StorageVariable } from '../../../core/source/values/storage-layout';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchCode } from '../../../net/account-reader';
import type { Chains } from '../../chain/chains';
import type { Code } from '../../contracts/contracts-answers';
import { readProxyKnowledge } from '../../contracts/knowledge/fetch-codes';
import { contractOf } from '../../contracts/read-storage';

/** Fails with `notFound` where nobody who may be asked has sources. */
export async function findLayout(
  chains: Chains,
  code: Code,
  { networkId, address, block }: { networkId: NetworkId; address: Address; block: number },
  signal: AbortSignal,
): Promise<Result<readonly StorageVariable[], Failure>> {
  const rpc = await chains.rpc(networkId);
  const own = await fetchCode(rpc, address, block, { signal });
  if (!own.ok) return own;
  const proxy = await readProxyKnowledge(rpc, address, own.value, block, signal);
  const implementation = proxy?.proxy?.implementation;
  const behind = implementation && (await layoutAt(code, networkId, implementation, signal));
  if (behind?.ok && behind.value !== undefined) return ok(behind.value);
  const found = await layoutAt(code, networkId, address, signal);
  if (!found.ok) return found;
  if (found.value !== undefined) return ok(found.value);
  return fail(
    failure(
      'notFound',
      `No sources are known for the variables of ${address}. Import its build output, or change slots by their number.`,
    ),
  );
}

async function layoutAt(
  code: Code,
  networkId: NetworkId,
  address: Address,
  signal: AbortSignal,
): Promise<Result<readonly StorageVariable[] | undefined, Failure>> {
  const found = await code.findSource({ networkId, address, signal });
  if (!found.ok) return found;
  if (found.value === undefined) return ok(undefined);
  const read = contractOf(found.value.source);
  if (!read.ok) return read;
  const { layout } = read.value.contract;
  return ok(layout === undefined ? undefined : [...layout.namespaces, ...layout.storage]);
}
