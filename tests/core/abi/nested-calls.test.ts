import {
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  stringToHex,
  toFunctionSelector,
} from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { decodeCalldata } from '../../../src/core/abi/decode';
import type { Decoded } from '../../../src/core/abi/decoded';
import { findHeld, withNestedCalls } from '../../../src/core/abi/nested-calls';
import { hexToBytes } from '../../../src/core/chain/hex';

const abi = parseAbi([
  'function multicall(bytes[] calls)',
  'function multiSend(bytes transactions)',
  'function execute(bytes32 mode, bytes executionData)',
  'function execTransaction(address to, bytes data)',
  'function transfer(address to, uint256 value)',
]);
const index = createAbiIndex(abi);
const to = `0x${'11'.repeat(20)}` as const;
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [to, 7n] });

const find = (calldata: Uint8Array) => {
  const call = decodeCalldata(index, calldata, 10_000);
  return call?.canonical ? call : undefined;
};

/** The call and all calls in it, as text. */
function toldOf(calldata: Hex): string {
  const call = decodeCalldata(index, hexToBytes(calldata), 10_000);
  const text = ({ name, items, nested, text }: Decoded): string => {
    if (nested) return nested.map(text_).join('; ');
    return items ? `${name}[${items.map(text_).join(', ')}]` : text;
  };
  const text_ = (value: Decoded) => text(value);
  return withNestedCalls(call?.name ?? '', call?.inputs ?? [], find)
    .map(text_)
    .join(', ');
}

test('the calls of a multicall, and calls within them, are told', () => {
  const outer = encodeFunctionData({ abi, functionName: 'execTransaction', args: [to, transfer] });
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer, outer]] });
  expect(toldOf(data)).toBe(`calls[transfer[${to}, 7], execTransaction[${to}, transfer[${to}, 7]]]`);
});

test('transactions packed for MultiSend are taken apart', () => {
  const one = concatHex([
    '0x00',
    to,
    numberToHex(5n, { size: 32 }),
    numberToHex(size(transfer), { size: 32 }),
    transfer,
  ]);
  const two = concatHex(['0x01', to, numberToHex(0n, { size: 32 }), numberToHex(0n, { size: 32 })]);
  const data = encodeFunctionData({ abi, functionName: 'multiSend', args: [concatHex([one, two])] });
  expect(toldOf(data)).toBe(`0[0, ${to}, 5, transfer[${to}, 7]]; 1[1, ${to}, 0, 0x]`);
});

test('what a modular account executes is taken apart by its mode (ERC-7579, ERC-7821)', () => {
  const mode = (text: string) => text.padEnd(66, '0') as Hex;
  const execute = (of: string, data: Hex) =>
    toldOf(encodeFunctionData({ abi, functionName: 'execute', args: [mode(of), data] }));
  const one = concatHex([to, numberToHex(5n, { size: 32 }), transfer]);
  expect(execute('0x00', one)).toBe(`${mode('0x')}, 0[0, ${to}, 5, transfer[${to}, 7]]`);
  expect(execute('0xff', concatHex([to, transfer]))).toBe(`${mode('0xff')}, 0[1, ${to}, 0, transfer[${to}, 7]]`);
  // Calldata may be empty: a payment is a target and a value alone.
  expect(execute('0x00', concatHex([to, numberToHex(5n, { size: 32 })]))).toBe(`${mode('0x')}, 0[0, ${to}, 5, 0x]`);
  expect(execute('0xff', to)).toBe(`${mode('0xff')}, 0[1, ${to}, 0, 0x]`);
  const calls = parseAbiParameters('(address, uint256, bytes)[]');
  const list = [
    [to, 5n, transfer],
    [to, 0n, '0x'],
  ] as const;
  const told = `0[0, ${to}, 5, transfer[${to}, 7]]; 1[0, ${to}, 0, 0x]`;
  expect(execute('0x01', encodeAbiParameters(calls, [list]))).toBe(`${mode('0x01')}, ${told}`);
  const signed = encodeAbiParameters([...calls, { type: 'bytes' }], [list, '0x1234']);
  expect(execute('0x01000000000078210001', signed)).toBe(`${mode('0x01000000000078210001')}, ${told}`);
  // Of a mode that says nothing of the bytes, and of bytes that are not what their mode says, nothing is guessed.
  for (const [of, data] of [
    ['0xfe', one],
    ['0x00', '0x1234'],
    ['0x01', one],
  ] as const)
    expect(execute(of, data)).toBe(`${mode(of)}, ${data}`);
});

