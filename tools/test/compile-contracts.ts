/**
 * Compiles the contracts of the demo chain and of the foreign chain's laboratory
 * into `.cache`, with `--all` those of the whole foreign chain, which long suites
 * start. Several tests need them and would compile them side by side.
 */
import process from 'node:process';
import { defaultCacheFolder, prepareChain } from '../../devnet/demo-chain';
import { compileForeign } from '../foreign-chain/compile';

await prepareChain(defaultCacheFolder);
await compileForeign(process.argv.includes('--all') ? 'all' : 'laboratory');
