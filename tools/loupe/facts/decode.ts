/** What bytes may be, as `loupe decode --json` prints it. */
import type { Reading } from '../read-bytes';
import { valueFact } from './values';

/** Returns the facts of readings. */
export function decodedFacts(readings: readonly Reading[]) {
  const facts = readings.map(({ inputs, ...reading }) => ({
    ...reading,
    ...(inputs && { inputs: inputs.map(valueFact) }),
  }));
  return { format: 'loupe-decoded', version: 1, readings: facts };
}
