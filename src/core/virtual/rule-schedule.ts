/** Which rules the blocks of a virtual network follow: the same from the first on, or those of a genesis file by number and time. */
import type { ChainRules } from '../evm/families/family';
import { BLOBS_BPO2, BLOBS_CANCUN, BLOBS_PRAGUE, type BlobSchedule, Fork } from '../evm/rules/forks';

/** `merged`: the block has no proof of work. Told by its header; the blocks a network makes itself have none. */
export type RuleSchedule = (number: number, timestamp: number, merged: boolean) => ChainRules;

/** Returns the same rules for every block. */
export function fixedRules(rules: ChainRules): RuleSchedule {
  return () => rules;
}

/** The newest rules that are known here. */
export const NEWEST_RULES: ChainRules = { fork: Fork.osaka, blobs: BLOBS_BPO2 };

/** Keys of a genesis configuration that start a fork at a block. */
const AT_BLOCK: readonly (readonly [string, Fork])[] = [
  ['homesteadBlock', Fork.homestead],
  ['eip150Block', Fork.tangerineWhistle],
  ['eip158Block', Fork.spuriousDragon],
  ['byzantiumBlock', Fork.byzantium],
  ['constantinopleBlock', Fork.constantinople],
  ['petersburgBlock', Fork.petersburg],
  ['istanbulBlock', Fork.istanbul],
  ['berlinBlock', Fork.berlin],
  ['londonBlock', Fork.london],
];
/** Keys that start one at a time, with the name of their blobs. */
const AT_TIME: readonly (readonly [string, Fork, string])[] = [
  ['shanghaiTime', Fork.shanghai, ''],
  ['cancunTime', Fork.cancun, 'cancun'],
  ['pragueTime', Fork.prague, 'prague'],
  ['osakaTime', Fork.osaka, 'osaka'],
  ...[1, 2, 3, 4, 5].map((n) => [`bpo${n}Time`, Fork.osaka, `bpo${n}`] as const),
];

/** Reads the schedule in the `config` of a genesis file as go-ethereum writes it. */
export function rulesOfGenesis(config: Readonly<Record<string, unknown>>): RuleSchedule {
  const blobSchedule = (config.blobSchedule ?? {}) as Readonly<Record<string, BlobSchedule | undefined>>;
  const since = (key: string) => (typeof config[key] === 'number' ? config[key] : Number.POSITIVE_INFINITY);
  return (number, timestamp, merged) => {
    let fork: Fork = Fork.frontier;
    for (const [key, next] of AT_BLOCK) if (number >= since(key)) fork = next;
    let blobs = BLOBS_CANCUN;
    if (merged && fork >= Fork.london) {
      fork = Fork.paris;
      for (const [key, next, name] of AT_TIME) {
        if (timestamp < since(key)) continue;
        fork = next;
        blobs = blobSchedule[name] ?? (next >= Fork.prague ? BLOBS_PRAGUE : BLOBS_CANCUN);
      }
    }
    return { fork, blobs };
  };
}
