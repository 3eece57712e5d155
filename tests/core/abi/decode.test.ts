import {
  type Abi,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  toBytes,
  toHex,
  parseAbi as viemAbi,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { restOf } from '../../../src/core/abi/attribution';
import {
  decodeCalldata,
  decodeConstructor,
  decodeReturn,
  decodeReturnWithSignature,
  decodeRevert,
  decodeWithCandidates,
  decodeWithSignature,
} from '../../../src/core/abi/decode';
import { decodeLog, decodeLogWithCandidates, decodeLogWithSignature } from '../../../src/core/abi/decode-log';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import { cutValue } from '../../../src/core/abi/value-text';

const ABI: Abi = viemAbi([
  'constructor(address owner, string name)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function exactInput((bytes path, address recipient, uint256[2] range, string[] notes) params) payable returns (uint256 amountOut)',
  'function signed(int8 a, int256, bytes4 c, bool d)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Noted(string indexed note, (uint256 a, string b) pair, int16 indexed)',
  'error Insufficient(uint256 available, uint256 needed)',
  'receive() external payable',
]);
const index = createAbiIndex(ABI);
const ALICE = '0x00000000000000000000000000000000000a11ce';
const BOB = '0x0000000000000000000000000000000000000b0b';

function abiOf(...entries: readonly string[]): Abi {
  const parsed = parseAbi(entries);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.abi;
}

function data(hex: string): Uint8Array {
  return toBytes(hex as `0x${string}`);
}

describe('decodeCalldata', () => {
  test('decodes a flat call', () => {
    const call = data(encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 5n] }));
    expect(decodeCalldata(index, call, 100)).toEqual({
      kind: 'function',
      name: 'transfer',
      signature: 'transfer(address,uint256)',
      canonical: true,
      rest: 0,
      inputs: [
        { name: 'to', type: 'address', kind: 'address', text: BOB, length: 42 },
        { name: 'value', type: 'uint256', kind: 'integer', text: '5', length: 1 },
      ],
    });
  });

  test('decodes nested dynamic values and cuts texts, stating the whole length', () => {
    const params = { path: `0x${'ab'.repeat(50)}`, recipient: ALICE, range: [1n, 2n], notes: ['x'.repeat(40), '🚀'] };
    const call = data(encodeFunctionData({ abi: ABI, functionName: 'exactInput', args: [params] }));
    const decoded = decodeCalldata(index, call, 11);
    expect(decoded?.canonical).toBe(true);
    expect(decoded?.inputs?.[0]).toEqual({
      name: 'params',
      type: 'tuple',
      kind: 'tuple',
      text: '',
      length: 4,
      items: [
        { name: 'path', type: 'bytes', kind: 'bytes', text: '0xababababa', length: 102, end: 'abab' },
        { name: 'recipient', type: 'address', kind: 'address', text: ALICE, length: 42 },
        {
          name: 'range',
          type: 'uint256[2]',
          kind: 'array',
          text: '',
          length: 2,
          items: [
            { name: '0', type: 'uint256', kind: 'integer', text: '1', length: 1 },
            { name: '1', type: 'uint256', kind: 'integer', text: '2', length: 1 },
          ],
        },
        {
          name: 'notes',
          type: 'string[]',
          kind: 'array',
          text: '',
          length: 2,
          items: [
            { name: '0', type: 'string', kind: 'string', text: 'x'.repeat(11), length: 40 },
            { name: '1', type: 'string', kind: 'string', text: '🚀', length: 2 },
          ],
        },
      ],
    });
  });

  test('names unnamed inputs by position and reads signed numbers', () => {
    const call = data(encodeFunctionData({ abi: ABI, functionName: 'signed', args: [-128, -1n, '0xdeadbeef', true] }));
    expect(decodeCalldata(index, call, 100)?.inputs?.map(({ name, text }) => `${name}=${text}`)).toEqual([
      'a=-128',
      'arg1=-1',
      'c=0xdeadbeef',
      'd=true',
    ]);
  });

  test('masks dirty padding as an old contract does, and says so', () => {
    const call = data(encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 5n] }));
    call[4] = 1;
    const decoded = decodeCalldata(index, call, 100);
    expect(decoded?.inputs?.map(({ text, dirty }) => [text, dirty])).toEqual([
      [BOB, true],
      ['5', undefined],
    ]);
    expect(decoded?.canonical).toBe(false);
  });

  test('keeps the name when the bytes do not hold the inputs', () => {
    expect(decodeCalldata(index, data('0xa9059cbb00'), 100)).toEqual({
      kind: 'function',
      name: 'transfer',
      signature: 'transfer(address,uint256)',
      canonical: false,
      rest: 0,
    });
  });

  test('finds receive for empty calldata and fallback for an unknown selector', () => {
    expect(decodeCalldata(index, new Uint8Array(), 100)?.kind).toBe('receive');
    expect(decodeCalldata(index, data('0x12345678'), 100)).toBeUndefined();
    const fallback = createAbiIndex(viemAbi(['fallback() external']));
    expect(decodeCalldata(fallback, data('0x12345678'), 100)?.kind).toBe('fallback');
    expect(decodeCalldata(fallback, data('0x12'), 100)?.kind).toBe('fallback');
    expect(decodeCalldata(fallback, new Uint8Array(), 100)?.kind).toBe('fallback');
  });

  test('decodes constructor arguments', () => {
    const args = data(encodeAbiParameters([{ type: 'address' }, { type: 'string' }], [ALICE, 'Coin']));
    const decoded = decodeConstructor(index, args, 100);
    expect(decoded?.kind).toBe('constructor');
    expect(decoded?.inputs?.map(({ text }) => text)).toEqual([ALICE, 'Coin']);
  });
});

