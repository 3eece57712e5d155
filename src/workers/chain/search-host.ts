/** What the deployment's hosted API finds, where it has one and the reader allows it to be asked. */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import type { HostedFound } from '../../core/hosted/found';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import type { HostedApi } from '../../net/providers/hosted/hosted-api';
import type { Chains } from './chains';
import { openConfigured } from './open-hosted';

export async function searchHost(
  chains: Chains,
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly HostedFound[], Failure>> {
  const found = await (await allowedApi(chains))?.search(text, signal);
  return found === undefined ? ok([]) : found.ok ? ok(found.value ?? []) : found;
}

export async function networkOfTransaction(
  chains: Chains,
  hash: Hash,
  signal: AbortSignal,
): Promise<Result<NetworkId | undefined, Failure>> {
  return (await (await allowedApi(chains))?.networkOf(hash, signal)) ?? ok(undefined);
}

async function allowedApi(chains: Chains): Promise<HostedApi | undefined> {
  const hosted = await openConfigured(chains);
  return hosted?.isAllowed(await readPreference('providers')) ? hosted.api : undefined;
}
