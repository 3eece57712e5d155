/**
 * Compiles the contracts of the demo chain and of the foreign chain into
 * `.cache`. Several tests need them and would compile them side by side.
 */
import { defaultCacheFolder, prepareChain } from '../../devnet/demo-chain';
import { compileForeign } from '../foreign-chain/compile';

await prepareChain(defaultCacheFolder);
await compileForeign();
