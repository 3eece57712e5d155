import { searchOf, text, wholeNumber } from '../../search-parameters';

export type SimulatorSearch = ReturnType<typeof simulatorSearch>;

/** What the form is to begin with; fields say themselves what is wrong with them. A link with a whole simulation has it in the fragment. */
export const simulatorSearch = searchOf({
  /** Chain id, route or name of the network, where the path has none. */
  network: text,
  /** Sender of the step. */
  from: text,
  /** Receiver of the step, under the two names that links have for it. */
  address: text,
  contractAddress: text,
  /** Selector of the function that is called. */
  contractFunction: text,
  /** The block whose end it runs at. */
  block: wholeNumber(0),
  /** A mined transaction, to be run again before its own place. */
  tx: text,
  /** A kept simulation. */
  run: text,
});
