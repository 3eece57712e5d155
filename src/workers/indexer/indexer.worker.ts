import { expose } from 'comlink';
import { createChains } from '../chain/chains';
import { holdLifeLock } from '../life-lock';
import type { IndexerApi } from './indexer.api';
import { createIndexer } from './indexer-engine';

expose({ indexer: createIndexer(createChains()).api satisfies IndexerApi, lifeLock: holdLifeLock() });
