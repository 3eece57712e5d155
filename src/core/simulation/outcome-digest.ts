/** One hash of where a simulation stood and what all its steps came to: status, gas, output and events, and what was signed. */
import { stringToHex } from 'viem';
import { keccakHex } from '../chain/keccak';
import type { Hash, NetworkId } from '../chain/primitives';
import type { StepOutcome } from './run';
import { signatureBytes } from './typed-data';

/** The network and the block that a simulation stood on. */
type Place = { networkId: NetworkId; block: { number: number; hash?: Hash } };

/** Returns the same digest for the same outcomes on the same block, whichever version wrote them: the words of an error are no part of it. */
export function outcomeDigest({ networkId, block }: Place, outcomes: readonly StepOutcome[]): Hash {
  return keccakHex(stringToHex(JSON.stringify([networkId, block.number, block.hash, ...outcomes.map(partsOf)])));
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
