/** Missing imports from npm packages and IPFS: what is asked, what is followed, and what is refused. */
import { expect, test } from 'vitest';
import { contentIdOf, packageFileOf } from '../../../../src/core/contract/verification/package-file';
import { sourceHash } from '../../../../src/core/contract/verification/read-upload';
import { type AskSource, fetchImports } from '../../../../src/workers/contracts/verification/fetch-imports';
import type { ImportRequest } from '../../../../src/workers/contracts/verification.api';

const ERC20 = '@openzeppelin/contracts/token/ERC20/ERC20.sol';
const none: ImportRequest = { missing: [], known: [], versions: {}, remappings: '' };

/** Answers from texts by `name@version/path` or content id, and notes what was asked. */
function hostOf(texts: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const ask: AskSource = async (question) => {
    const key = question.at === 'ipfs' ? question.contentId : `${question.name}@${question.version}/${question.path}`;
    asked.push(key);
    return texts[key];
  };
  return { ask, asked };
}

test.each([
  [ERC20, { name: '@openzeppelin/contracts', version: undefined, path: 'token/ERC20/ERC20.sol' }],
  ['solmate/src/tokens/ERC20.sol', { name: 'solmate', version: undefined, path: 'src/tokens/ERC20.sol' }],
  ['npm/@oz/contracts@5.0.2/a.sol', { name: '@oz/contracts', version: '5.0.2', path: 'a.sol' }],
  ['node_modules/hardhat/console.sol', { name: 'hardhat', version: undefined, path: 'console.sol' }],
])('%s is a file of a package', (name, file) => {
  expect(packageFileOf(name)).toEqual(file);
});

test.each([
  'ERC20.sol',
  'src/A.sol',
  'contracts/token/A.sol',
  './a/A.sol',
  '../a/A.sol',
  'solmate/../../etc/passwd',
  'https://host/A.sol',
  '@oz/contracts',
  'solmate/a?b.sol',
])('%s is none', (name) => {
  expect(packageFileOf(name)).toBeUndefined();
});

test('a source comes at the version that was given, with what it imports in turn', async () => {
  const { ask, asked } = hostOf({
    '@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol':
      'import "./IERC20.sol"; import {C} from "../../utils/C.sol";',
    '@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol': 'interface IERC20 {}',
    '@openzeppelin/contracts@5.4.0/utils/C.sol': 'import "../token/ERC20/IERC20.sol"; import "solmate/src/X.sol";',
    'solmate@latest/src/X.sol': 'contract X {}',
  });
  const versions = { '@openzeppelin/contracts': '5.4.0' };
  const { found, problems } = await fetchImports(
    { ...none, missing: [{ name: ERC20, specifier: ERC20 }], versions },
    ask,
  );
  expect(problems).toEqual([]);
  expect(Object.keys(found).sort()).toEqual([
    ERC20,
    '@openzeppelin/contracts/token/ERC20/IERC20.sol',
    '@openzeppelin/contracts/utils/C.sol',
    'solmate/src/X.sol',
  ]);
  expect(new Set(asked).size).toBe(asked.length);
});

test('imports in a circle end, and what is there already is not asked for', async () => {
  const { ask, asked } = hostOf({
    'p@1/A.sol': 'import "./B.sol"; import "./C.sol";',
    'p@1/B.sol': 'import "./A.sol";',
  });
  const request = {
    ...none,
    missing: [{ name: 'p/A.sol', specifier: 'p/A.sol' }],
    known: ['p/C.sol'],
    versions: { p: '1' },
  };
  expect(Object.keys((await fetchImports(request, ask)).found)).toEqual(['p/A.sol', 'p/B.sol']);
  expect(asked).toEqual(['p@1/A.sol', 'p@1/B.sol']);
});

test('a remapped name is asked for as it was imported', async () => {
  const { ask, asked } = hostOf({ 'p@latest/A.sol': 'contract A {}' });
  const { found } = await fetchImports({ ...none, missing: [{ name: 'lib/p/A.sol', specifier: 'p/A.sol' }] }, ask);
  expect([asked, found]).toEqual([['p@latest/A.sol'], { 'lib/p/A.sol': 'contract A {}' }]);
});

test('metadata names a source by its hash, on IPFS, and another text is refused', async () => {
  const id = `Qm${'a'.repeat(44)}`;
  const text = 'contract A {}';
  const missing = { name: 'A.sol', specifier: 'A.sol', hash: sourceHash(text), contentId: id };
  expect((await fetchImports({ ...none, missing: [missing] }, hostOf({ [id]: text }).ask)).found).toEqual({
    'A.sol': text,
  });
  const forged = await fetchImports({ ...none, missing: [missing] }, hostOf({ [id]: `${text} ` }).ask);
  expect(forged).toEqual({ found: {}, problems: [{ name: 'A.sol', reason: 'it has another hash than is stated' }] });
  expect(contentIdOf(['bzz-raw://00', `dweb:/ipfs/${id}`])).toBe(id);
  expect(contentIdOf([`dweb:/ipfs/${id}/../x`, 7])).toBeUndefined();
});

test('what cannot be had is told with its reason, and the rest is kept', async () => {
  const ask: AskSource = async (question) => {
    if (question.at === 'npm' && question.path === 'B.sol') throw new Error('cdn.test does not answer');
    return question.at === 'npm' && question.path === 'A.sol' ? 'contract A {}' : undefined;
  };
  const names = ['p/A.sol', 'p/B.sol', 'p/C.sol', 'q/D.sol', 'Alone.sol'];
  const missing = names.map((name) => ({ name, specifier: name }));
  const { found, problems } = await fetchImports({ ...none, missing, versions: { q: '../../x' } }, ask);
  expect(found).toEqual({ 'p/A.sol': 'contract A {}' });
  expect(problems).toEqual([
    { name: 'p/B.sol', reason: 'cdn.test does not answer' },
    { name: 'p/C.sol', reason: 'p latest has no such file' },
    { name: 'q/D.sol', reason: '../../x is no version of a package' },
  ]);
});
