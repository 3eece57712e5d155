import { expose } from 'comlink';
import { Chains } from '../chain/chains';
import { holdLifeLock } from '../life-lock';
import { openVirtualNetworks } from '../virtual/open-virtual';
import type { WatchApi } from '../watch/watch.api';
import { createWatching } from '../watch/watch-engine';
import type { IndexerApi } from './indexer.api';
import { createIndexer } from './indexer-engine';

const chains = new Chains(undefined, openVirtualNetworks);
expose({
  indexer: createIndexer(chains).api satisfies IndexerApi,
  watch: createWatching(chains).api satisfies WatchApi,
  lifeLock: holdLifeLock(),
});
