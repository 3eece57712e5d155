/** Recorded blocks of other chains with their witnesses, by the names of their files, as an endpoint serves them. */
import { join } from 'node:path';
import type { Hash } from '../../../src/core/chain/primitives';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import { readJson } from '../data-files';
import { type LineaReplay, openLinea } from './linea-replay';
import { executeOpBlock } from './op-block';
import type { WitnessedBlock as OpBlock } from './op-header';
import type { RecordedChain } from './recorded-node';
import { openScrollWitness, type ScrollWitness } from './scroll-witness';
import { openTaikoInput, type TaikoInput } from './taiko-input';
import { executeBlock } from './witnessed-block';

/** Files of recorded blocks, for each family that has blocks with their state. */
export const RECORDED = {
  opStack: 'op-stack/kona-executor/block-26207960.json.gz',
  celo: 'celo/kona-executor/block-31071493.json.gz',
  celoJovian: 'celo/kona-executor/block-75046581.json.gz',
  linea: 'linea/1339346.mainnet.json.gz',
  taiko: 'taiko/input-taiko_mainnet-182300.json.gz',
  scrollEuclid: 'scroll/witnesses/euclidv1-12508462.json.gz',
  scrollFeynman: 'scroll/witnesses/feynman-16525006.json.gz',
  scrollGalileo: 'scroll/witnesses/galileo-20239172.json.gz',
} as const;

export type RecordedName = keyof typeof RECORDED;

/** Executes the recorded block, for what its receipts say and what it left. Throws where that is not what its header commits to. */
export async function openRecorded(data: string, name: RecordedName): Promise<RecordedChain> {
  const file = RECORDED[name];
  const content = readJson(join(data, file));
  if (file.includes('kona-executor')) {
    const given = content as OpBlock;
    const executed = await executeOpBlock(given);
    const { parent, ...rest } = executed;
    return { ...rest, ancestors: [parent], root: parent.stateRoot as Hash, preimages: given.preimages };
  }
  if (file.startsWith('linea')) {
    // Its headers commit to another kind of trie, and not to what a recording has of the state.
    const given = await openLinea(content as LineaReplay);
    const { receipts, witnessed } = await executeBlock(given);
    const { state } = checkInclusion(given.block, given.transactions, receipts, given.rules.family?.encoding);
    if (state !== 'proven') throw new Error(`${name} comes out with other receipts`);
    return { ...given, receipts, witnessed };
  }
  const given = file.startsWith('taiko')
    ? await openTaikoInput(LENIENT, content as TaikoInput)
    : await openScrollWitness(file.replace(/^.*\/|\.json\.gz$/g, ''), content as ScrollWitness);
  const { receipts, witnessed, stateRoot } = await executeBlock(given);
  if (stateRoot !== given.block.stateRoot) throw new Error(`${name} comes out with another state root`);
  return { ...given, receipts, witnessed };
}

/** A check that accepts everything: the suite checks the hashes. */
const LENIENT = { equal: () => undefined };
