import { expect, test } from 'vitest';
import { importedFiles, staticFiles } from '../../tools/budget';

test('a page loads what its starts import statically, shared chunks once, lazy ones and styles not', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js'], dynamicImports: ['home', 'late'] },
    home: { file: 'assets/home.js', imports: ['_react.js', '_table.js'] },
    late: { file: 'assets/late.js' },
    '_react.js': { file: 'assets/react.js' },
    '_table.js': { file: 'assets/table.js', imports: ['home'] },
    'style.css': { file: 'assets/style.css' },
  };
  expect(staticFiles(manifest, ['index.html', 'home', 'style.css'])).toEqual([
    'assets/index.js',
    'assets/react.js',
    'assets/home.js',
    'assets/table.js',
  ]);
});

test("a worker's static imports are read from its code, dynamic ones not", () => {
  const code: Record<string, string> = {
    'assets/trace.worker.js': 'import{a as b}from"./rows.js";import"./side.js";const l=()=>import("./lazy.js");',
    'assets/rows.js': "export{x}from'./words.js';",
    'assets/side.js': '',
    'assets/words.js': '',
  };
  expect(importedFiles((file) => code[file] ?? 'missing', 'assets/trace.worker.js')).toEqual([
    'assets/trace.worker.js',
    'assets/rows.js',
    'assets/words.js',
    'assets/side.js',
  ]);
});
