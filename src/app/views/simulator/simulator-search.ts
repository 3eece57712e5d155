import * as v from 'valibot';
import { parameter, text, wholeNumber } from '../../search-parameters';

export type SimulatorSearch = v.InferOutput<typeof simulatorSearch>;

/** What the form is to begin with; fields say themselves what is wrong with them. A link with a whole simulation has it in the fragment. */
export const simulatorSearch = v.object({
  /** Chain id, route or name of the network, where the path has none. */
  network: parameter(text),
  /** Who sends. */
  from: parameter(text),
  /** Who receives, under the two names that links have for it. */
  address: parameter(text),
  contractAddress: parameter(text),
  /** Selector of the function that is called. */
  contractFunction: parameter(text),
  /** The block whose end it runs at. */
  block: parameter(wholeNumber(0)),
  /** A mined transaction, to be run again before its own place. */
  tx: parameter(text),
  /** A kept simulation. */
  run: parameter(text),
});