describe('decodeReturn', () => {
  test('decodes what the function returns, undefined when it is not that', () => {
    const output = data(encodeAbiParameters([{ type: 'bool' }], [true]));
    expect(decodeReturn(index, '0xa9059cbb', output, 100)?.map(({ name, text }) => [name, text])).toEqual([
      ['arg0', 'true'],
    ]);
    expect(decodeReturn(index, '0xa9059cbb', new Uint8Array(), 100)).toBeUndefined();
    expect(decodeReturn(index, '0x00000000', output, 100)).toBeUndefined();
  });
});

describe('decodeReturnWithSignature', () => {
  test('decodes what the signature declares, when the bytes are exactly that', () => {
    const signature = 'f(uint8) returns (bool ok, string)';
    const output = data(encodeAbiParameters([{ type: 'bool' }, { type: 'string' }], [true, 'x']));
    const decoded = decodeReturnWithSignature(signature, output, 100);
    expect(decoded?.map(({ name, text }) => `${name}=${text}`)).toEqual(['ok=true', 'arg1=x']);
    expect(decodeReturnWithSignature(signature, output.subarray(0, 64), 100)).toBeUndefined();
    expect(decodeReturnWithSignature('f(uint8)', output, 100)).toBeUndefined();
  });
});

describe('decodeLog', () => {
  test('joins topics and data in the order of the declaration', () => {
    const topics = encodeEventTopics({
      abi: ABI,
      eventName: 'Transfer',
      args: { from: ALICE, to: BOB },
    }) as `0x${string}`[];
    const log = decodeLog(index, topics, data(toHex(7n, { size: 32 })), 100);
    expect(log?.inputs?.map(({ name, text }) => `${name}=${text}`)).toEqual([`from=${ALICE}`, `to=${BOB}`, 'value=7']);
  });

  test('shows the hash of an indexed dynamic value', () => {
    const topics = encodeEventTopics({ abi: ABI, eventName: 'Noted' }) as `0x${string}`[];
    const hash = `0x${'42'.repeat(32)}` as const;
    const body = encodeAbiParameters(
      [
        {
          type: 'tuple',
          components: [
            { name: 'a', type: 'uint256' },
            { name: 'b', type: 'string' },
          ],
        },
      ],
      [{ a: 1n, b: 'two' }],
    );
    const log = decodeLog(index, [topics[0] ?? '0x', hash, `0x${'f'.repeat(63)}d`], data(body), 100);
    expect(log?.inputs).toMatchObject([
      { name: 'note', type: 'string', kind: 'string', text: hash, length: 66, hashed: true },
      { name: 'pair', items: [{ text: '1' }, { text: 'two' }] },
      { name: 'arg2', text: '-3' },
    ]);
  });

  test('picks the event by the number of topics, and keeps the name when none fits', () => {
    const both = createAbiIndex(
      viemAbi([
        'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
        'event Transfer(address indexed from, address indexed to, uint256 value)',
      ] as never),
    );
    const topics = encodeEventTopics({
      abi: ABI,
      eventName: 'Transfer',
      args: { from: ALICE, to: BOB },
    }) as `0x${string}`[];
    const word = toHex(7n, { size: 32 });
    expect(decodeLog(both, topics, data(word), 100)?.inputs?.[2]?.name).toBe('value');
    expect(decodeLog(both, [...topics, word], new Uint8Array(), 100)?.inputs?.[2]?.name).toBe('tokenId');
    expect(decodeLog(index, [...topics, word], new Uint8Array(), 100)).toEqual({
      name: 'Transfer',
      signature: 'Transfer(address,address,uint256)',
      anonymous: false,
    });
  });

  test('tries anonymous events last and only takes an exact fit', () => {
    const anonymous = createAbiIndex(
      abiOf('event LogNote(bytes4 indexed sig, address indexed guy, bytes data) anonymous'),
    );
    const topics = [`0x12345678${'00'.repeat(28)}`, `0x${'00'.repeat(12)}${BOB.slice(2)}`] as const;
    const body = data(encodeAbiParameters([{ type: 'bytes' }], ['0xabcd']));
    expect(decodeLog(anonymous, topics, body, 100)).toMatchObject({ name: 'LogNote', anonymous: true });
    expect(decodeLog(anonymous, topics, body.subarray(0, 64), 100)).toBeUndefined();
    expect(decodeLog(anonymous, [], body, 100)).toBeUndefined();
  });

  test('finds which parameters of a bare signature are indexed', () => {
    const topics = encodeEventTopics({
      abi: ABI,
      eventName: 'Transfer',
      args: { from: ALICE, to: BOB },
    }) as `0x${string}`[];
    const word = toHex(7n, { size: 32 });
    const signature = 'Transfer(address,address,uint256)';
    expect(decodeLogWithSignature(signature, topics, data(word), 100)?.inputs?.[2]?.text).toBe('7');
    expect(decodeLogWithSignature(signature, [...topics, word], new Uint8Array(), 100)?.inputs?.[2]?.text).toBe('7');
    expect(decodeLogWithSignature('Approval(address,address,uint256)', topics, data(word), 100)).toBeUndefined();
  });
});

