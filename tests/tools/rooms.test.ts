/** The rooms of core: the compiler refuses imports up the floors, and nothing outside reaches past the face of a room. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const core = join(root, 'src/core');
const rooms = readdirSync(core, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

type Arrow = { from: string; to: string };

/** The arrows that the compiler refuses of those from one room: a program with the room's options and references has them all. */
async function refusedBy(from: string, modules: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-room-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [index, module] of modules.entries()) {
    writeFileSync(join(folder, `${index}.ts`), `export type Imported = typeof import('${join(core, module)}');\n`);
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(core, from, 'tsconfig.json'),
      compilerOptions: { rootDir: '/', outDir: join(folder, 'out'), tsBuildInfoFile: join(folder, 'info') },
      include: [folder],
      references: referencesOf(from).map((path) => ({ path })),
    }),
  );
  const output = await compile(folder);
  const refused = modules.filter((_, index) => new RegExp(`^\\S*\\b${index}\\.ts\\(.*TS6307`, 'm').test(output));
  const others = output.split('\n').filter((line) => line.includes('error') && !line.includes('TS6307'));
  expect(others).toEqual([]);
  return refused;
}

/** The folders of the rooms that the program of `room` names. */
function referencesOf(room: string): string[] {
  const { references } = JSON.parse(readFileSync(join(core, room, 'tsconfig.json'), 'utf8')) as {
    references: readonly { path: string }[];
  };
  return references.map(({ path }) => resolve(core, room, path));
}

/** What `tsc -b` says of the program in `folder`. */
function compile(folder: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((done) => {
    execFile(process.execPath, [tsc, '-b', folder, '--pretty', 'false'], { cwd: folder }, (_, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

describe('the compiler', () => {
  test.each([
    ['evm', { down: ['values/result', 'chain/hex'], up: ['trace/rows', 'replay/replay', 'abi/decode'] }],
    ['trace', { down: ['json/bytes', 'tokens/token-id'], up: ['evm/run', 'source/source-tree', 'replay/replay'] }],
    ['abi', { down: ['text/utf8', 'format/plural'], up: ['contract/knowledge', 'tokens/token-id'] }],
  ])('lets %s import what is below it and nothing else', async (from, { down, up }) => {
    expect(await refusedBy(from, [...down, ...up])).toEqual(up);
  });

  test('is told of every room', () => {
    const solution = readFileSync(join(core, 'tsconfig.json'), 'utf8');
    const listed = [...solution.matchAll(/"path": "(\w+)"/g)].map(([, room]) => room);
    expect(listed.toSorted()).toEqual(rooms.toSorted());
  });
});

test('docs/architecture.md tells what each room stands on', () => {
  const floors = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    .split('## Floors in core')[1]
    ?.split('```\n')[1];
  const told = (floors ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ +/))
    .map(([room, ...below]) => [room, below]);
  const stated = rooms.map((room) => [room, referencesOf(room).map((path) => relative(core, path))]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(stated));
});

describe('the face of', () => {
  test.each(['evm', 'trace'])('%s is what its readme lists', (room) => {
    const readme = readFileSync(join(core, room, 'README.md'), 'utf8');
    const face = [...(readme.split('## Face')[1] ?? '').matchAll(/^\| `([\w/-]+)\.ts`/gm)].map(([, file]) => file);
    const arrows = sources(join(root, 'src')).flatMap(importsOf);
    const prefix = `src/core/${room}/`;
    const imported = arrows.filter(({ from, to }) => to.startsWith(prefix) && !from.startsWith(prefix));
    const past = imported.filter(({ to }) => !face.includes(to.slice(prefix.length)));
    expect(past).toEqual([]);
    const unused = face.filter((file) => !imported.some(({ to }) => to === prefix + file));
    expect(unused).toEqual([]);
  });
});

/** All TypeScript below `folder`. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/** What a file imports by a relative path, statically or not: paths from the root, without extension. */
function importsOf(file: string): Arrow[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g)].map(([, path]) => ({
    from: relative(root, file),
    to: relative(root, join(dirname(file), path ?? '')),
  }));
}
