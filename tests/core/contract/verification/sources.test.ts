/** Sources of a verification: what a file declares, what it imports, what is missing, what an upload contains. */
import { describe, expect, test } from 'vitest';
import { emptyDraft, type VerificationDraft } from '../../../../src/core/contract/verification/draft';
import { fillMissing, readImportGraph, resolveImport } from '../../../../src/core/contract/verification/import-graph';
import { MAX_UPLOAD } from '../../../../src/core/contract/verification/limits';
import { compareVersions, fitsPragma } from '../../../../src/core/contract/verification/pragma';
import {
  readJsonUpload,
  readSourceFiles,
  sourceHash,
  sourceName,
} from '../../../../src/core/contract/verification/read-upload';
import { inputOfDraft, reviewSources } from '../../../../src/core/contract/verification/review-sources';
import { scanSource } from '../../../../src/core/contract/verification/scan-source';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file', () => {
  test('declares what stands outside comments, strings and bodies', () => {
    const outline = scanSource(`// contract No {}
      /* import "no.sol";
         contract No2 {} */
      pragma solidity >=0.8.4 <0.9.0;
      pragma abicoder v2;
      import "./A.sol"; import {B as C} from '../B.sol';
      import * as D from "@d/D.sol";
      string constant S = "contract No3 {";
      abstract contract E is A { function contract_() public { interface_ = 1; } }
      library L {} interface I {}
      contract F { string s = 'import "x.sol"; contract G {}'; }`);
    expect(outline.pragmas).toEqual(['>=0.8.4 <0.9.0']);
    expect(outline.imports).toEqual([
      { specifier: './A.sol', line: 6 },
      { specifier: '../B.sol', line: 6 },
      { specifier: '@d/D.sol', line: 7 },
    ]);
    expect(outline.contracts.map(({ kind, name, line }) => `${line} ${kind} ${name}`)).toEqual([
      '9 abstract contract E',
      '10 library L',
      '10 interface I',
      '11 contract F',
    ]);
  });

  test('that is no Solidity declares nothing', () => {
    expect(scanSource('import import "unterminated\n contract {} /* open').contracts).toEqual([]);
    expect(scanSource('').imports).toEqual([]);
  });
});

describe('imports', () => {
  test('are resolved as the compiler does: relative, remapped, by the longest prefix', () => {
    expect(resolveImport('../B.sol', 'src/a/A.sol', [])).toBe('src/B.sol');
    expect(resolveImport('../../../B.sol', 'src/A.sol', [])).toBe('B.sol');
    const remappings = ['@oz/=lib/oz/', '@oz/utils/=lib/utils/', 'src/x:@oz/=other/'];
    expect(resolveImport('@oz/A.sol', 'src/A.sol', remappings)).toBe('lib/oz/A.sol');
    expect(resolveImport('@oz/utils/A.sol', 'src/A.sol', remappings)).toBe('lib/utils/A.sol');
    expect(resolveImport('@oz/utils/A.sol', 'src/x/A.sol', remappings)).toBe('other/utils/A.sol');
  });

  test('are followed once where they form a circle, and found where a project keeps them', () => {
    const sources = {
      'src/A.sol': 'import "./B.sol"; import "@oz/C.sol";',
      'src/B.sol': 'import "./A.sol"; import "gone/D.sol";',
      'node_modules/@oz/C.sol': 'contract C {}',
    };
    const { units, missing } = readImportGraph(sources, 'src/A.sol', []);
    expect(units.map(({ name, file }) => [name, file])).toEqual([
      ['src/A.sol', 'src/A.sol'],
      ['src/B.sol', 'src/B.sol'],
      ['@oz/C.sol', 'node_modules/@oz/C.sol'],
    ]);
    expect(missing).toEqual([{ name: 'gone/D.sol', specifier: 'gone/D.sol', from: 'src/B.sol', line: 1 }]);
  });

  test('two files with the same end are not told apart by guessing', () => {
    const sources = { 'A.sol': 'import "x/B.sol";', 'one/x/B.sol': '', 'two/x/B.sol': '' };
    expect(readImportGraph(sources, 'A.sol', []).missing).toHaveLength(1);
  });

  test('that are missing are found among files by hash, then by name', () => {
    const hash = sourceHash('contract X {}');
    const missing = [{ name: 'a/X.sol', hash }, { name: 'b/Y.sol' }, { name: 'c/Z.sol' }];
    const files = { 'renamed.sol': 'contract X {}', 'Y.sol': 'contract Y {}' };
    expect(fillMissing(missing, files, sourceHash)).toEqual({ 'a/X.sol': 'contract X {}', 'b/Y.sol': 'contract Y {}' });
  });

  test('is found in a folder of dependencies that was handed in alone', () => {
    const missing = [{ name: '@oz/contracts/utils/Math.sol' }];
    const found = { '@oz/contracts/utils/Math.sol': 'library Math {}' };
    for (const path of ['contracts/utils/Math.sol', 'utils/Math.sol', '@oz/contracts/utils/Math.sol'])
      expect(fillMissing(missing, { [path]: 'library Math {}', 'other/Math.sol': '' }, sourceHash)).toEqual(found);
  });
});

