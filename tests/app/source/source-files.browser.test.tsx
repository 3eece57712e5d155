/** Source files: their list, the one that is open, and the search in all of them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { SourceFiles } from '../../../src/app/views/source/SourceFiles';
import type { SourceMatch } from '../../../src/workers/contracts/contracts.api';
import { mount } from '../ui/mount';

const TEXTS: Record<string, string> = {
  'src/Vault.sol': 'contract Vault {\n  uint256 total;\n}\n',
  'lib/math/Math.sol': 'library Math {}\n',
};

let opened: [string, number | undefined][];
let searched: string[];
let page: ReturnType<typeof mount> | undefined;
beforeEach(async () => {
  // The list of files is a dropdown on narrow screens.
  await browser.viewport(1200, 800);
  opened = [];
  searched = [];
});
afterEach(() => page?.unmount());

function view(file: string, line?: number) {
  const search = async (text: string): Promise<readonly SourceMatch[]> => {
    searched.push(text);
    return Object.entries(TEXTS).flatMap(([path, content]) =>
      content.split('\n').flatMap((each, at) => (each.includes(text) ? [{ path, line: at + 1, text: each }] : [])),
    );
  };
  return (
    <SourceFiles
      files={Object.keys(TEXTS).map((path) => ({ path, characters: 40 }))}
      file={file}
      lines={line === undefined ? undefined : { from: line, to: line }}
      text={async (path) => TEXTS[path]}
      search={search}
      onOpen={(path, at) => opened.push([path, at])}
    />
  );
}

const buttons = (list: string) =>
  [...(page?.element.querySelectorAll<HTMLElement>(`${list} button`) ?? [])].map(({ textContent }) => textContent);
const code = () => page?.element.querySelector('.cm-content')?.textContent ?? '';
const field = () => page?.element.querySelector('input') as HTMLInputElement;

test('the open file is shown and marked in the list, and another is asked for by a click', async () => {
  page = mount(view('src/Vault.sol', 2));
  await expect.poll(code).toContain('contract Vault');
  expect(buttons('nav ul')).toEqual(['Vault.solsrc', 'Math.sollib/math']);
  expect(page.element.querySelector('[aria-current]')?.textContent).toBe('Vault.solsrc');
  expect(page.element.querySelector('section')?.textContent).toContain('line 2');
  await userEvent.click(page.element.querySelectorAll('nav ul button')[1] as HTMLElement);
  expect(opened).toEqual([['lib/math/Math.sol', undefined]]);
  page.draw(view('lib/math/Math.sol'));
  await expect.poll(code).toContain('library Math');
});

test('a search lists lines with their place, and leads to one', async () => {
  page = mount(view('src/Vault.sol'));
  await userEvent.fill(field(), ' total ');
  await expect
    .poll(() => buttons('ul[aria-label=Matches]'))
    .toEqual([expect.stringMatching(/^Vault\.sol:2\s*uint256 total;$/)]);
  expect(searched).toEqual(['total']);
  await userEvent.click(page.element.querySelector('ul[aria-label=Matches] button') as HTMLElement);
  expect(opened).toEqual([['src/Vault.sol', 2]]);
  await userEvent.clear(field());
  await expect.poll(() => buttons('nav ul')).toHaveLength(2);
});

test('what no file contains is said', async () => {
  page = mount(view('src/Vault.sol'));
  await userEvent.fill(field(), 'selfdestruct');
  await expect
    .poll(() => page?.element.querySelector('nav')?.textContent)
    .toContain('No file contains “selfdestruct”.');
});

test('a file whose text is gone says so in its place', async () => {
  page = mount(view('src/Gone.sol'));
  await expect.poll(code).toContain('This file is no longer here.');
});
