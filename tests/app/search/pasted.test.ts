import { expect, test } from 'vitest';
import { networkOfLink, parsePasted } from '../../../src/app/views/search/pasted';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';

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

test('a block is named as pages name it', () => {
  expect(parsePasted('#90').text).toBe('90');
  expect(parsePasted('Block 1,234').text).toBe('1,234');
  expect(parsePasted('block #0x5a').text).toBe('0x5a');
  expect(parsePasted(`block ${hash}`).text).toBe(hash);
  expect(parsePasted('Block 90 of the demo').text).toBe('Block 90 of the demo');
  expect(parsePasted('blocks').text).toBe('blocks');
});

test('other texts stay as they are', () => {
  expect(parsePasted(' Arbitrum One ')).toEqual({ text: 'Arbitrum One' });
  expect(parsePasted('https://example.org/about')).toEqual({ text: 'https://example.org/about' });
  expect(parsePasted('https://').text).toBe('https://');
  expect(parsePasted('x'.repeat(100_000)).text.length).toBe(2_000);
});

const parsed = parseRuntimeConfig({
  networks: [
    { id: 1, route: 'mainnet', explorers: [{ name: 'Etherscan', url: 'https://etherscan.io' }] },
    { id: 10, route: 'optimism', explorers: [{ name: 'Other', url: 'https://optimistic.etherscan.io' }] },
  ],
});
const networks = parsed.ok ? parsed.value.networks : [];
const networkOf = (text: string) => networkOfLink(networks, parsePasted(text), 'loupe.example')?.id;

test('a link leads to the network whose explorer has its host', () => {
  expect(networkOf(`https://optimistic.etherscan.io/tx/${hash}`)).toBe(10);
  expect(networkOf(`https://example.org/tx/${hash}`)).toBeUndefined();
  expect(networkOf(hash)).toBeUndefined();
});

test('a link of this app leads to the network in its path, one of another host does not', () => {
  expect(networkOf(`https://loupe.example/optimism/tx/${hash}?trace=0.2`)).toBe(10);
  expect(networkOf('https://loupe.example/10/block/123')).toBe(10);
  expect(networkOf(`https://loupe.example/optimism/contract/${address}/code`)).toBe(10);
  expect(networkOf(`https://loupe.example/unknown/tx/${hash}`)).toBeUndefined();
  expect(networkOf(`https://loupe.example/tx/${hash}`)).toBeUndefined();
  expect(networkOf(`https://other.example/optimism/tx/${hash}`)).toBeUndefined();
});