describe('decodeRevert', () => {
  test('the text of an error that holds the bytes of another reads as that one (hardhat#2848)', () => {
    const errors = viemAbi(['error Error(string)', 'error Panic(uint256)', 'error Low(uint256 left, string what)']);
    const around = (inner: Uint8Array) =>
      toBytes(`0x08c379a0${encodeAbiParameters([{ type: 'bytes' }], [toHex(inner)]).slice(2)}`);
    const bytesOf = (errorName: 'Error' | 'Panic' | 'Low', args: readonly unknown[]) =>
      toBytes(encodeErrorResult({ abi: errors, errorName, args } as never));
    const known = [createAbiIndex(errors)];
    for (const [inner, said] of [
      [bytesOf('Error', ['closed today']), 'Error("closed today")'],
      [bytesOf('Panic', [17n]), 'Panic(17)'],
      [bytesOf('Low', [7n, 'oil']), 'Low(7, "oil")'],
      [toBytes('plain'), 'plain'],
      [new Uint8Array(0), ''],
    ] as const) {
      expect(decodeRevert(known, around(inner), 200)?.reason).toBe(said);
    }
  });

  test('decodes the errors of Solidity', () => {
    const error = data(`0x08c379a0${encodeAbiParameters([{ type: 'string' }], ['not allowed']).slice(2)}`);
    expect(decodeRevert([], error, 100)).toMatchObject({ name: 'Error', reason: 'not allowed', source: -1 });
    const panic = data(`0x4e487b71${toHex(0x11, { size: 32 }).slice(2)}`);
    expect(decodeRevert([], panic, 100)).toMatchObject({
      name: 'Panic',
      args: [{ text: '17' }],
      reason: 'arithmetic overflow or underflow',
    });
    const unknown = data(`0x4e487b71${toHex(0x99, { size: 32 }).slice(2)}`);
    expect(decodeRevert([], unknown, 100)).toHaveProperty('reason', 'unknown panic code 0x99');
  });

  test('asks the ABIs in order for a custom error', () => {
    const body = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [1n, 2n]).slice(2);
    const other = createAbiIndex(viemAbi(['error Nothing()']));
    const revert = decodeRevert([other, index], data(`0xd4c34e57${body}`), 100);
    expect(revert).toBeUndefined();
    const selector = [...index.errors.keys()][0];
    expect(decodeRevert([other, index], data(selector + body), 100)).toMatchObject({
      name: 'Insufficient',
      args: [
        { name: 'available', text: '1' },
        { name: 'needed', text: '2' },
      ],
      source: 1,
    });
    expect(decodeRevert([index], data(`${selector}00`), 100)).toEqual({
      name: 'Insufficient',
      signature: 'Insufficient(uint256,uint256)',
      malformed: 'malformed Insufficient(uint256,uint256) of 5 bytes',
      source: 0,
    });
    expect(decodeRevert([index], new Uint8Array(), 100)).toBeUndefined();
  });
});

