/** Which chains are forked, and what a fork says of the rules that it runs under. */
import { expect, onTestFinished, test } from 'vitest';
import { SIMULATED_TEXT } from '../../../src/core/evm/families/how-far';
import { forkChain } from '../../../tools/rpc/fork';
import { startAnvil } from '../../helpers/anvil';
import { startFaultProxy } from '../../helpers/fault-proxy';

/** Forks an Anvil that has the id of another chain; one that is `silent` does not say what it is. */
async function forkOf(chainId: number, isSilent = false) {
  const anvil = await startAnvil({ chainId });
  onTestFinished(() => anvil.stop());
  const proxy = await startFaultProxy(anvil.url);
  onTestFinished(() => proxy.stop());
  if (isSilent) proxy.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config)$/ });
  return forkChain(
    proxy.url,
    undefined,
    () => 7_357,
    () => 1_900_000_000,
  );
}

test('a machine that is no EVM is not forked', async () => {
  await expect(forkOf(324)).rejects.toThrow(
    /^It cannot be forked: .* runs a machine of its own \(zero-knowledge\), not the EVM\.$/,
  );
});

test('a development node is forked under the rules that it states', async () => {
  expect((await forkOf(31_337)).note).toBeUndefined();
});

test.each([
  ['Moonbeam, of Frontier', 1284],
  ['a chain that nobody knows', 9_994_242],
])('a fork of %s says that it runs under Ethereum’s rules', async (_, chainId) => {
  expect((await forkOf(chainId, true)).note).toBe(SIMULATED_TEXT.tried);
});

test('a fork of Arbitrum says that costs of layer 1 are estimated', async () => {
  expect((await forkOf(42_161, true)).note).toBe(SIMULATED_TEXT.receipt);
});
