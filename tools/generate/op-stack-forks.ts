/**
 * Writes src/core/evm/families/op-stack/fork-times.gen.json: when the chains of
 * the Superchain registry take which fork.
 *
 *     node_modules/.bin/tsx tools/generate/op-stack-forks.ts FILE
 *
 * FILE is the registry's chains as one JSON list of `chain_id` and `hardforks`
 * (ethereum-optimism/superchain-registry, superchain/configs), as of 8336d2ae.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

type Chain = { chain_id: number; hardforks: Readonly<Record<string, number | boolean>> };

/** Forks in the order of the columns. Delta changes batches alone. */
const FORKS = ['canyon', 'ecotone', 'fjord', 'granite', 'holocene', 'isthmus', 'jovian', 'karst'];
const TARGET = new URL('../../src/core/evm/families/op-stack/fork-times.gen.json', import.meta.url);

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('The file of the chains is missing.');
const chains = JSON.parse(readFileSync(file, 'utf8')) as readonly Chain[];
const rows = chains
  .toSorted((a, b) => a.chain_id - b.chain_id)
  .map(({ chain_id, hardforks }) => {
    const times = FORKS.map((fork) => hardforks[`${fork}_time`]).filter((time) => time !== undefined);
    if (times.some((time, at) => typeof time !== 'number' || hardforks[`${FORKS[at]}_time`] !== time))
      throw new Error(`Chain ${chain_id} leaves out a fork between two others.`);
    return `  "${chain_id}": ${JSON.stringify(times)}`;
  });
writeFileSync(TARGET, `{\n${rows.join(',\n')}\n}\n`);
