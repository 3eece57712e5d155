import { expect, test } from 'vitest';
import { missingPackageFile } from '../../../../src/core/contract/verification/package-file';

test.each([
  ['util/Math.sol', './util/Math.sol', 'Factory.sol', undefined],
  ['util/Math.sol', '../util/Math.sol', 'src/Factory.sol', undefined],
  ['@oz/contracts/Math.sol', '@oz/contracts/Math.sol', 'Factory.sol', '@oz/contracts'],
  ['@oz/contracts/a/B.sol', './B.sol', '@oz/contracts/a/A.sol', '@oz/contracts'],
  ['solmate/src/B.sol', './B.sol', 'solmate/src/A.sol', 'solmate'],
])('%s, imported as %s by %s, is of the package %s', (name, specifier, from, expected) => {
  expect(missingPackageFile({ name, specifier, from, line: 1 })?.name).toBe(expected);
});
