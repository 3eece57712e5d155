import { expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { isUnminedHash } from '../../../src/core/simulation/simulation-hash';
import { readTestHash, type TestProjectId, testHash } from '../../../src/core/testing/test-hash';

const project = '0011223344556677' as TestProjectId;
const which = { suite: 'test/Vault.t.sol:VaultTest', signature: 'testFee()' };

test('a hash names project, test and call, and is of no transaction', () => {
  const hash = testHash(project, which, 2);
  expect(hash).toMatch(/^0x746573746564[0-9a-f]{52}$/);
  expect(isUnminedHash(hash)).toBe(true);
  const read = readTestHash(hash);
  expect(read).toMatchObject({ project, before: 2 });
  expect(read?.names(which)).toBe(true);
  expect(read?.names({ ...which, signature: 'testOther()' })).toBe(false);
  expect(readTestHash(`0x${'ab'.repeat(32)}` as Hash)).toBeUndefined();
});