describe('decodeWithSignature', () => {
  const call = data(encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 5n] }));

  test('takes a signature whose encoding is these very bytes', () => {
    expect(decodeWithSignature('transfer(address to, uint amount)', call, 100)?.inputs?.[1]).toMatchObject({
      name: 'amount',
      text: '5',
    });
  });

  test('refuses another selector, dirty bytes and bytes left over', () => {
    expect(decodeWithSignature('approve(address,uint256)', call, 100)).toBeUndefined();
    // A signature that collides with transfer's selector and takes other inputs.
    expect(decodeWithSignature('many_msg_babbage(bytes1)', call, 100)).toBeUndefined();
    const dirty = call.slice();
    dirty[4] = 1;
    expect(decodeWithSignature('transfer(address,uint256)', dirty, 100)).toBeUndefined();
    expect(decodeWithSignature('transfer(address,uint256)', data(`${toHex(call)}00`), 100)).toBeUndefined();
    expect(decodeWithSignature('no signature', call, 100)).toBeUndefined();
  });
});

describe('bytes after the arguments', () => {
  const table = (signature: string) => ({ signature, origin: 'signatureTable' as const });
  const service = (signature: string) => ({ signature, origin: 'signatureService' as const });
  const transfer = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 5n] });
  // `baseapp`, its length 7, schema 0, the marker (ERC-8021).
  const baseapp = `62617365617070${'07'}${'00'}${'8021'.repeat(8)}`;

  test('leave the call and say how many they are', () => {
    const call = decodeCalldata(index, data(`${transfer}${baseapp}`), 100);
    expect(call?.inputs?.map(({ text }) => text)).toEqual([BOB, '5']);
    expect(call?.canonical).toBe(false);
    expect(call?.rest).toBe(25);
    expect(decodeCalldata(index, data(transfer), 100)?.rest).toBe(0);
  });

  test('let a known signature decode the call: an attribution, a tag, a word', () => {
    const deposit = '0xd0e30db0';
    for (const rest of [baseapp, '00', 'ab'.repeat(32)]) {
      const found = decodeWithCandidates(
        [table('transfer(address to, uint256 value)')],
        data(`${transfer}${rest}`),
        100,
      );
      expect(found?.call.rest).toBe(rest.length / 2);
      expect(decodeWithCandidates([table('deposit()')], data(`${deposit}${rest}`), 100)?.call.name).toBe('deposit');
    }
    expect(decodeWithCandidates([service('deposit()')], data(`${deposit}${baseapp}`), 100)?.call.name).toBe('deposit');
  });

  test('are no reason to take a signature that anybody may have submitted for another function', () => {
    // Words that follow may be arguments, and a number alone says nothing of what it is.
    const words = data(`${transfer}${'00'.repeat(32)}`);
    expect(decodeWithCandidates([service('transfer(address,uint256)')], words, 100)).toBeUndefined();
    expect(decodeWithCandidates([service('deposit()')], data('0xd0e30db0abcd'), 100)).toBeUndefined();
  });

  test('yield to a signature that fits exactly', () => {
    const found = decodeWithCandidates([table('deposit()'), service('deposit()')], data('0xd0e30db0'), 100);
    expect(found?.call.rest).toBe(0);
  });

  test('are read as an attribution, with its codes', () => {
    const rest = restOf(data(`${transfer}${baseapp}`), 25, 100);
    expect(rest).toMatchObject({
      name: '25 more bytes',
      declared: 'attribution (ERC-8021)',
      text: `0x${baseapp}`,
      rest: true,
    });
    expect(cutValue(rest).text).toBe('attribution("baseapp")');
    const two = `62617365617070${'2c'}6d6f7270686f0e00${'8021'.repeat(8)}`;
    expect(cutValue(restOf(data(`0x${two}`), two.length / 2, 100)).text).toBe('attribution("baseapp", "morpho")');
    expect(restOf(data('0xabcd'), 1, 100)).toEqual({
      name: '1 more byte',
      type: 'bytes',
      kind: 'bytes',
      text: '0xcd',
      length: 4,
      rest: true,
    });
  });
});

