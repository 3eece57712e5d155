/** The demo chain's story from first block to last. Pure: the same compiled contracts give the same chain. */
import { ChainBuilder } from './chain-builder';
import { deployCollectibles, showCollectibles } from './chapters/collectibles';
import { liveOn } from './chapters/everyday';
import { showCauses, showDesk, showFailures, showMystery } from './chapters/failures';
import { growCallTrees, showMachine } from './chapters/machine';
import { deployMarket, showMarket } from './chapters/market';
import { deployProxies, showProxies } from './chapters/proxies';
import { deployTokens, showHostileTokens, showTokens } from './chapters/tokens';
import { deployNotebooks, sendBlob, showMultisig, showNotebooks, showSetCode } from './chapters/wallets';
import type { Compiled } from './compile';
import { Random } from './random';

const hour = 3600;

/** The whole chain, signed: several hundred transactions over six days of chain time. */
export async function writeChain(compiled: Compiled): ReturnType<ChainBuilder['record']> {
  const chain = new ChainBuilder(compiled);
  const random = new Random(20_260_302);

  const tokens = deployTokens(chain);
  const market = deployMarket(chain, tokens);
  const places = {
    tokens,
    market,
    collectibles: deployCollectibles(chain),
    proxies: deployProxies(chain, tokens),
    notebooks: deployNotebooks(chain),
  };

  chain.wait(2 * hour);
  await showTokens(chain, tokens);
  chain.wait(3 * hour);
  // These come before the everyday traffic, which mints postcards and opens escrows of its own.
  showCollectibles(chain, places.collectibles);
  chain.wait(5 * hour);
  showProxies(chain, tokens, places.proxies);
  liveOn(chain, places, random, 60, 20);
  showMarket(chain, tokens, market);
  liveOn(chain, places, random, 100, 50);
  showMultisig(chain, tokens);
  showNotebooks(chain, places.notebooks);
  showSetCode(chain, tokens);
  liveOn(chain, places, random, 40, 26);
  showDesk(chain);
  const failures = showFailures(chain);
  showMystery(chain);
  showHostileTokens(chain);
  liveOn(chain, places, random, 40, 22);
  await showMachine(chain);
  showCauses(chain, failures);
  growCallTrees(chain);
  // Last, because a fresh Anvil takes seconds to get ready for its first blob.
  sendBlob(chain);
  return chain.record();
}
