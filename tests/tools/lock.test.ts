import { expect, test } from 'vitest';
import { completed, type Lock, lockProblems, missingPlatforms, platformOf } from '../../tools/lock';

const PACKAGE = { dependencies: { a: '1.0.0' }, devDependencies: { tool: '2.0.0' } };

/** A lock file of two packages; the tool has a program for three platforms, of which one is named. */
function lockOf(changes: Lock['packages'] = {}): Lock {
  const integrity = 'sha512-x';
  return {
    packages: {
      '': { ...PACKAGE },
      'node_modules/a': { version: '1.0.0', integrity },
      'node_modules/tool': {
        version: '2.0.0',
        integrity,
        dev: true,
        optionalDependencies: {
          '@tool/darwin-arm64': '2.0.0',
          '@tool/linux-x64-musl': '2.0.0',
          '@tool/win32-x64': '2.0.0',
        },
      },
      'node_modules/tool/node_modules/@tool/win32-x64': { version: '2.0.0', integrity, optional: true },
      ...changes,
    },
  };
}

test('a platform that no entry names is a problem, wherever its entry may stand', () => {
  expect(missingPlatforms(lockOf()).map(({ name }) => name)).toEqual(['@tool/darwin-arm64', '@tool/linux-x64-musl']);
  expect(lockProblems(lockOf(), PACKAGE)[0]).toMatch(/^@tool\/darwin-arm64 is missing/);
});

test('the completed lock file has no problem, and says for which platform an entry is', () => {
  const lock = completed(lockOf());
  expect(lockProblems(lock, PACKAGE)).toEqual([]);
  expect(lock.packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '2.0.0',
    dev: true,
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  });
  expect(Object.keys(lock.packages)).toEqual(Object.keys(lock.packages).toSorted());
});

test('a package.json that was changed alone is a problem, named with both versions', () => {
  const lock = completed(lockOf());
  expect(lockProblems(lock, { ...PACKAGE, dependencies: { a: '1.1.0' } })).toEqual([
    'package.json has a 1.1.0, package-lock.json has 1.0.0. Run `npm run lock` and commit package-lock.json.',
  ]);
  expect(lockProblems(lock, { devDependencies: PACKAGE.devDependencies })).toHaveLength(1);
  expect(lockProblems(lock, { ...PACKAGE, dependencies: { a: '1.0.0', b: '3.0.0' } })).toHaveLength(1);
});

test('an address of another registry and a missing checksum are problems', () => {
  const at = (entry: Lock['packages'][string]) => lockProblems(completed(lockOf({ 'node_modules/a': entry })), PACKAGE);
  expect(
    at({ version: '1.0.0', integrity: 'sha512-x', resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }),
  ).toEqual([]);
  expect(at({ version: '1.0.0', integrity: 'sha512-x', resolved: 'https://mirror.example/a-1.0.0.tgz' })).toHaveLength(
    1,
  );
  expect(at({ version: '1.0.0' })).toHaveLength(1);
});

test.each([
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@foundry-rs/anvil-win32-amd64', { os: ['win32'], cpu: ['x64'] }],
  ['@rollup/rollup-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@rollup/rollup-win32-x64-gnu', { os: ['win32'], cpu: ['x64'] }],
  ['@oxc-parser/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('the platform of %s follows from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});
