/** What is estimated beside what the encoder writes that Arbitrum's nodes have in them, too (google/brotli, here in Node). */
import { brotliCompressSync, constants } from 'node:zlib';
import { concatHex, encodeAbiParameters, type Hex, hexToBytes, keccak256, numberToHex, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { brotliLength } from '../../../../src/core/evm/families/arbitrum/brotli-length';

const written = (data: Uint8Array): number =>
  brotliCompressSync(data, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 22 },
  }).length;

/** Bytes without a pattern, the same for the same seed. */
const noise = (seed: number, size: number): Hex =>
  `0x${Array.from({ length: Math.ceil(size / 32) }, (_, at) => keccak256(numberToHex(1000 * seed + at)).slice(2))
    .join('')
    .slice(0, 2 * size)}`;
const address = (seed: number) => noise(seed, 20);

/** A signed transaction of type 2 with this calldata. */
function signed(seed: number, data: Hex): Uint8Array {
  const fields = ['0xa4b1', numberToHex(seed + 1), '0x', '0x989680', '0x0493e0', address(seed), '0x', data, [], '0x01'];
  return hexToBytes(
    concatHex(['0x02', toRlp([...fields, noise(seed + 1, 32), noise(seed + 2, 32)] as Parameters<typeof toRlp>[0])]),
  );
}

const word = { type: 'uint256' } as const;
const place = { type: 'address' } as const;
const CALLDATA: readonly (readonly [name: string, data: (seed: number) => Hex])[] = [
  ['nothing', () => '0x'],
  ['a transfer', (seed) => encodeAbiParameters([place, word], [address(seed + 3), BigInt(seed) * 10n ** 15n])],
  [
    'a swap',
    (seed) =>
      encodeAbiParameters(
        [word, word, { type: 'address[]' }, place, word],
        [
          10n ** 18n,
          3_141_592_653n,
          [address(seed + 3), address(seed + 4), address(seed + 5)],
          address(seed + 6),
          1_732_000_000n,
        ],
      ),
  ],
  [
    'a batch',
    (seed) =>
      encodeAbiParameters(
        [{ type: 'bytes[]' }],
        [
          Array.from({ length: 12 }, (_, at) =>
            encodeAbiParameters([place, place, word], [address(seed + 3), address(seed + at), BigInt(at) << 64n]),
          ),
        ],
      ),
  ],
  ['a proof', (seed) => noise(seed, 2_000)],
  ['zeros', () => `0x${'00'.repeat(3_000)}`],
  [
    'much',
    (seed) =>
      concatHex(
        Array.from({ length: 800 }, (_, at) => concatHex([address(seed + (at % 40)), numberToHex(at, { size: 32 })])),
      ),
  ],
];

test.each(CALLDATA)('the length of %s is within three percent of what is written', (_name, data) => {
  for (let seed = 1; seed <= 40; seed += 13) {
    const sent = signed(seed, data(seed));
    const length = written(sent);
    expect(Math.abs(brotliLength(sent) - length) / length, `${sent.length} bytes, ${length} written`).toBeLessThan(
      0.03,
    );
  }
});

test('there is nothing that has no length', () => {
  for (const size of [0, 1, 4, 15, 16, 17]) expect(brotliLength(new Uint8Array(size))).toBeGreaterThan(0);
});
