import { keccak256, serializeTransaction, type TransactionSerializable, toRlp } from 'viem';
import { privateKeyToAccount, signAuthorization } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import type { Hex } from '../../../src/core/chain/primitives';
import { decodeRawTransaction, encodeRawTransaction, hashOf, senderOf } from '../../../src/core/chain/raw-transaction';

const KEY = `0x${'42'.repeat(32)}` as const;
const account = privateKeyToAccount(KEY);
const BOB = '0x0000000000000000000000000000000000000b0b';
const SLOT = `0x${'07'.repeat(32)}` as const;
const fees = { chainId: 31337, nonce: 7, gas: 90_000n, maxFeePerGas: 30n, maxPriorityFeePerGas: 2n } as const;
const call = {
  to: BOB,
  value: 10n ** 20n,
  data: '0xdeadbeef',
  accessList: [{ address: BOB, storageKeys: [SLOT] }],
} as const;

const transactions: Record<string, TransactionSerializable> = {
  'legacy before EIP-155': { type: 'legacy', nonce: 1, gas: 21_000n, gasPrice: 5n, to: BOB, value: 1n },
  legacy: { type: 'legacy', chainId: 31337, nonce: 1, gas: 21_000n, gasPrice: 5n, to: BOB, value: 1n },
  creation: { type: 'legacy', chainId: 1, nonce: 0, gas: 21_000n, gasPrice: 5n, data: '0x6000' },
  'EIP-2930': { type: 'eip2930', chainId: 1, nonce: 0, gas: 50_000n, gasPrice: 5n, ...call },
  'EIP-1559': { type: 'eip1559', ...fees, ...call },
  'EIP-4844': {
    type: 'eip4844',
    ...fees,
    ...call,
    maxFeePerBlobGas: 9n,
    blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
  },
  'EIP-7702': {
    type: 'eip7702',
    ...fees,
    ...call,
    authorizationList: [await signAuthorization({ privateKey: KEY, address: BOB, chainId: 31337, nonce: 8 })],
  },
};

describe('raw transactions', () => {
  test.each(Object.entries(transactions))(
    '%s: read, written again, hashed, and the sender recovered',
    async (_, given) => {
      const unsigned = serializeTransaction(given) as Hex;
      const signed = (await account.signTransaction(given)) as Hex;
      for (const raw of [unsigned, signed]) {
        const decoded = decodeRawTransaction(raw);
        if (!decoded.ok) throw new Error(decoded.error);
        expect(encodeRawTransaction(decoded.value)).toBe(raw);
        expect(decoded.value.nonce).toBe(given.nonce);
        expect(decoded.value.to).toBe(given.to);
        expect(decoded.value.input).toBe(given.data ?? '0x');
        expect(decoded.value.chainId).toBe(given.chainId);
        expect(hashOf(decoded.value)).toBe(keccak256(raw));
        expect(await senderOf(decoded.value)).toBe(raw === signed ? account.address.toLowerCase() : undefined);
      }
    },
  );

  test.each([0n, 27n])('takes the parity from v, counted from %i, where a node gives no other', async (base) => {
    for (const given of [transactions['EIP-2930'], transactions['EIP-1559']] as TransactionSerializable[]) {
      const raw = (await account.signTransaction(given)) as Hex;
      const decoded = decodeRawTransaction(raw);
      if (!decoded.ok || decoded.value.signature === undefined) throw new Error('not signed');
      const { yParity, ...signature } = decoded.value.signature;
      const listed = { ...decoded.value, signature: { ...signature, v: base + BigInt(yParity ?? 0) } };
      expect(hashOf(listed)).toBe(keccak256(raw));
      expect(await senderOf(listed)).toBe(account.address.toLowerCase());
    }
  });

  test('reads an authorisation for any chain and nonce: who includes one that does not count pays for it, and no more', async () => {
    const decoded = decodeRawTransaction(
      (await account.signTransaction(transactions['EIP-7702'] as TransactionSerializable)) as Hex,
    );
    if (!decoded.ok || decoded.value.authorizationList === undefined) throw new Error('no authorisations');
    const authorizationList = decoded.value.authorizationList.map((entry) => ({
      ...entry,
      chainId: 2n ** 256n - 1n,
      nonce: 2n ** 64n - 1n,
    }));
    const raw = encodeRawTransaction({ ...decoded.value, authorizationList });
    expect(raw).toContain(`a0${'ff'.repeat(32)}94${BOB.slice(2)}88${'ff'.repeat(8)}`);
    expect(decodeRawTransaction(raw)).toMatchObject({ ok: true, value: { authorizationList } });
  });

  test('reads a blob transaction out of its sidecar', async () => {
    const signed = (await account.signTransaction(transactions['EIP-4844'] as TransactionSerializable)) as Hex;
    const decoded = decodeRawTransaction(signed);
    if (!decoded.ok) throw new Error(decoded.error);
    // The list itself, then blobs, commitments and proofs.
    const inner = signed.slice(4);
    const parts = ['0xc0', '0xc0', '0xc0'].map((empty) => empty.slice(2)).join('');
    const length = (inner.length + parts.length) / 2;
    const wrapped = `0x03f9${length.toString(16).padStart(4, '0')}${inner}${parts}` as Hex;
    expect(decodeRawTransaction(wrapped)).toEqual(decoded);
  });

  test.each([
    ['no hex', '0xzz', 'A raw transaction is lower-case hex with whole bytes.'],
    ['nothing', '0x', 'A raw transaction is lower-case hex with whole bytes.'],
    ['an unknown type', '0x7ec0', 'Transactions of type 126 are not known here.'],
    ['cut bytes', '0xf8ff01', 'The bytes are no RLP.'],
    ['too few fields', toRlp(['0x01', '0x02']), 'The transaction has too few or too many fields.'],
    [
      'a list where bytes belong',
      toRlp([['0x01'], '0x', '0x', '0x', '0x', '0x']),
      'A field of the transaction is not what its type says.',
    ],
    [
      'an address of 19 bytes',
      toRlp(['0x', '0x', '0x', `0x${'11'.repeat(19)}`, '0x', '0x']),
      'A field of 20 bytes has another length.',
    ],
    ['a leading zero', toRlp(['0x0001', '0x', '0x', '0x', '0x', '0x']), 'The transaction is encoded unusually.'],
    [
      'a nonce beyond all',
      toRlp([`0x${'ff'.repeat(9)}`, '0x', '0x', '0x', '0x', '0x']),
      'A number of the transaction is larger than any in use.',
    ],
    [
      'an impossible v',
      toRlp(['0x', '0x', '0x', '0x', '0x', '0x', '0x1d', '0x01', '0x01']),
      'The signature has an impossible v.',
    ],
  ])('refuses %s', (_, raw, error) => {
    expect(decodeRawTransaction(raw as Hex)).toEqual({ ok: false, error });
  });
});
