import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Selector } from '../../../../src/core/chain/primitives';
import { saveSignatures } from '../../../../src/db/contracts/signatures';
import { KnownSignatures } from '../../../../src/workers/contracts/knowledge/known-signatures';

const TRANSFER = '0xa9059cbb' as Selector;

test('what was kept is known without the bundled table, whose candidates come first once it is loaded', async () => {
  const kept = { selector: TRANSFER, signature: 'many_msg_babbage(bytes1)', origin: 'signatureService' } as const;
  await saveSignatures([kept]);
  const signatures = new KnownSignatures();
  expect(await signatures.loadKept([TRANSFER])).toBe(true);
  expect(signatures.candidates(TRANSFER)).toEqual([kept]);
  expect(await signatures.load([TRANSFER])).toBe(true);
  const origins = signatures.candidates(TRANSFER).map(({ origin }) => origin);
  expect(origins[0]).toBe('signatureTable');
  expect(origins.at(-1)).toBe('signatureService');
});

test('whoever asks for what is being loaded has it too, once it answers', async () => {
  const signatures = new KnownSignatures();
  const asked = await Promise.all(
    [signatures.load([TRANSFER]), signatures.load([TRANSFER])].map(async (loading) => [
      await loading,
      signatures.candidates(TRANSFER).length > 0,
    ]),
  );
  expect(asked).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await signatures.load([TRANSFER])).toBe(false);
});
