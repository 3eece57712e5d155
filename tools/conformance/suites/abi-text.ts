/** 100,000 calls with arguments of all ABI types, typed as text, encoded, decoded to text and encoded again. */
import { sample } from 'fast-check';
import { anyArguments, typedTextProblem } from '../../fuzz/abi-values';
import type { Suite } from '../suite';

const CASES = 100_000;
/** Calls that are made from one seed. */
const CHUNK = 1_000;

export const suite: Suite = {
  name: 'abi-text',
  needsNoData: true,
  async *run() {
    for (let seed = 1; seed <= CASES / CHUNK; seed++) {
      for (const [index, samples] of sample(anyArguments, { seed, numRuns: CHUNK }).entries()) {
        const name = `call ${index} of seed ${seed}`;
        const reason = typedTextProblem(samples);
        if (reason === undefined) yield { name, outcome: 'passed' };
        else {
          const types = samples.map(({ parameter }) => parameter.type).join(', ');
          yield { name, outcome: 'failed', reason: `${types}: ${reason.slice(0, 500)}` };
        }
      }
    }
  },
};
