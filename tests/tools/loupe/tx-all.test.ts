/** `loupe tx --json` of every transaction of the demo chain says what its page shows. */
import { describe, test } from 'vitest';
import { type TransactionName, transactionNotes } from '../../../devnet/names';
import { runDemoChain } from '../../helpers/demo-engine';
import { toldLikeThePage } from '../../helpers/told-like-the-page';

const chain = runDemoChain();

describe('as JSON it says what the page shows of', () => {
  test.each(Object.keys(transactionNotes) as TransactionName[])('%s', async (name) => {
    // The largest is left out of the small chain.
    if (chain.keyOf(name).hash !== undefined) await toldLikeThePage(chain, name);
  });
});
