import { expect, test } from 'vitest';
import { findAnvil } from '../../devnet/anvil';

test('a platform without Anvil is told so in one sentence', () => {
  expect(() => findAnvil('sunos', 'x64')).toThrow(
    'Anvil, the demo chain\'s node, has no build for sunos on x64; use "npm start -- --rpc URL" with a node elsewhere.',
  );
});

test('a missing binary is named with its package', () => {
  const [platform, arch, suffix] =
    process.platform === 'win32' ? ['linux', 'x64', 'linux-amd64'] : ['win32', 'x64', 'win32-amd64'];
  expect(() => findAnvil(platform, arch)).toThrow(
    `The Anvil binary (npm package @foundry-rs/anvil-${suffix}) is missing; run "npm install" without leaving out optional packages.`,
  );
});
