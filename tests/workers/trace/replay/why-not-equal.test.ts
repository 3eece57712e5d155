import { expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { whyNotEqual } from '../../../../src/workers/trace/replay/why-not-equal';

const difference = 'The execution used 21,000 gas, but the receipt says 60,000.';

test('rules that do not come out are told with whose they are, both numbers and what is known of the chain', () => {
  // MegaETH: its blocks are the OP Stack's, and a transfer costs 60,000 gas (docs.rs/mega-evm).
  expect(whyNotEqual('opStack', difference, 4326 as NetworkId)).toBe(
    `It is not known here for certain which rules this chain follows. The OP Stack’s do not give what the receipt says, so the execution is not shown. ${difference} MegaETH counts gas for what is stored beside that for what is computed, so that gas comes out otherwise here.`,
  );
  expect(whyNotEqual(undefined, difference, 9_994_242 as NetworkId)).toBe(
    `It is not known here which rules this chain follows. Ethereum’s do not give what the receipt says, so the execution is not shown. ${difference}`,
  );
});