test.each([
  ['^0.8.20', '0.8.30', true],
  ['^0.8.20', '0.9.0', false],
  ['^0.4.11', '0.4.10', false],
  ['0.8.19', '0.8.19+commit.7dd6d404', true],
  ['=0.8.19', '0.8.20', false],
  ['>=0.6.2 <0.8.0', '0.7.6', true],
  ['>=0.6.2 <0.8.0', '0.8.0', false],
  ['~0.5.1', '0.5.17', true],
  ['0.4.24 || ^0.5.0', '0.5.3', true],
  ['0.8.x', '0.8.3', true],
  ['*', '0.4.11', true],
  ['0.5.0 - 0.6.0', '0.6.0', true],
  ['^0.8.0', 'nonsense', false],
])('the pragma %s and the compiler %s: %s', (pragma, version, expected) => {
  expect(fitsPragma(version, pragma)).toBe(expected);
});

test('versions are ordered as numbers', () => {
  expect(['0.8.4', '0.8.30', '0.4.26'].sort(compareVersions)).toEqual(['0.4.26', '0.8.4', '0.8.30']);
});

describe('an upload', () => {
  test('of a folder gives its sources without the folder, and says what it leaves out', () => {
    const read = readSourceFiles([
      { path: 'project/src/A.sol', bytes: bytes('contract A {}') },
      { path: 'project/README.md', bytes: bytes('# no') },
      { path: 'project/remappings.txt', bytes: bytes('@oz/=lib/oz/\n') },
      { path: 'project/src/Binary.sol', bytes: new Uint8Array([0x63, 0, 0x64]) },
      { path: 'project/src/Latin.sol', bytes: new Uint8Array([0x63, 0xe9, 0x64]) },
    ]);
    expect(read.sources).toEqual({ 'src/A.sol': 'contract A {}' });
    expect(read.remappings).toBe('@oz/=lib/oz/');
    expect(read.rejected.map(({ path }) => path)).toEqual(['project/src/Binary.sol', 'project/src/Latin.sol']);
  });

  test('of a path with .. stays in its folder', () => {
    expect(sourceName('..\\..\\etc\\A.sol')).toBe('etc/A.sol');
    expect(sourceName('/src/../../A.sol')).toBe('A.sol');
    expect(Object.keys(readSourceFiles([{ path: '../__proto__/A.sol', bytes: bytes('x') }]).sources)).toEqual([
      'A.sol',
    ]);
  });

  test('larger than is read leaves files out', () => {
    const large = { path: 'a/Large.sol', bytes: new Uint8Array(MAX_UPLOAD + 1).fill(32) };
    const small = { path: 'a/Small.sol', bytes: bytes('contract S {}') };
    const read = readSourceFiles([small, large]);
    expect(Object.keys(read.sources)).toEqual(['Small.sol']);
    expect(read.rejected[0]?.reason).toMatch(/30 MB/);
  });

  test('of standard JSON gives sources and settings, further ones too', () => {
    const input = {
      language: 'Solidity',
      sources: { 'A.sol': { content: 'contract A {}' }, 'B.sol': { urls: ['ipfs://x'], keccak256: '0xAB' } },
      settings: {
        optimizer: { enabled: true, runs: 999, details: { yul: false } },
        evmVersion: 'paris',
        viaIR: true,
        metadata: { bytecodeHash: 'none' },
        libraries: { 'L.sol': { L: `0x${'11'.repeat(20)}` } },
        outputSelection: {},
      },
    };
    const read = readJsonUpload(JSON.stringify({ solcLongVersion: '0.8.30+commit.73712a01', input, output: {} }));
    expect(read.ok && read.value).toMatchObject({
      kind: 'standard',
      sources: { 'A.sol': 'contract A {}' },
      hashes: { 'B.sol': '0xab' },
      settings: {
        compilerVersion: '0.8.30+commit.73712a01',
        evmVersion: 'paris',
        optimizer: true,
        runs: '999',
        viaIR: true,
        libraries: [{ name: 'L.sol:L', address: `0x${'11'.repeat(20)}` }],
      },
    });
    expect(read.ok && JSON.parse(read.value.settings.further)).toEqual({
      metadata: { bytecodeHash: 'none' },
      optimizer: { details: { yul: false } },
    });
  });

  test('of metadata names its contract, and its sources by hash', () => {
    const metadata = {
      compiler: { version: '0.8.4+commit.c7e474f2' },
      language: 'Solidity',
      sources: { 'A.sol': { keccak256: sourceHash('contract A {}'), urls: [] } },
      settings: { compilationTarget: { 'A.sol': 'A' }, libraries: {}, optimizer: { enabled: false, runs: 200 } },
    };
    const read = readJsonUpload(JSON.stringify(metadata));
    expect(read.ok && read.value).toMatchObject({ kind: 'metadata', root: 'A.sol:A', settings: { further: '' } });
    if (!read.ok) return;
    const draft: VerificationDraft = {
      ...emptyDraft,
      method: 'json',
      uploaded: read.value.sources,
      hashes: read.value.hashes,
      root: read.value.root,
    };
    expect(reviewSources(draft).missing).toMatchObject([{ name: 'A.sol', hash: sourceHash('contract A {}') }]);
    const filled = reviewSources({ ...draft, added: { 'A.sol': 'contract A {}' } });
    expect(filled.missing).toEqual([]);
    expect(filled.units).toMatchObject([{ name: 'A.sol', wasMissing: true, hasStatedHash: true }]);
    expect(reviewSources({ ...draft, added: { 'A.sol': 'contract A { }' } }).units[0]?.hasStatedHash).toBe(false);
  });

  test.each(['', '{', '[]', '{"sources":5}', '{"sources":{}}', '"text"', '{"language":"Vyper","sources":{"a.vy":{}}}'])(
    'of %s is refused in a sentence',
    (text) => {
      const read = readJsonUpload(text);
      expect(!read.ok && read.error).toMatch(/\.$/);
    },
  );
});

