/**
 * Of `out/`, what the last compilation made counts. The case is what forge 1.7.1 leaves when `test/A.t.sol`, with two
 * contracts, becomes `test/C.t.sol` with one: all three artefacts stay, its cache names one, and it runs that alone.
 */
import { expect, test } from 'vitest';
import { readProject } from '../../../src/core/testing/project';
import type { ProjectFile } from '../../../src/core/testing/project-file';

/** An empty contract with one test. */
const artefact = (source: string, name: string) => ({
  abi: [{ type: 'function', name: 'test_a', inputs: [], outputs: [], stateMutability: 'nonpayable' }],
  bytecode: { object: '0x00', linkReferences: {} },
  deployedBytecode: { object: '0x00', linkReferences: {} },
  metadata: { settings: { compilationTarget: { [source]: name } }, compiler: { version: '0.8.30' } },
});

const CACHE = {
  paths: { artifacts: 'out' },
  files: {
    'test/C.t.sol': {
      artifacts: { ATest: { '0.8.30': { default: { path: 'C.t.sol/ATest.json', build_id: '8a7611a7ed4cf4ce' } } } },
    },
  },
};

const LEFT: readonly [string, unknown][] = [
  ['out/A.t.sol/ATest.json', artefact('test/A.t.sol', 'ATest')],
  ['out/A.t.sol/BTest.json', artefact('test/A.t.sol', 'BTest')],
  ['out/C.t.sol/ATest.json', artefact('test/C.t.sol', 'ATest')],
];

/** Ids of the suites in the files, which were written at 1 where `times` has no other time for their paths. */
async function suitesOf(files: readonly [string, unknown][], times: Readonly<Record<string, number>> = {}) {
  const read = await readProject(
    files.map(([path, value]): ProjectFile => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return { path, read: async () => new TextEncoder().encode(text), changedAt: times[path] ?? 1 };
    }),
  );
  return read.ok ? read.value.suites.map(({ id }) => id) : read.error;
}

const ALL = ['test/A.t.sol:ATest', 'test/A.t.sol:BTest', 'test/C.t.sol:ATest'];
const CACHE_PATH = 'cache/solidity-files-cache.json';

test('artefacts that forge left of a source that was renamed are none of its suites', async () => {
  expect(await suitesOf(LEFT)).toEqual(ALL);
  expect(await suitesOf([...LEFT, [CACHE_PATH, CACHE]])).toEqual(['test/C.t.sol:ATest']);
});

test('the cache lies where foundry.toml says', async () => {
  const configuration = ['foundry.toml', '[profile.default]\ncache_path = "build/cache"'] as const;
  expect(await suitesOf([...LEFT, [...configuration], [CACHE_PATH, CACHE]])).toEqual(ALL);
  const there = [`build/${CACHE_PATH}`, CACHE] as [string, unknown];
  expect(await suitesOf([...LEFT, [...configuration], there])).toEqual(['test/C.t.sol:ATest']);
});

test('what was compiled after the cache was written counts, and a cache that cannot be read hides nothing', async () => {
  const files: [string, unknown][] = [...LEFT, [CACHE_PATH, CACHE]];
  expect(await suitesOf(files, { 'out/A.t.sol/BTest.json': 2 })).toEqual(['test/A.t.sol:BTest', 'test/C.t.sol:ATest']);
  for (const broken of ['{', '[]', '{"files":{"a":1}}'])
    expect(await suitesOf([...LEFT, [CACHE_PATH, broken]])).toEqual(ALL);
});