test('packed transactions of which some would be left out stay bytes', () => {
  const one = concatHex(['0x00', to, numberToHex(0n, { size: 32 }), numberToHex(0n, { size: 32 })]);
  const packed = (calls: number) => concatHex(Array.from({ length: calls }, () => one));
  const nestedIn = (transactions: Hex) => {
    const value = { name: 'transactions', type: 'bytes', kind: 'bytes', text: transactions } as const;
    return withNestedCalls('multiSend', [{ ...value, length: transactions.length }], find)[0]?.nested;
  };
  expect(nestedIn(packed(200))).toHaveLength(200);
  expect(nestedIn(packed(201))).toBeUndefined();
});

test('the call of an old timelock is told by the signature beside it', () => {
  const queue = parseAbi(['function queueTransaction(address target, uint256 value, string signature, bytes data)']);
  const told = (signature: string) => {
    const data = encodeFunctionData({ abi: queue, args: [to, 0n, signature, `0x${transfer.slice(10)}`] });
    const call = decodeCalldata(createAbiIndex(queue), hexToBytes(data), 10_000);
    const nested = withNestedCalls('queueTransaction', call?.inputs ?? [], find).at(-1)?.nested;
    return nested?.map(({ name, items }) => `${name}(${items?.map(({ text }) => text)})`);
  };
  expect(told('transfer(address,uint256)')).toEqual([`transfer(${to},7)`]);
  expect(told('transfer(address)')).toBeUndefined();
  expect(told('no signature')).toBeUndefined();
});

test('the calls of an old governor are told by the signatures beside them', () => {
  const propose = parseAbi(['function propose(address[] targets, string[] signatures, bytes[] calldatas)']);
  const args = `0x${transfer.slice(10)}` as const;
  const data = encodeFunctionData({
    abi: propose,
    args: [
      [to, to],
      ['transfer(address,uint256)', ''],
      [args, transfer],
    ],
  });
  const call = decodeCalldata(createAbiIndex(propose), hexToBytes(data), 10_000);
  const [, , calldatas] = withNestedCalls('propose', call?.inputs ?? [], find);
  const told = calldatas?.items?.map(({ nested }) => nested?.map(({ name, items }) => [name, items?.length]));
  expect(told).toEqual([[['transfer', 2]], [['transfer', 2]]]);
});

test('bytes that are no call, or packed transactions that end too early, stay bytes', () => {
  const noCall = encodeFunctionData({ abi, functionName: 'execTransaction', args: [to, '0x12345678'] });
  expect(toldOf(noCall)).toBe(`${to}, 0x12345678`);
  const cut = encodeFunctionData({ abi, functionName: 'multiSend', args: [`0x00${to.slice(2)}`] });
  expect(toldOf(cut)).toBe(`0x00${to.slice(2)}`);
});

test('an error or a call whose last word was not filled up is told, one with a word cut off is not', () => {
  const known = createAbiIndex(parseAbi(['function note(string)', 'error Low(uint256 left)']));
  const heldIn = (bytes: Hex) => {
    const held = findHeld(hexToBytes(bytes), [known], []);
    return held && `${held.name}(${held.inputs?.map(({ text }) => text)})`;
  };
  const packed = concatHex([numberToHex(32, { size: 32 }), numberToHex(5, { size: 32 }), stringToHex('short')]);
  expect(heldIn(concatHex(['0x08c379a0', packed]))).toBe('Error(short)');
  expect(heldIn(concatHex([toFunctionSelector('note(string)'), packed]))).toBe('note(short)');
  // 31 bytes of a number are another number.
  expect(heldIn(concatHex([toFunctionSelector('Low(uint256)'), `0x${'00'.repeat(30)}07`]))).toBeUndefined();
  expect(heldIn(concatHex(['0x08c379a0', packed, '0x00ff']))).toBeUndefined();
});

test('an event is told by its topic, with its values behind it or as a log has them', () => {
  const events = parseAbi([
    'event Moved(address indexed from, address indexed to, uint256 value)',
    'event Noted(string text)',
  ]);
  const known = createAbiIndex(events);
  const heldIn = (bytes: Hex) => {
    const held = findHeld(hexToBytes(bytes), [known], []);
    return held && `${held.name}(${held.inputs?.map(({ name, text }) => `${name}: ${text}`).join(', ')})`;
  };
  const from = `0x${'22'.repeat(20)}` as const;
  const topics = encodeEventTopics({ abi: events, eventName: 'Moved', args: { from, to } }) as Hex[];
  const value = numberToHex(7, { size: 32 });
  const moved = `Moved(from: ${from}, to: ${to}, value: 7)`;
  expect(heldIn(concatHex([...topics, value]))).toBe(moved);
  const note = encodeAbiParameters([{ type: 'string' }], ['short']);
  const [noted = '0x'] = encodeEventTopics({ abi: events, eventName: 'Noted' }) as Hex[];
  expect(heldIn(concatHex([noted, note]))).toBe('Noted(text: short)');
  expect(heldIn(concatHex([noted, note]).slice(0, -2) as Hex)).toBeUndefined();
  expect(heldIn(topics[0] ?? '0x')).toBeUndefined();
});