describe('a draft', () => {
  const uploaded = {
    'src/Vault.sol': 'import "./Base.sol"; import "oz/Math.sol"; contract Vault is Base {}',
    'src/Base.sol': 'pragma solidity ^0.8.0; abstract contract Base {}',
    'src/Other.sol': 'library Other {} interface IOther {}',
  };
  const draft: VerificationDraft = { ...emptyDraft, method: 'directory', uploaded };

  test('offers its contracts, the likeliest first, and lists what is missing', () => {
    const review = reviewSources(draft);
    expect(review.roots.map(({ name }) => name)).toEqual(['Vault', 'Other', 'Base', 'IOther']);
    expect(review.root?.id).toBe('src/Vault.sol:Vault');
    expect(review.missing).toMatchObject([{ name: 'oz/Math.sol', from: 'src/Vault.sol', line: 1 }]);
    expect(review.pragmas).toEqual(['^0.8.0']);
  });

  test('of another root has other imports, and what was added stays', () => {
    const added = { ...draft, added: { 'oz/Math.sol': 'library Math {}' } };
    expect(reviewSources({ ...added, root: 'src/Other.sol:Other' }).missing).toEqual([]);
    expect(reviewSources(added).units.map(({ name }) => name)).toEqual([
      'src/Vault.sol',
      'src/Base.sol',
      'oz/Math.sol',
    ]);
  });

  test('is compiled with what its root reaches, or not at all while something is missing', () => {
    expect(inputOfDraft(draft)).toEqual({
      ok: false,
      error: 'The source oz/Math.sol is missing; src/Vault.sol imports it.',
    });
    const address = `0x${'22'.repeat(20)}`;
    const settings = { ...draft.settings, optimizer: true, libraries: [{ name: 'Math', address }] };
    const stated = inputOfDraft({ ...draft, added: { 'oz/Math.sol': 'library Math {}' }, settings });
    expect(stated.ok && Object.keys(stated.value.input.sources)).toEqual([
      'src/Vault.sol',
      'src/Base.sol',
      'oz/Math.sol',
    ]);
    expect(stated.ok && stated.value.input.settings).toEqual({
      optimizer: { enabled: true, runs: 200 },
      libraries: { 'oz/Math.sol': { Math: address } },
    });
  });

  test('with settings that are wrong says which', () => {
    const only = { ...draft, uploaded: { 'A.sol': 'contract A {}' } };
    const errorOf = (change: Partial<VerificationDraft['settings']>) => {
      const stated = inputOfDraft({ ...only, settings: { ...only.settings, ...change } });
      return stated.ok ? undefined : stated.error;
    };
    expect(errorOf({ optimizer: true, runs: '-1' })).toMatch(/^Runs/);
    expect(errorOf({ further: '{' })).toMatch(/^Further settings/);
    expect(errorOf({ libraries: [{ name: 'L', address: '0x1' }] })).toMatch(/^The address of the library L/);
    expect(errorOf({ libraries: [{ name: 'L', address: `0x${'1'.repeat(40)}` }] })).toMatch(/^No file declares/);
  });
});
