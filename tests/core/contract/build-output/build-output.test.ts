import { toBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import { type BuildOutput, parseBuildOutput } from '../../../../src/core/contract/build-output/build-output';
import { vyperImmutableBytes } from '../../../../src/core/source/vyper/immutables';

const ABI = [{ type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'view' }];

function read(value: unknown, fileName = 'X.json'): BuildOutput {
  const result = parseBuildOutput(fileName, toBytes(JSON.stringify(value)), vyperImmutableBytes);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('parseBuildOutput', () => {
  test('reads a Hardhat artifact', () => {
    const { contracts } = read({
      _format: 'hh-sol-artifact-1',
      contractName: 'Ping',
      sourceName: 'contracts/Ping.sol',
      abi: ABI,
      bytecode: '0x6001',
      deployedBytecode: `0x6002${'00'.repeat(20)}`,
      linkReferences: {},
      deployedLinkReferences: { 'contracts/L.sol': { L: [{ start: 2, length: 20 }] } },
    });
    expect(contracts).toEqual([
      {
        name: 'Ping',
        fileName: 'contracts/Ping.sol',
        abi: ABI,
        runtimeBytecode: `6002${'00'.repeat(20)}`,
        creationBytecode: '6001',
        holes: [{ start: 2, length: 20 }],
      },
    ]);
  });

  test.each([
    ['hh-sol-dbg-1', { _format: 'hh-sol-dbg-1', buildInfo: '../build-info/1.json' }],
    ['hh-sol-cache-2', { _format: 'hh-sol-cache-2', files: {} }],
    ['ethers-rs-sol-cache-3', { _format: 'ethers-rs-sol-cache-3', files: {} }],
  ])('takes %s for what it is: a companion without contracts', (_, file) => {
    expect(read(file)).toEqual({ contracts: [], runs: [], warnings: [], isCompanion: true });
  });

  test('reads Hardhat build-info with version and sources', () => {
    const evm = {
      bytecode: { object: '6001' },
      deployedBytecode: { object: '600200000000', immutableReferences: { 7: [{ start: 2, length: 4 }] } },
    };
    const { contracts } = read({
      solcVersion: '0.8.30',
      solcLongVersion: '0.8.30+commit.73712a01',
      input: { sources: { 'a.sol': { content: 'contract Ping {}' }, 'b.sol': { content: '// other' } } },
      output: {
        contracts: {
          'a.sol': { Ping: { abi: ABI, evm, metadata: JSON.stringify({ sources: { 'a.sol': { keccak256: '0x' } } }) } },
          'b.sol': { Other: { abi: [], evm: {} } },
        },
      },
    });
    expect(contracts[0]).toEqual({
      name: 'Ping',
      fileName: 'a.sol',
      abi: ABI,
      runtimeBytecode: '600200000000',
      creationBytecode: '6001',
      holes: [{ start: 2, length: 4 }],
      compilerVersion: '0.8.30+commit.73712a01',
      sources: { 'a.sol': 'contract Ping {}' },
      run: 0,
    });
    expect(contracts[1]).toMatchObject({ name: 'Other', runtimeBytecode: '' });
    expect(Object.keys(contracts[1]?.sources ?? {})).toEqual(['a.sol', 'b.sol']);
  });

  test('reads the output half of a Hardhat 3 build, and says of the input half what is missing', () => {
    const output = { contracts: { 'a.sol': { Ping: { abi: ABI, evm: { deployedBytecode: { object: '00' } } } } } };
    expect(read({ _format: 'hh3-sol-build-info-output-1', id: 'x', output }).contracts).toHaveLength(1);
    const input = read({ _format: 'hh3-sol-build-info-1', id: 'x', solcVersion: '0.8.30', input: { sources: {} } });
    expect(input.contracts).toEqual([]);
    expect(input.warnings).toHaveLength(1);
  });

  test('reads Foundry output, named by its metadata or its file', () => {
    const artifact = {
      abi: ABI,
      bytecode: { object: '0x6001', linkReferences: {} },
      deployedBytecode: {
        object: `0x73__$${'ab'.repeat(17)}$__00`,
        linkReferences: { 'src/L.sol': { L: [{ start: 1, length: 20 }] } },
        immutableReferences: {},
      },
      metadata: {
        compiler: { version: '0.8.30+commit.73712a01' },
        settings: { compilationTarget: { 'src/Ping.sol': 'Ping' } },
      },
    };
    expect(read(artifact, 'out/Ping.sol/Ping.json').contracts[0]).toMatchObject({
      name: 'Ping',
      fileName: 'src/Ping.sol',
      runtimeBytecode: `73${'00'.repeat(20)}00`,
      holes: [{ start: 1, length: 20 }],
      compilerVersion: '0.8.30+commit.73712a01',
    });
    const { metadata: _, ...bare } = artifact;
    expect(read(bare, 'out/Ping.sol/Pong.json').contracts[0]?.name).toBe('Pong');
  });

  test('reads Truffle, standard JSON and combined JSON output', () => {
    const truffle = {
      contractName: 'Old',
      abi: ABI,
      bytecode: '0x60',
      deployedBytecode: `0x73__Library${'_'.repeat(31)}`,
      source: 'contract Old {}',
      sourcePath: '/src/Old.sol',
      compiler: { name: 'solc', version: '0.5.16+commit.9c3226ce' },
    };
    expect(read(truffle).contracts[0]).toMatchObject({
      name: 'Old',
      holes: [{ start: 1, length: 20 }],
      compilerVersion: '0.5.16+commit.9c3226ce',
      sources: { '/src/Old.sol': 'contract Old {}' },
    });
    const standard = { contracts: { 'a.sol': { A: { abi: ABI }, B: { abi: ABI } } }, sources: { 'a.sol': { id: 0 } } };
    expect(read(standard).contracts.map(({ name }) => name)).toEqual(['A', 'B']);
    const combined = { contracts: { 'a.sol:A': { abi: ABI, bin: '60', 'bin-runtime': '61' } }, version: '0.8.30' };
    expect(read(combined).contracts[0]).toMatchObject({ name: 'A', fileName: 'a.sol', runtimeBytecode: '61' });
  });

  test('reads bundles of them', () => {
    const one = { contractName: 'A', abi: ABI, bytecode: '0x', deployedBytecode: '0x' };
    expect(read([one, { ...one, contractName: 'B' }]).contracts).toHaveLength(2);
    expect(read({ a: one, b: { contracts: { 'x.sol': { C: { abi: ABI } } } } }).contracts).toHaveLength(2);
  });

  test('leaves out what it cannot use and says so', () => {
    const { contracts, warnings } = read([
      { contractName: 'Bad', abi: ABI, bytecode: '0xzz', deployedBytecode: '0x' },
      { contractName: 'Good', abi: [...ABI, { type: 'function' }], bytecode: '0x', deployedBytecode: '0x' },
    ]);
    expect(contracts.map(({ name }) => name)).toEqual(['Good']);
    expect(warnings).toEqual([
      'Bad is left out: its bytecode is no hex.',
      'Good: Entry 1 is left out: it has no name.',
    ]);
  });

  test('refuses what is no build output', () => {
    for (const text of ['', '{', '[]', '{}', '1', 'null', '{"a":{"b":{"c":{"d":{"e":{}}}}}}', '"abi"']) {
      expect(parseBuildOutput('x', toBytes(text), vyperImmutableBytes).ok).toBe(false);
    }
  });

  test('keeps odd paths as text and is not fooled by them', () => {
    const json = `{"input":{"sources":{"__proto__":{"content":"x"},"../../etc/passwd":{"content":"y"}}},
      "output":{"contracts":{"__proto__":{"constructor":{"abi":[]}}}}}`;
    const result = parseBuildOutput('../x', toBytes(json), vyperImmutableBytes);
    expect(result.ok && Object.keys(result.value.contracts[0]?.sources ?? {})).toEqual([
      '__proto__',
      '../../etc/passwd',
    ]);
    expect(result.ok && result.value.contracts[0]?.name).toBe('constructor');
    expect(({} as Record<string, unknown>).content).toBeUndefined();
  });

  test('bounds references that lie outside the bytecode', () => {
    const evm = {
      deployedBytecode: {
        object: '6001',
        immutableReferences: {
          1: [
            { start: 1, length: 99 },
            { start: -1, length: 2 },
          ],
        },
      },
    };
    expect(read({ contracts: { a: { A: { abi: [], evm } } } }).contracts[0]?.holes).toEqual([]);
  });
});