describe('events of contracts older than a standard', () => {
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const erc20 = { signature: 'Transfer(address indexed from, address indexed to, uint256 value)' };
  const erc721 = { signature: 'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)' };
  const word = (value: string) => value.slice(2).padStart(64, '0');

  test('are decoded though nothing is indexed', () => {
    const bytes = data(`0x${word('0x0')}${word(BOB)}${word('0x9')}`);
    const found = decodeLogWithCandidates([erc20, erc721], [TRANSFER], bytes, 100);
    expect(found?.log.inputs?.map(({ text }) => text)).toEqual([`0x${'0'.repeat(40)}`, BOB, '9']);
    expect(decodeLogWithCandidates([erc20], [TRANSFER], bytes.subarray(0, 64), 100)).toBeUndefined();
  });

  test('index no array that a standard does not: malformed data is none of theirs', () => {
    // TransferBatch of ERC-1155, whose data points outside of itself.
    const topic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
    const batch = {
      signature:
        'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
    };
    const topics = [topic, `0x${word(ALICE)}`, `0x${word('0x0')}`, `0x${word(BOB)}`] as const;
    const malformed = data(`0x${word('0xffffffffff')}${word('0x7')}`);
    expect(decodeLogWithCandidates([batch], topics, malformed, 100)).toBeUndefined();
  });

  test('are decoded by what a standard indexes where that fits', () => {
    const topics = [TRANSFER, `0x${word(ALICE)}`, `0x${word(BOB)}`, `0x${word('0x9')}`] as const;
    const found = decodeLogWithCandidates([erc20, erc721], topics, new Uint8Array(), 100);
    expect(found?.log.inputs?.map(({ name, indexed }) => `${name} ${indexed}`)).toEqual([
      'from true',
      'to true',
      'tokenId true',
    ]);
  });
});

test('an error whose bytes do not hold its arguments is said to be malformed', () => {
  // 68 bytes: the text is said to have 1,000 and is cut off.
  const cut = data(`0x08c379a0${'20'.padStart(64, '0')}${'3e8'.padStart(64, '0')}`);
  expect(decodeRevert([], cut, 100)).toEqual({
    name: 'Error',
    signature: 'Error(string)',
    malformed: 'malformed Error(string) of 68 bytes',
    source: -1,
  });
  expect(decodeRevert([], data('0x4e487b7111'), 100)?.malformed).toBe('malformed Panic(uint256) of 5 bytes');
});
