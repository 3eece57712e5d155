import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { importsAtOnce } from '../../tools/imports-at-once';

/** A part `late` over `middle` over `deep`, each a file of its own since `other` needs them, too; each notes that it ran. */
const FILES: Record<string, string> = {
  'entry.js': 'globalThis.later = [() => import("./late.js"), () => import("./other.js"), () => import("./third.js")];',
  'late.js': 'import { middle } from "./middle.js"; globalThis.ran.push("late"); export default middle;',
  'other.js': 'import { deep } from "./deep.js"; import { middle } from "./middle.js"; export default [deep, middle];',
  'third.js': 'import { deep } from "./deep.js"; export default deep;',
  'middle.js': 'import { deep } from "./deep.js"; globalThis.ran.push("middle"); export const middle = [deep];',
  'deep.js': 'globalThis.ran.push("deep"); export const deep = 1;',
};

async function bundled(plugins: ReturnType<typeof importsAtOnce>[]) {
  const folder = mkdtempSync(join(tmpdir(), 'imports-at-once-'));
  for (const [name, code] of Object.entries(FILES)) writeFileSync(join(folder, name), code);
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: {
      write: true,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        output: {
          chunkFileNames: '[name].js',
          codeSplitting: {
            groups: [
              { name: (id) => /(middle|deep)\.js$/.exec(id)?.[1] ?? null, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const late = output.find((part) => part.type === 'chunk' && part.fileName.includes('late'));
  return { folder: join(folder, 'dist'), late: late as Rolldown.OutputChunk };
}

const importedBy = (code: string) => [...code.matchAll(/(?:from|import)\s*"\.\/(\w+)\.js"/g)].map(([, name]) => name);

test('a part names what its imports import, and files run in the order in which they did', async () => {
  const [without, within] = [await bundled([]), await bundled([importsAtOnce()])];
  expect(importedBy(without.late.code)).not.toContain('deep');
  expect(importedBy(within.late.code)).toContain('deep');
  const orders: string[][] = [];
  for (const { folder, late } of [without, within]) {
    const ran: string[] = [];
    Object.assign(globalThis, { ran });
    await import(/* @vite-ignore */ join(folder, late.fileName));
    orders.push(ran);
  }
  expect(orders[0]).toEqual(['deep', 'middle', 'late']);
  expect(orders[1]).toEqual(orders[0]);
});
