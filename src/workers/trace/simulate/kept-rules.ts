/** The rules that a simulation ran under, as it is kept with them: those of a family are functions, which are not stored. */
import type { ChainRules } from '../../../core/evm/families/family';
import { loadFamily, loadOwnGas } from '../../../core/evm/families/load-family';
import type { Fork } from '../../../core/evm/rules/forks';
import { firstTried } from '../../../core/evm/rules/tried-rules';
import type { Standing } from '../../../core/simulation/prepare';
import type { KeptSimulation } from '../../../db/rows/simulation-row';

type KeptRules = KeptSimulation['standing']['rules'];

/** Returns what makes the rules again. */
export function keptRules({ rules, hardfork }: Pick<Standing, 'rules' | 'hardfork'>): KeptRules {
  const { fork, blobs, family, basis } = rules;
  return {
    ...{ fork, blobs },
    ...(basis && { basis }),
    ...(family && { family: family.id, ...(hardfork !== undefined && { hardfork }) }),
  };
}

/** Returns where a kept simulation stands, with its rules made again. Rejects where the file of its family cannot be had. */
export async function standingOf({ networkId, standing }: KeptSimulation): Promise<Standing> {
  return { ...standing, rules: await rulesAgain(standing.rules, { id: networkId, name: '' }, standing.block) };
}

async function rulesAgain(
  { family, hardfork, basis, ...kept }: KeptRules,
  network: Parameters<NonNullable<ChainRules['family']>['rulesAt']>[0],
  block: Standing['block'],
): Promise<ChainRules> {
  const plain: ChainRules = { fork: kept.fork as Fork, blobs: kept.blobs };
  if (family === undefined) {
    if (basis !== 'tried') return plain;
    return firstTried(plain, block, undefined, await loadOwnGas(network.id, block));
  }
  const loaded = await loadFamily(family);
  const named = hardfork === undefined ? undefined : loaded.rulesNamed?.(hardfork);
  if (named !== undefined) return named;
  const again = loaded.rulesAt(network, block);
  return again.ok ? again.value : plain;
}
