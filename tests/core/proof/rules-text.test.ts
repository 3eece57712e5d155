import { expect, test } from 'vitest';
import { Fork } from '../../../src/core/evm/rules/forks';
import { basisText, triedBalances, unknownRules } from '../../../src/core/proof/rules-text';

test('whose rules were tried is said: Ethereum’s, or those of the family that the chain is of', () => {
  expect(basisText({ fork: Fork.prague, basis: 'tried' })).toBe(
    'It is not known here which rules this chain follows. Ethereum’s rules at Prague were tried.',
  );
  // X Layer and Katana have blocks of the OP Stack, and stand in no registry.
  expect(basisText({ fork: Fork.prague, basis: 'tried', family: 'opStack' })).toBe(
    'It is not known here for certain which rules this chain follows. The OP Stack’s rules at Prague were tried.',
  );
  expect(triedBalances('avalanche')).toMatch(
    /^The rules of this chain are not known here for certain\. Avalanche’s were/,
  );
  expect(unknownRules(undefined)).toMatch(/Ethereum’s$/);
  expect(basisText({ fork: Fork.osaka, family: 'opStack' })).toBeUndefined();
});
