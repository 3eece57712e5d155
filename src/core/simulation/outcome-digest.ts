/** One hash of what all steps of a simulation came to: status, gas, output and events, and what was signed. */
import { keccak256, stringToHex } from 'viem';
import type { Hash } from '../chain/primitives';
import type { StepOutcome } from './run';
import { signatureBytes } from './typed-data';

/** Returns the same digest for the same outcomes, whichever version wrote them: the words of an error are no part of it. */
export function outcomeDigest(outcomes: readonly StepOutcome[]): Hash {
  return keccak256(stringToHex(JSON.stringify(outcomes.map(partsOf)))) as Hash;
}

function partsOf(outcome: StepOutcome): unknown {
  switch (outcome.state) {
    case 'executed': {
      const { success, gasUsed, refunded, output, logs } = outcome;
      return [success, gasUsed, refunded, output, logs.map(({ address, topics, data }) => [address, ...topics, data])];
    }
    case 'signed':
      return ['signed', outcome.signature.digest, signatureBytes(outcome.signature)];
    case 'invalid':
    case 'notRun':
      return [outcome.state];
  }
}
