/** Links that name an account or a hash, and no network: they are of the network that the app begins with. */
import { redirect } from '@tanstack/react-router';
import { isAddressShaped } from '../core/chain/address-shape';
import { segmentOf } from './networks';
import type { Wiring } from './wiring';

/** Throws the way to what `named` names; returns where it names no account and no hash. */
export async function followLoneLink({ config, network }: Wiring, named: string): Promise<void> {
  const isHash = /^0x[\da-f]{64}$/i.test(named);
  if (!isHash && !isAddressShaped(named)) return;
  const first = await network(undefined);
  const segment = first && segmentOf(config, first);
  throw isHash
    ? redirect({ to: '/{-$network}/tx/$hash', params: { network: segment, hash: named }, replace: true })
    : redirect({ to: '/{-$network}/wallet/$address', params: { network: segment, address: named }, replace: true });
}
