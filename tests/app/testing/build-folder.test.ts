import { expect, test } from 'vitest';
import { buildOf } from '../../../src/app/views/testing/build-folder';

const picked = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['{}'], path) }));
const pathsOf = (...paths: string[]) => buildOf(picked(...paths))?.files.map(({ path }) => path);

test('of a project the configuration and the build are taken, whatever else its folder has', () => {
  expect(
    pathsOf(
      'vault/foundry.toml',
      'vault/README.md',
      'vault/src/Vault.sol',
      'vault/package.json',
      'vault/lib/forge-std/foundry.toml',
      'vault/out/Vault.t.sol/VaultTest.json',
      'vault/out/build-info/ab.json',
    ),
  ).toEqual(['foundry.toml', 'out/Vault.t.sol/VaultTest.json', 'out/build-info/ab.json']);
  expect(buildOf(picked('vault/out/Vault.t.sol/VaultTest.json'))?.name).toBe('vault');
});

test('the folder of the build alone will do, and a project of Hardhat', () => {
  expect(pathsOf('out/Vault.t.sol/VaultTest.json')).toEqual(['out/Vault.t.sol/VaultTest.json']);
  expect(pathsOf('app/hardhat.config.ts', 'app/artifacts/contracts/Vault.t.sol/VaultTest.json')).toEqual([
    'artifacts/contracts/Vault.t.sol/VaultTest.json',
  ]);
});

test('files that were chosen without their folders are those of a build', () => {
  expect(pathsOf('ab.json', 'foundry.toml', 'README.md')).toEqual(['out/ab.json', 'foundry.toml']);
});

test('a folder without a build is none', () => {
  expect(buildOf(picked('vault/foundry.toml', 'vault/src/Vault.sol', 'vault/package.json'))).toBeUndefined();
});
