/** The project that the app comes with is one that it can open, and one that is only looked at. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseProjectFile } from '../../src/core/projects/project-file';

test('the demo project opens, is a demo, names all its accounts, and brings no endpoints', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../public/demo-project.json'), 'utf8');
  const parsed = parseProjectFile(text);
  if (!parsed.ok) throw new Error(parsed.error);
  const { project, accounts, labels, networks, endpoints } = parsed.value;
  expect(project.visibility).toBe('DEMO');
  expect(accounts.length).toBeGreaterThan(5);
  expect(labels.map(({ address }) => address)).toEqual(accounts.map(({ address }) => address));
  expect(accounts.every(({ networkId }) => networks.some(({ id }) => id === networkId))).toBe(true);
  expect(endpoints).toEqual([]);
});
