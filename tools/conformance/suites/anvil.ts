/** Generated transactions on a virtual network and on Anvil, a case for each seed. */
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { startAnvil } from '../../anvil';
import { compareWithAnvil } from '../../rpc/compare-anvil';
import { judge } from '../check';
import type { CaseResult, Suite } from '../suite';

const SEEDS = [1, 2, 3, 4, 5];
/** Of each seed. */
const TRANSACTIONS = 100;
const CHAIN_ID = 31337;

export const suite: Suite = {
  name: 'anvil',
  needsNoData: true,
  async *run(): AsyncIterable<CaseResult> {
    for (const seed of SEEDS)
      yield await judge(`${TRANSACTIONS} transactions of seed ${seed}`, async (check) => {
        const anvil = await startAnvil({ chainId: CHAIN_ID, stepsTracing: false });
        try {
          const chain = await createEmptyChain(CHAIN_ID, [...TEST_ACCOUNTS.keys()], () =>
            Math.floor(Date.now() / 1000),
          );
          const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'loupe'));
          const differences = await compareWithAnvil(
            async <T>(method: string, params: readonly unknown[]) => (await door.request(method, params)) as T,
            (method, params) => anvil.call(method, params),
            TRANSACTIONS,
            seed,
          );
          check.equal('what differs', differences.join('\n'), '');
        } finally {
          await anvil.stop();
        }
      });
  },
};
