import { searchOf, text, wholeNumber } from '../../search-parameters';

/** Search parameters of the transaction page: those of the page, then those that belong to one tab each. */
export const transactionParameters = searchOf({
  /** Depth id of the selected row. */
  trace: text,
  /** What is to be done when the page opens. */
  action: text,
  /** The form of the summary. */
  view: text,
  /** Events are filtered by this name and this contract. */
  event: text,
  contract: text,
  /** `shown`: events that were undone are listed as well. */
  undone: text,
  /** The form of the gas profile. */
  gas: text,
  /** Whether the debugger shows instructions. */
  code: text,
  /** Step that the debugger stands at. */
  step: wholeNumber(0),
});
