/** Calldata with and without an ABI: candidates, calls within calls, and what is no calldata. */
import 'fake-indexeddb/auto';
import { encodeErrorResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import type { Decoded } from '../../../src/core/abi/decoded';
import { KnownSignatures } from '../../../src/workers/contracts/knowledge/known-signatures';
import { readCalldata } from '../../../src/workers/contracts/read-calldata';

const to = `0x${'11'.repeat(20)}` as const;
const abi = parseAbi([
  'function multicall(bytes[] data)',
  'function transfer(address to, uint256 amount)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function propose(address[] targets, uint256[] values, bytes[] calldatas, string description)',
  'function ofNobody(uint8 kind)',
]);
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [to, 7n] });

async function read(calldata: string, abis: Parameters<typeof readCalldata>[1] = []) {
  const reading = await readCalldata(calldata, abis, new KnownSignatures());
  if (!reading.ok) throw new Error(reading.error);
  return reading.value;
}

/** Names of the calls in a value, one level below the other. */
function callsIn(values: readonly Decoded[] = []): unknown[] {
  return values.flatMap(({ nested, items }) => [
    ...(nested ?? []).map(({ name, items: inner }) => [name, ...callsIn(inner)]),
    ...callsIn(items),
  ]);
}

test('a bundled selector is decoded without an ABI, and calls within calls are', async () => {
  const safe = encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [
      to,
      0n,
      encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer]] }),
      0,
      0n,
      0n,
      0n,
      to,
      to,
      '0x',
    ],
  });
  const reading = await read(safe);
  expect(reading.candidates[0]).toMatchObject({ canonical: true, origin: 'signatureTable' });
  expect(callsIn(reading.candidates[0]?.inputs)).toEqual([['multicall', ['transfer']]]);
  const proposal = encodeFunctionData({ abi, functionName: 'propose', args: [[to], [0n], [transfer], 'pay'] });
  expect(callsIn((await read(proposal)).candidates[0]?.inputs)).toEqual([['transfer']]);
});

test('an ABI that is given goes first, and white space and case do not matter', async () => {
  const reading = await read(` ${transfer.slice(0, 20).toUpperCase().replace('0X', '0x')}\n${transfer.slice(20)} `, [
    abi,
  ]);
  expect(reading.data).toBe(transfer);
  expect(reading.candidates[0]).toMatchObject({ signature: 'transfer(address,uint256)', origin: 'given' });
  expect(reading.candidates).toHaveLength(1);
});

test('bytes that do not fit are said not to, and those behind are seen', async () => {
  expect((await read(transfer.slice(0, 40))).candidates[0]).toMatchObject({ canonical: false });
  expect((await read(transfer.slice(0, 40))).candidates[0]?.inputs).toBeUndefined();
  const longer = await read(`${transfer}00`);
  expect(longer.candidates[0]).toMatchObject({ canonical: false });
  expect(longer.candidates[0]?.inputs?.map(({ name }) => name)).toEqual(['to', 'value', '1 more byte']);
});

test('an unknown selector has no candidates, until its signature is given', async () => {
  const data = encodeFunctionData({ abi, functionName: 'ofNobody', args: [3] });
  expect((await read(data)).candidates).toEqual([]);
  expect((await read(data, [abi])).candidates.map(({ signature }) => signature)).toEqual(['ofNobody(uint8)']);
});

test('what is no calldata is refused in a sentence', async () => {
  const refused = async (text: Hex | string) => {
    const reading = await readCalldata(text, [], new KnownSignatures());
    return reading.ok ? undefined : reading.error;
  };
  expect(await refused(' ')).toBe('There is no calldata.');
  expect(await refused('0xa905')).toBe('The calldata has less than the four bytes of a selector.');
  expect(await refused('0xa9059cbb0')).toBe('The calldata is no hex with whole bytes.');
  expect(await refused('transfer')).toBe('The calldata is no hex with whole bytes.');
});

test('what is imported or verified here is known by its own names', async () => {
  const own = parseAbi(['function push(uint256 item)']);
  const data = encodeFunctionData({ abi: own, functionName: 'push', args: [9n] });
  const kept = [{ abi: own, index: createAbiIndex(own), origin: 'verifiedHere' as const }];
  const reading = await readCalldata(data, [], new KnownSignatures(), kept);
  expect(reading).toMatchObject({
    ok: true,
    value: {
      candidates: [{ signature: 'push(uint256)', origin: 'verifiedHere', canonical: true, inputs: [{ name: 'item' }] }],
    },
  });
});

test('what a call reverts with is read as an error: Solidity’s own and those of an ABI', async () => {
  const reverted = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['too late'] });
  expect((await read(reverted)).candidates[0]).toMatchObject({
    signature: 'Error(string)',
    isError: true,
    canonical: true,
    inputs: [{ text: 'too late' }],
  });
  const own = parseAbi(['error NotEnough(uint256 has, uint256 needs)']);
  const data = encodeErrorResult({ abi: own, args: [1n, 2n] });
  expect((await read(data, [own])).candidates).toMatchObject([
    { signature: 'NotEnough(uint256,uint256)', isError: true, origin: 'given' },
  ]);
  expect((await read(transfer)).candidates[0]).not.toHaveProperty('isError');
});

test('an error that the bundled table has is no function', async () => {
  // An error of ERC-6093, and a function of ERC-20.
  const errors = parseAbi(['error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)']);
  const { candidates } = await read(encodeErrorResult({ abi: errors, args: [to, 1n, 2n] }));
  expect(candidates.map(({ signature, isError }) => [signature, isError])).toEqual([
    ['ERC20InsufficientBalance(address,uint256,uint256)', true],
  ]);
  const [called] = (await read(transfer)).candidates;
  expect(called).toMatchObject({ signature: 'transfer(address,uint256)' });
  expect(called?.isError).toBeUndefined();
});
