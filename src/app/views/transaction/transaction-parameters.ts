import * as v from 'valibot';
import { parameter, text, wholeNumber } from '../../search-parameters';

/** Search parameters of the transaction page: those of the page, then those that belong to one tab each. */
export const transactionParameters = v.object({
  /** Depth id of the selected row. */
  trace: parameter(text),
  /** What is to be done when the page opens. */
  action: parameter(text),
  /** The form of the summary. */
  view: parameter(text),
  /** Events are filtered by this name and this contract. */
  event: parameter(text),
  contract: parameter(text),
  /** `shown`: events that were undone are listed as well. */
  undone: parameter(text),
  /** The form of the gas profile. */
  gas: parameter(text),
  /** Whether the debugger shows instructions. */
  code: parameter(text),
  /** Where the debugger stands. */
  step: parameter(wholeNumber(0)),
});
