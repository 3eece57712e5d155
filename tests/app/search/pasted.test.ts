import { expect, test } from 'vitest';
import { networkOfHost, parsePasted } from '../../../src/app/views/search/pasted';
import { parseRuntimeConfig } from '../../../src/core/config';

const hash = `0x${'ab'.repeat(32)}`;
const address = `0x${'Cd'.repeat(20)}`;

test('links of explorers give what they lead to, and their host', () => {
  expect(parsePasted(`https://etherscan.io/tx/${hash}#eventlog`)).toEqual({ text: hash, host: 'etherscan.io' });
  expect(parsePasted(`https://blockscout.example/address/${address}?tab=x`).text).toBe(address);
  expect(parsePasted(`http://localhost:5000/anvil/tx/${hash}?trace=0.2.6`).text).toBe(hash);
  expect(parsePasted('https://etherscan.io/block/17000000').text).toBe('17000000');
});

test('links of wallets give what they name, and its chain', () => {
  expect(parsePasted(`ethereum:${address}@137/transfer?uint256=1`)).toEqual({ text: address, networkId: 137 });
  expect(parsePasted(` web+ethereum:tx/${hash} `)).toEqual({ text: hash });
});

test('hex and numbers lose the white space that terminals and tables put into them', () => {
  expect(parsePasted(`  ${hash.slice(0, 30)}\n${hash.slice(30)} `).text).toBe(hash);
  expect(parsePasted('17 000 000').text).toBe('17000000');
});

test('other texts stay as they are', () => {
  expect(parsePasted(' Arbitrum One ')).toEqual({ text: 'Arbitrum One' });
  expect(parsePasted('https://example.org/about')).toEqual({ text: 'https://example.org/about' });
  expect(parsePasted('https://').text).toBe('https://');
  expect(parsePasted('x'.repeat(100_000)).text.length).toBe(2_000);
});

test('a host leads to the network whose explorer it is', () => {
  const parsed = parseRuntimeConfig({
    networks: [
      { id: 1, explorers: [{ name: 'Etherscan', url: 'https://etherscan.io' }] },
      { id: 10, explorers: [{ name: 'Other', url: 'https://optimistic.etherscan.io' }] },
    ],
  });
  const networks = parsed.ok ? parsed.value.networks : [];
  expect(networkOfHost(networks, 'optimistic.etherscan.io')?.id).toBe(10);
  expect(networkOfHost(networks, 'example.org')).toBeUndefined();
  expect(networkOfHost(networks, undefined)).toBeUndefined();
});
