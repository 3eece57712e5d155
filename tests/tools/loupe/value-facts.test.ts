/** Decoded values as JSON has them. */
import { encodeEventTopics, keccak256, parseAbi, toHex } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { decodeLog } from '../../../src/core/abi/decode-log';
import { valueFact } from '../../../tools/loupe/facts/values';

test('an indexed array, tuple or text is the hash that its topic has', () => {
  const abi = parseAbi([
    'struct Pair { uint256 a; uint256 b; }',
    'event Put(string indexed s, uint256[] indexed l, Pair indexed p)',
  ]);
  const pair = `0x${'00'.repeat(31)}03${'00'.repeat(31)}04` as const;
  // The items without their number, padded to words (Solidity docs, Encoding of Indexed Event Parameters).
  const hashes = [keccak256(toHex('text')), keccak256(pair), keccak256(pair)] as const;
  const [topic] = encodeEventTopics({ abi, eventName: 'Put' });
  const log = decodeLog(createAbiIndex(abi), [topic ?? '0x', ...hashes], new Uint8Array(), 100);
  expect(log?.inputs?.map(valueFact)).toEqual([
    { name: 's', type: 'string', value: hashes[0], isHash: true },
    { name: 'l', type: 'uint256[]', value: hashes[1], isHash: true },
    { name: 'p', type: 'tuple', value: hashes[2], isHash: true },
  ]);
});
