/**
 * Cuts fonts down to what nearly every page needs of them. A face of the style sheet asks for that by its address,
 * `@cut-fonts/PACKAGE/FILE.woff2`, and says itself what is left: its `unicode-range` and its `font-weight`. Other letters
 * have a face with the whole file, which a browser fetches when a page has one of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** What browsers apply without being told. */
const BASIC = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig'];
/**
 * With what `src/app/styles` turns on and does not turn off, by package. FreeType hints a sign by the features that reach
 * it, so the minus needs those of figures (`pnum`) to stay where it is.
 */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  inter: [...BASIC, 'calt', 'cv11', 'pnum', 'tnum'],
  'jetbrains-mono': [...BASIC, 'tnum'],
};

const root = resolve(import.meta.dirname, '..');
const FOLDER = join(root, '.cache/cut-fonts');
const ADDRESS = /^@cut-fonts\/([\w-]+)\/([\w-]+\.woff2)$/;

/** A face that is cut: the package and name of its file, code points, least and greatest weight. */
export type CutFace = { from: string; file: string; letters: readonly [number, number][]; weights: [number, number] };

/** Returns a plugin that cuts the faces of the style sheet, by the path from the root, and finds their files. */
export function cutFonts(sheet: string): Plugin {
  return {
    name: 'cut-fonts',
    async config() {
      const faces = cutFaces(readFileSync(join(root, sheet), 'utf8'));
      const alias = await Promise.all(
        faces.map(async (face) => ({ find: `@cut-fonts/${face.from}/${face.file}`, replacement: await cut(face) })),
      );
      // In the style sheet itself a font would break the policy of the page, which takes them from its server alone.
      const assetsInlineLimit = (path: string) => (path.endsWith('.woff2') ? false : undefined);
      return { resolve: { alias }, build: { assetsInlineLimit } };
    },
  };
}

/** Reads the faces of a style sheet that are cut. Throws for one without a range of letters or weights. */
export function cutFaces(css: string): CutFace[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, face = '']) => {
    const [, from, file] = ADDRESS.exec(/url\("([^"]*)"\)/.exec(face)?.[1] ?? '') ?? [];
    if (from === undefined || file === undefined) return [];
    const ranges = /unicode-range:([^;]*)/.exec(face)?.[1]?.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi) ?? [];
    const letters = [...ranges].map(([, first = '', last = first]): [number, number] => [
      Number.parseInt(first, 16),
      Number.parseInt(last, 16),
    ]);
    const [, least, greatest] = /font-weight:\s*(\d+)\s+(\d+)/.exec(face) ?? [];
    if (letters.length === 0 || greatest === undefined) throw new Error(`${file} is cut to no letters or no weights.`);
    return [{ from, file, letters, weights: [Number(least), Number(greatest)] }];
  });
}

/** Returns the path of the file with what is left. It is cut once: its name states of what and how. */
async function cut({ from, file, letters, weights: [min, max] }: CutFace): Promise<string> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/${from}/files/${file}`));
  const keepFeatures = [...(FEATURES[from] ?? BASIC)];
  const how = JSON.stringify([letters, min, max, keepFeatures]);
  const digest = createHash('sha256').update(whole).update(how).digest('hex').slice(0, 16);
  const path = join(FOLDER, digest, `cut-${basename(file)}`);
  if (existsSync(path)) return path;
  const text = letters.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  );
  // A value of its own, because the types of the package lack `keepFeatures`.
  const options = { targetFormat: 'woff2' as const, keepFeatures, variationAxes: { wght: { min, max } } };
  const left = await subsetFont(whole, text.join(''), options);
  mkdirSync(join(FOLDER, digest), { recursive: true });
  writeFileSync(path, left);
  return path;
}
