/** What watching keeps, in IndexedDB. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { type CompiledWatch, compileWatch } from '../../core/watch/compile-watch';
import type { Watch } from '../../core/watch/watch';
import { readProjectAccounts } from '../../db/projects/projects';
import { dropFinds, saveFinds } from '../../db/watches/watch-writes';
import { readWatches, readWatchProgress } from '../../db/watches/watches';
import type { WatchStore } from './watch-store';

export function databaseStore(networkId: NetworkId): WatchStore {
  return {
    async watches() {
      const on = (await readWatches(networkId)).filter(({ isOn }) => isOn);
      const compiled = await Promise.all(on.map((watch) => compiledOf(networkId, watch)));
      return compiled.filter((watch) => watch !== undefined);
    },
    progress: () => readWatchProgress(networkId),
    save: (before, progress, found) => saveFinds(networkId, before, progress, found),
    drop: (before, progress, height) => dropFinds(networkId, before, progress, height),
  };
}

/** Undefined for a watch that cannot be read: its page says what is wrong with it. */
async function compiledOf(networkId: NetworkId, watch: Watch): Promise<CompiledWatch | undefined> {
  const compiled = compileWatch(watch, await addressesOf(networkId, watch));
  return compiled.ok ? compiled.value : undefined;
}

async function addressesOf(networkId: NetworkId, { scope }: Watch): Promise<readonly Address[] | undefined> {
  switch (scope.of) {
    case 'network':
      return undefined;
    case 'addresses':
      return scope.addresses;
    case 'project':
      return (await readProjectAccounts(scope.project))
        .filter((account) => account.networkId === networkId)
        .map(({ address }) => address);
  }
}
