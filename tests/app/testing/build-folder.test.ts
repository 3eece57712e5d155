import { expect, test } from 'vitest';
import { buildOf, readBuildFolder } from '../../../src/app/views/testing/build-folder';

const picked = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['{}'], path) }));
const pathsOf = async (...paths: string[]) => (await buildOf(picked(...paths)))?.files.map(({ path }) => path);

test('of a project the configuration and the build are taken, whatever else its folder has', async () => {
  expect(
    await pathsOf(
      'vault/foundry.toml',
      'vault/README.md',
      'vault/src/Vault.sol',
      'vault/package.json',
      'vault/lib/forge-std/foundry.toml',
      'vault/out/Vault.t.sol/VaultTest.json',
      'vault/out/build-info/ab.json',
    ),
  ).toEqual(['foundry.toml', 'out/Vault.t.sol/VaultTest.json', 'out/build-info/ab.json']);
  expect((await buildOf(picked('vault/out/Vault.t.sol/VaultTest.json')))?.name).toBe('vault');
});

test('the folder of the build alone will do, and a project of Hardhat', async () => {
  expect(await pathsOf('out/Vault.t.sol/VaultTest.json')).toEqual(['out/Vault.t.sol/VaultTest.json']);
  expect(await pathsOf('app/hardhat.config.ts', 'app/artifacts/contracts/Vault.t.sol/VaultTest.json')).toEqual([
    'artifacts/contracts/Vault.t.sol/VaultTest.json',
  ]);
});

test('files that were chosen without their folders are those of a build', async () => {
  expect(await pathsOf('ab.json', 'foundry.toml', 'README.md')).toEqual(['out/ab.json', 'foundry.toml']);
});

test('of the cache of forge the list of what is current is read', async () => {
  const files = { 'cache/solidity-files-cache.json': '{}', 'cache/fuzz/failures.json': '{}', 'out/Vault.json': '{}' };
  const kept = ['cache/solidity-files-cache.json', 'out/Vault.json'];
  expect(await pathsOf('vault/foundry.toml', ...Object.keys(files).map((path) => `vault/${path}`))).toEqual([
    'foundry.toml',
    ...kept,
  ]);
  expect((await readBuildFolder(folderOf('vault', files))).files.map(({ path }) => path)).toEqual(kept);
});

test('a folder without a build is none', async () => {
  expect(await buildOf(picked('vault/foundry.toml', 'vault/src/Vault.sol', 'vault/package.json'))).toBeUndefined();
});

test('the build lies where the configuration says, and what that extends is taken', async () => {
  const configuration = '[profile.default]\nout = "./build/forge"\nextends = "base.toml"';
  const files = ['base.toml', 'other.toml', 'out/Old.json', 'build/Other.json', 'build/forge/Vault.json'];
  const own = { path: 'vault/foundry.toml', file: new File([configuration], 'foundry.toml') };
  const build = await buildOf([own, ...picked(...files.map((path) => `vault/${path}`))]);
  expect(build?.files.map(({ path }) => path)).toEqual(['foundry.toml', 'base.toml', 'build/forge/Vault.json']);
  const root = folderOf('vault', {
    'foundry.toml': configuration,
    ...Object.fromEntries(files.map((path) => [path, '{}'])),
  });
  const read = await readBuildFolder(root);
  expect(read.files.map(({ path }) => path)).toEqual(['foundry.toml', 'base.toml', 'build/forge/Vault.json']);
});

/** A folder as the browser hands it in. */
function folderOf(name: string, files: Record<string, string>): FileSystemDirectoryHandle {
  const inner = new Map<string, Record<string, string>>();
  for (const [path, text] of Object.entries(files).filter(([path]) => path.includes('/'))) {
    const at = path.indexOf('/');
    inner.set(path.slice(0, at), { ...inner.get(path.slice(0, at)), [path.slice(at + 1)]: text });
  }
  const own = Object.entries(files)
    .filter(([path]) => !path.includes('/'))
    .map(([path, text]) => ({ kind: 'file', name: path, getFile: async () => new File([text], path) }));
  const entries = [...own, ...[...inner].map(([below, its]) => folderOf(below, its))];
  return { kind: 'directory', name, values: () => entries } as unknown as FileSystemDirectoryHandle;
}
