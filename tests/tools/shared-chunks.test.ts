import { describe, expect, test } from 'vitest';
import { sharedChunks } from '../../tools/shared-chunks';

type Modules = Record<string, { size?: number; imports?: string[]; later?: string[]; isEntry?: boolean }>;

/** The file of each module of a bundle. */
function filesOf(modules: Modules, options: Parameters<typeof sharedChunks>[0]): Record<string, string | null> {
  const importersOf = (id: string, kind: 'imports' | 'later') =>
    Object.keys(modules).filter((other) => modules[other]?.[kind]?.includes(id));
  const graph = {
    getModuleInfo: (id: string) => {
      const module = modules[id];
      if (module === undefined) return null;
      return {
        code: 'x'.repeat(module.size ?? 10),
        isEntry: module.isEntry ?? false,
        importers: importersOf(id, 'imports'),
        dynamicImporters: importersOf(id, 'later'),
        importedIds: module.imports ?? [],
        dynamicallyImportedIds: module.later ?? [],
      };
    },
  };
  const nameOf = sharedChunks(options);
  return Object.fromEntries(Object.keys(modules).map((id) => [id, nameOf(id, graph)]));
}

/** Three pages: all need `base`, two `middle`, which needs `base`; each has a part of its own. */
const PAGES: Modules = {
  main: { isEntry: true, later: ['one', 'two', 'three'] },
  one: { imports: ['middle', 'alone'] },
  two: { imports: ['middle', 'base'] },
  three: { imports: ['base'] },
  alone: {},
  middle: { imports: ['base', 'detail'] },
  detail: {},
  base: {},
};

describe('files that are not merged', () => {
  test('modules that the same entries need are in one, and what one entry needs is in none', () => {
    const files = filesOf(PAGES, { request: 0, before: [] });
    expect(files).toMatchObject({ main: null, one: null, two: null, three: null, alone: null });
    expect(files.middle).toBe(files.detail);
    expect(files.middle).not.toBe(files.base);
  });
});

describe('small files', () => {
  test('are merged', () => {
    const files = filesOf(PAGES, { request: 1_000, before: [] });
    expect(new Set([files.middle, files.detail, files.base]).size).toBe(1);
  });

  test('are merged with the one of which least is loaded for nothing', () => {
    const files = filesOf(
      {
        main: { isEntry: true, later: ['one', 'two', 'three', 'four'] },
        one: { imports: ['small', 'near', 'far'] },
        two: { imports: ['small', 'near', 'far'] },
        three: { imports: ['near', 'far'] },
        four: { imports: ['far'] },
        small: { size: 10 },
        near: { size: 2_000 },
        far: { size: 2_000 },
      },
      { request: 100, before: [] },
    );
    expect(files.small).toBe(files.near);
    expect(files.far).not.toBe(files.near);
  });

  test('are not merged with what brings more along than a request is worth', () => {
    const files = filesOf(
      {
        main: { isEntry: true, later: ['one', 'two', 'three'] },
        one: { imports: ['small', 'other'] },
        two: { imports: ['small'] },
        three: { imports: ['other'] },
        small: { size: 10 },
        other: { size: 10, imports: ['large'] },
        large: { size: 5_000 },
      },
      { request: 100, before: [] },
    );
    // `two` would load `large` for nothing, although the merged file itself is small.
    expect(files.small).not.toBe(files.other);
  });

  test('never make files that import each other', () => {
    let merged = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const modules = randomBundle(seed);
      const files = filesOf(modules, { request: 400, before: [] });
      merged += new Set(Object.values(filesOf(modules, { request: 0, before: [] }))).size;
      merged -= new Set(Object.values(files)).size;
      // A module without a name is in the file of the one entry that needs it, which nobody imports.
      const importsOf = (file: string) =>
        Object.entries(modules).flatMap(([id, { imports = [] }]) =>
          files[id] === file ? imports.map((imported) => files[imported] ?? '').filter((name) => name !== file) : [],
        );
      for (const start of new Set(Object.values(files))) {
        const seen = new Set<string>();
        const left = start === null ? [] : importsOf(start);
        for (let file = left.pop(); file !== undefined; file = left.pop()) {
          if (seen.has(file)) continue;
          seen.add(file);
          left.push(...importsOf(file));
        }
        expect(seen.has(start ?? ''), `bundle ${seed}`).toBe(false);
      }
    }
    expect(merged).toBeGreaterThan(500);
  });
});

/** Pages over modules of which each imports later ones. */
function randomBundle(seed: number): Modules {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const pages = Array.from({ length: 6 }, (_, at) => `page ${at}`);
  const parts = Array.from({ length: 30 }, (_, at) => `part ${at}`);
  const some = (from: readonly string[], count: number) =>
    from.length === 0 ? [] : [...new Set(Array.from({ length: count }, () => from[random(from.length)] ?? ''))];
  return {
    main: { isEntry: true, later: pages },
    ...Object.fromEntries(pages.map((page) => [page, { imports: some(parts, 3) }])),
    ...Object.fromEntries(
      parts.map((part, at) => [part, { size: 1 + random(600), imports: some(parts.slice(at + 1), random(3)) }]),
    ),
  };
}

test('what another group takes, with all it imports, is not worth a merge', () => {
  const files = filesOf(
    {
      main: { isEntry: true, later: ['one', 'two'] },
      one: { imports: ['kit', 'own'] },
      two: { imports: ['kit', 'own'] },
      kit: { imports: ['drawing'] },
      drawing: { size: 5_000 },
      own: { size: 10 },
    },
    { request: 100, before: [{ test: /^kit$/ }] },
  );
  // All three are needed by the same entries; the bundler gives the name to those that no other group took.
  expect(files.own).not.toBeNull();
  expect(files.one).toBeNull();
});

test('each bundle has files of its own', () => {
  const nameOf = sharedChunks({ request: 0, before: [] });
  const graphOf = (shared: boolean) => ({
    getModuleInfo: (id: string) => {
      const info = {
        code: id,
        importers: [] as string[],
        importedIds: [] as string[],
        dynamicallyImportedIds: [] as string[],
      };
      if (id === 'main')
        return {
          ...info,
          isEntry: true,
          dynamicImporters: [],
          importedIds: ['part'],
          dynamicallyImportedIds: shared ? ['part'] : [],
        };
      return id === 'part'
        ? { ...info, isEntry: false, importers: ['main'], dynamicImporters: shared ? ['main'] : [] }
        : null;
    },
  });
  expect(nameOf('part', graphOf(false))).toBeNull();
  expect(nameOf('part', graphOf(true))).toBe('shared-0');
});
