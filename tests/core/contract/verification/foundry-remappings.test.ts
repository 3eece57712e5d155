/** Remappings that a Foundry project states, and those that it has by the folders of its dependencies. */
import { describe, expect, test } from 'vitest';
import { projectRemappings } from '../../../../src/core/contract/verification/foundry-remappings';
import { readSourceFiles } from '../../../../src/core/contract/verification/read-upload';

const lines = (sources: readonly string[], settings: Readonly<Record<string, string>>) =>
  projectRemappings(sources, settings).split('\n');

const TOML = `
[fmt]
remappings = ["wrong/=fmt/"]
[profile.default] # what all profiles build on
src = "src"
remappings = [
  "@oz/=lib/oz/contracts/", # [not the end]
  'b/=lib/b/',
]
[profile.ci]
remappings = ["wrong/=ci/"]
`;

describe('stated by the project', () => {
  test('in remappings.txt, then in the default profile of foundry.toml; one for a prefix', () => {
    expect(lines([], { 'foundry.toml': TOML, 'remappings.txt': '# own\nb/=elsewhere/\nc/=lib/c/\n' })).toEqual([
      'b/=elsewhere/',
      'c/=lib/c/',
      '@oz/=lib/oz/contracts/',
    ]);
  });

  test('a file without a default profile, or that is no TOML and that forge refuses, states nothing', () => {
    expect(projectRemappings([], { 'foundry.toml': 'remappings = ["a/=b/"]' })).toBe('');
    expect(projectRemappings([], { 'foundry.toml': '[profile.default]\nremappings = ["a/=b/", "c/' })).toBe('');
  });

  test('a file that the project extends states them before its own', () => {
    const own = '[profile.default]\nextends = "base.toml"\nremappings = ["c/=d/"]';
    const base = '[profile.default]\nremappings = ["a/=b/"]';
    expect(projectRemappings([], { 'foundry.toml': own, 'base.toml': base })).toBe('a/=b/\nc/=d/');
  });
});

describe('by the folders of dependencies', () => {
  const sources = [
    'src/Vault.sol',
    'lib/solmate/src/tokens/ERC20.sol',
    'lib/solmate/lib/ds-test/src/test.sol',
    'lib/forge-std/src/Test.sol',
    'lib/forge-std/test/Vm.t.sol',
    'lib/forge-std/lib/ds-test/demo/demo.sol',
    'lib/forge-std/lib/ds-test/src/test.sol',
    'lib/oz/contracts/token/ERC20.sol',
    'lib/oz/contracts/access/Ownable.sol',
    'lib/oz/test/Bad.sol',
    'lib/mixed/contracts/A.sol',
    'lib/mixed/certora/B.sol',
    'lib/nothing/test/A.sol',
  ];

  test('each has one, to its src, or contracts, or all of it; what it brings along has one too, the nearest first', () => {
    expect(lines(sources, { 'foundry.toml': '[profile.default]' })).toEqual([
      'ds-test/=lib/solmate/lib/ds-test/src/',
      'forge-std/=lib/forge-std/src/',
      'mixed/=lib/mixed/',
      'oz/=lib/oz/contracts/',
      'solmate/=lib/solmate/src/',
    ]);
    expect(lines([...sources, 'lib/ds-test/src/test.sol'], { 'foundry.toml': '[profile.default]' })).toContain(
      'ds-test/=lib/ds-test/src/',
    );
  });

  test('what a dependency of Foundry states is read from its folder', () => {
    const remappings = '@oz/contracts/=./contracts/\nerc4626/=lib/../erc4626/\nsrc/=src/\na:b/=c/';
    const ofOz = (settings: Readonly<Record<string, string>>) =>
      lines(['lib/oz/contracts/A.sol'], { 'foundry.toml': '', 'lib/oz/remappings.txt': remappings, ...settings });
    expect(ofOz({ 'lib/oz/foundry.toml': '' })).toEqual([
      '@oz/contracts/=lib/oz/contracts/',
      'erc4626/=lib/oz/erc4626/',
      'lib/oz/a:b/=lib/oz/c/',
      'oz/=lib/oz/contracts/',
    ]);
    expect(ofOz({})).toEqual(['oz/=lib/oz/contracts/']);
  });

  test('nothing is added below a prefix of the project', () => {
    const settings = { 'foundry.toml': '[profile.default]\nremappings = ["solmate=lib/own/", "oz/=lib/oz/"]' };
    expect(lines(sources, settings).filter((line) => /^(solmate|oz)/.test(line))).toEqual([
      'solmate=lib/own/',
      'oz/=lib/oz/',
    ]);
  });

  test('other folders than lib count where foundry.toml says so, and none where it switches them off', () => {
    const of = (toml: string) => projectRemappings(['deps/a/src/A.sol', 'lib/b/B.sol'], { 'foundry.toml': toml });
    expect(of("[profile.default]\nlibs = ['deps']")).toBe('a/=deps/a/src/');
    expect(of('[profile.default]\nauto_detect_remappings = false')).toBe('');
  });

  test('a project that is none of Foundry has what it states alone', () => {
    expect(projectRemappings(sources, {})).toBe('');
    expect(projectRemappings(sources, { 'remappings.txt': 'a/=b/' })).toBe('a/=b/');
  });
});

test('a folder that is handed in brings the remappings of its project', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const read = readSourceFiles([
    { path: 'vaults/foundry.toml', bytes: bytes('[profile.default]\nremappings = ["@a/=lib/a/src/"]') },
    { path: 'vaults/src/Vault.sol', bytes: bytes('contract Vault {}') },
    { path: 'vaults/lib/b/src/B.sol', bytes: bytes('contract B {}') },
  ]);
  expect(Object.keys(read.sources)).toEqual(['src/Vault.sol', 'lib/b/src/B.sol']);
  expect(read.remappings).toBe('@a/=lib/a/src/\nb/=lib/b/src/');
});
