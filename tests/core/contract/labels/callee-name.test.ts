import { expect, test } from 'vitest';
import type { Name, NameOrigin } from '../../../../src/core/chain/name';
import { contractOf } from '../../../../src/core/contract/labels/callee-name';

const CODE: Name = { text: 'FiatTokenV2', origin: 'sourcify' };

test.each<[NameOrigin, string]>([
  ['reader', 'own'],
  ['config', 'own'],
  ['token', 'own'],
  ['sourcify', 'FiatTokenV2'],
  ['buildOutput', 'FiatTokenV2'],
])('a proxy with a name from %s goes by %s', (origin, said) => {
  expect(contractOf({ toName: { text: 'own', origin }, implementationName: CODE })?.text).toBe(said);
});

test('what is no proxy, or has code without a name, goes by its own name', () => {
  expect(contractOf({ toName: CODE })).toBe(CODE);
  expect(contractOf({})).toBeUndefined();
});
