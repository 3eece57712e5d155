/** Generated transactions on a virtual network and on Anvil, a case for each seed: on empty chains, and on forks of the same one. */

import { limbsOf } from '../../../src/core/evm/words/words';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { type Anvil, startAnvil } from '../../anvil';
import { compareWithAnvil } from '../../rpc/compare-anvil';
import { forkChain } from '../../rpc/fork';
import { judge } from '../check';
import type { CaseResult, Suite } from '../suite';

const CASES = [
  { seed: 1, isFork: false },
  { seed: 2, isFork: false },
  { seed: 3, isFork: false },
  { seed: 4, isFork: true },
  { seed: 5, isFork: true },
];
/** Transactions of each seed. */
const TRANSACTIONS = 100;
const CHAIN_ID = 31337;
/** Balance of each account, wei. */
const RICH = 10_000n * 10n ** 18n;
const clock = () => Math.floor(Date.now() / 1000);

export const suite: Suite = {
  name: 'anvil',
  needsNoData: true,
  async *run(): AsyncIterable<CaseResult> {
    for (const { seed, isFork } of CASES)
      yield await judge(`${TRANSACTIONS} transactions of seed ${seed}${isFork ? ', on a fork' : ''}`, async (check) => {
        const parent = isFork ? await startParent() : undefined;
        try {
          const differences = await differencesOn(parent, seed);
          check.equal('what differs', differences.join('\n'), '');
        } finally {
          await parent?.stop();
        }
      });
  },
};

/** A chain to fork, whose accounts are not as a new one has them. */
async function startParent(): Promise<Anvil> {
  const parent = await startAnvil({ chainId: CHAIN_ID, stepsTracing: false });
  const [from, to] = [...TEST_ACCOUNTS.keys()];
  await parent.call('evm_setAutomine', [false]);
  for (const value of ['0x64', '0x1', '0x0']) {
    await parent.call('eth_sendTransaction', [{ from, to, value, gas: '0x5208' }]);
    await parent.call('evm_mine', []);
  }
  return parent;
}

async function differencesOn(parent: Anvil | undefined, seed: number): Promise<string[]> {
  const anvil = await startAnvil({ chainId: CHAIN_ID, args: parent === undefined ? [] : ['--fork-url', parent.url] });
  try {
    const node = await ownNode(parent);
    const door = new RpcDoor(node);
    return await compareWithAnvil(
      async <T>(method: string, params: readonly unknown[]) => (await door.request(method, params)) as T,
      (method, params) => anvil.call(method, params),
      TRANSACTIONS,
      seed,
    );
  } finally {
    await anvil.stop();
  }
}

async function ownNode(parent: Anvil | undefined): Promise<VirtualNode> {
  if (parent === undefined) {
    const chain = await createEmptyChain(CHAIN_ID, [...TEST_ACCOUNTS.keys()], clock);
    return new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'loupe');
  }
  const forked = await forkChain(parent.url, undefined, () => CHAIN_ID, clock);
  // Anvil gives its accounts on a fork what they have on a new chain.
  for (const address of TEST_ACCOUNTS.keys())
    await forked.chain.change(address, (state, account) => state.setBalance(account, limbsOf(RICH), 0));
  return new VirtualNode(forked.chain, TEST_ACCOUNTS, forked.parent, 'loupe');
}
