import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectorOf } from '../../../../src/core/abi/signature';
import { parseCompilation } from '../../../../src/core/source/compiled/parse-compilation';
import { slotsOf } from '../../../../src/core/source/values/storage-layout';
import { compileSources } from '../../../../tools/conformance/solidity/compile-sources';
import { target } from '../../../../tools/conformance/solidity/targets';

const range = (start: number, length: number) => `${start}:${length}:0`;

/** What solc 0.4.11 says: the legacy tree only. */
const LEGACY = {
  contracts: {
    'a.sol': { A: { abi: [], evm: { bytecode: { object: '6000' }, deployedBytecode: { object: '6001' } } } },
  },
  sources: {
    'a.sol': {
      id: 0,
      legacyAST: {
        name: 'SourceUnit',
        id: 9,
        src: range(0, 80),
        children: [
          {
            name: 'ContractDefinition',
            id: 8,
            src: range(0, 80),
            attributes: { name: 'A', linearizedBaseContracts: [8], isLibrary: false },
            children: [
              {
                name: 'VariableDeclaration',
                id: 1,
                src: range(11, 10),
                attributes: { name: 'total', type: 'uint128', visibility: 'public' },
                children: [
                  {
                    name: 'ElementaryTypeName',
                    id: 2,
                    src: range(11, 4),
                    attributes: { name: 'uint128', type: 'uint128' },
                  },
                ],
              },
              {
                name: 'FunctionDefinition',
                id: 7,
                src: range(30, 40),
                attributes: { name: '', payable: true, visibility: 'public' },
                children: [
                  { name: 'ParameterList', id: 3, src: range(38, 2), children: [] },
                  { name: 'ParameterList', id: 4, src: range(50, 0), children: [] },
                  { name: 'Block', id: 5, src: range(50, 20), children: [] },
                ],
              },
            ],
          },
        ],
      },
    },
  },
};

test('the legacy tree says the same as the compact one', () => {
  const input = { sources: { 'a.sol': { content: 'x'.repeat(80) } } };
  const parsed = parseCompilation({ version: '0.4.11+commit.68ef5810', input, output: LEGACY });
  if (!parsed.ok) throw new Error(parsed.error);
  const [contract] = parsed.value.contracts;
  expect(contract?.fallback).toMatchObject({ kind: 'fallback', payable: true, contract: 8 });
  expect(contract?.layout.storage).toMatchObject([
    { name: 'total', slot: 0n, offset: 0, type: { kind: 'uint', bytes: 16 } },
  ]);
});

test('before 0.8 an enum of more than 256 members is two bytes in signatures', () => {
  const members = (count: number) => Array.from({ length: count }, (_, at) => `M${at}`).join();
  const content = `pragma solidity ^0.5.0;
contract A {
  enum Small { ${members(256)} }
  enum Large { ${members(257)} }
  function set(Small small) public {}
  function set(Large large) public {}
}`;
  const [contract] = compileSources(target('0.5.17'), { 'a.sol': content }).contracts;
  const parametersOf = (signature: string) =>
    contract?.selectors.get(selectorOf(signature).slice(2))?.parameters.map(({ name }) => name);
  expect(parametersOf('set(uint8)')).toEqual(['small']);
  expect(parametersOf('set(uint16)')).toEqual(['large']);
});

test('a version that is none is refused, and so is an output without contracts', () => {
  expect(parseCompilation({ version: 'newest', input: {}, output: LEGACY }).ok).toBe(false);
  expect(parseCompilation({ version: '0.8.30', input: {}, output: { errors: [] } })).toEqual({
    ok: false,
    error: 'The compiler made no contract of these sources.',
  });
});

/** `value` with what a walk by `path` leads to replaced by `other`. */
function spoil(value: unknown, path: readonly number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return other;
  const spoilt = spoil((value as Record<string, unknown>)[key], rest, other);
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === key ? spoilt : item))
    : { ...value, [key]: spoilt };
}

test('an output with anything wrong in it is read or refused, and never throws', () => {
  const anything = fc.oneof(
    fc.constantFrom('', 'x', '0:5:0', '-1:-1:-1', '99999999999:1:0', '__$00$__', 'uint256[3] memory'),
    fc.integer(),
    fc.constantFrom(null, true, [], {}, [null], [[1]], { nodeType: 5 }, { nodeType: 'StructDefinition', id: 1 }),
  );
  const input = { sources: { 'a.sol': { content: 'x'.repeat(80) } } };
  let read = 0;
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 14 }), anything, (path, other) => {
      const parsed = parseCompilation({ version: '0.8.30', input, output: spoil(LEGACY, path, other) });
      if (!parsed.ok) return;
      read++;
      for (const contract of parsed.value.contracts) for (const { type } of contract.layout.storage) slotsOf(type);
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(200);
});
