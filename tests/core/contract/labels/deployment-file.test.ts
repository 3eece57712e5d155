/** Files in which Hardhat Ignition and `forge script` write down what they deployed, in the shapes of these tools. */
import { expect, test } from 'vitest';
import { parseDeployments } from '../../../../src/core/contract/labels/deployment-file';

const A = `0x${'aB'.repeat(20)}`;
const B = `0x${'cd'.repeat(20)}`;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('deployed addresses of Ignition, by the chain of their folder', () => {
  const file = bytesOf({ 'TokenModule#Token': A, 'Proxy#Gold': B, 'Broken#X': '0x12' });
  expect(parseDeployments('ignition/deployments/chain-424242/deployed_addresses.json', file)).toEqual([
    { networkId: 424242, address: A.toLowerCase(), name: 'Token' },
    { networkId: 424242, address: B, name: 'Gold' },
  ]);
  expect(parseDeployments('deployed_addresses.json', file)).toEqual([]);
});

test('contracts that a broadcast of forge script created, and no others', () => {
  const transactions = [
    { transactionType: 'CREATE', contractName: 'Vault', contractAddress: A },
    { transactionType: 'CREATE2', contractName: 'Pool', contractAddress: B },
    { transactionType: 'CALL', contractName: 'Vault', contractAddress: B },
    { transactionType: 'CREATE', contractName: null, contractAddress: B },
  ];
  expect(parseDeployments('run-latest.json', bytesOf({ chain: 10, transactions, receipts: [] }))).toEqual([
    { networkId: 10, address: A.toLowerCase(), name: 'Vault' },
    { networkId: 10, address: B, name: 'Pool' },
  ]);
});

test.each([
  ['build output', { _format: 'hh-sol-artifact-1', abi: [], bytecode: '0x' }],
  ['a list', []],
  ['nothing', {}],
])('%s names nothing', (_, value) => {
  expect(parseDeployments('chain-1/x.json', bytesOf(value))).toEqual([]);
});
