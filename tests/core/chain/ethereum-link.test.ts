import { expect, test } from 'vitest';
import { parseEthereumLink } from '../../../src/core/chain/ethereum-link';

const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const hash = `0x${'4d'.repeat(32)}`;

test.each([
  [`ethereum:${address}`, { text: address }],
  [`web+ethereum:${address}`, { text: address }],
  [`web+ethereum://${address}@1`, { text: address, networkId: 1 }],
  [`ethereum:pay-${address}@0x89?value=2.014e18`, { text: address, networkId: 137 }],
  [`ethereum:${address}@3/transfer?address=${address}&uint256=1`, { text: address, networkId: 3 }],
  [` web+ethereum:tx/${hash}@10 `, { text: hash, networkId: 10 }],
  [`WEB+ETHEREUM:${hash}`, { text: hash }],
  ['web+ethereum:block/123@1', { text: '123', networkId: 1 }],
  [`ethereum:${address}@0`, { text: address }],
])('%s', (text, link) => {
  expect(parseEthereumLink(text)).toEqual(link);
});

test.each([
  '',
  address,
  'ethereum:',
  'ethereum:vitalik.eth@1',
  `ethereum:${address}00`,
  `mailto:${address}`,
  `https://example/${address}`,
  `javascript:ethereum:${address}`,
  `ethereum:${address}@1javascript:`,
])('%j is none', (text) => {
  expect(parseEthereumLink(text)).toBeUndefined();
});
