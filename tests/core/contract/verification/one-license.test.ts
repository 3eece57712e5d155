import { expect, test } from 'vitest';
import { withOneLicense } from '../../../../src/core/contract/verification/one-license';
import { newestSolc } from '../../../helpers/solc';

const FLAT = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library L { function f() internal pure returns (uint) { return 1; } }

/* SPDX-License-Identifier: MIT */
pragma solidity >=0.8.0 <0.9.0;
// File: b.sol, SPDX-License-Identifier: GPL-3.0
contract A { function g() external pure returns (string memory) { L.f(); return "SPDX-License-Identifier: x"; } }`;

const errorsOf = (content: string): unknown[] => {
  const input = { language: 'Solidity', sources: { 'a.sol': { content } }, settings: {} };
  const { errors = [] } = JSON.parse(newestSolc().compile(JSON.stringify(input))) as {
    errors?: { severity: string; errorCode: string }[];
  };
  return errors.filter(({ severity }) => severity === 'error').map(({ errorCode }) => errorCode);
};

test('a flattened file of several licences compiles, every place where it was', () => {
  expect(errorsOf(FLAT)).toEqual(['3716']);
  const one = withOneLicense(FLAT, '0.8.37');
  expect(errorsOf(one)).toEqual([]);
  expect(one).toHaveLength(FLAT.length);
  expect(one.split('\n').map((line, at) => line === FLAT.split('\n')[at])).toEqual(
    FLAT.split('\n').map((_, at) => at !== 4 && at !== 6),
  );
  // Compilers before take it as it is, so that its hash can be that of the metadata.
  expect(withOneLicense(FLAT, 'v0.6.7')).toBe(FLAT);
  expect(withOneLicense(one, '0.8.37')).toBe(one);
});
