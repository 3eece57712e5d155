/** What the protocol brought the sender, below what the transaction paid. */
import { afterEach, expect, test } from 'vitest';
import { PaidFees } from '../../../src/app/views/assets/PaidFees';
import type { Address } from '../../../src/core/chain/primitives';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe' as Address;

test.each([
  [{ mintedFrom: SYSTEM }, /Of it \+1\.5 ETH came from 0x[fF]{2,}.*[eE], by the protocol\./],
  [{}, /Of it \+1\.5 ETH were made for the sender\./],
])('wei that the protocol brought the sender are said to come from where they came: %j', async (from, sentence) => {
  const minted = 1_500_000_000_000_000_000n;
  // It went on to somebody else, so that nothing is left and nothing else explains the balance.
  const paid = { parts: [], total: 0n, moved: -minted, change: 0n, minted, ...from };
  page = mountAt({ path: '/tx/1', pattern: '/tx/$hash' }, <PaidFees paid={paid} network={DEMO} />);
  const text = () => page?.element.textContent ?? '';
  await expect.poll(text).toMatch(sentence);
  expect(text()).toContain('No fee was taken: the chain itself made it.');
  expect(text()).not.toContain('moved by a precompile');
});
