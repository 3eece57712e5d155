/** What is read of the first screen of a page, and how the app takes it over. */
import { afterEach, expect, test, vi } from 'vitest';
import { captureScreen } from '../../src/app/kept-screen/capture';
import { takeOver } from '../../src/app/kept-screen/take-over';
import { sayContentShown, sayPageShown } from '../../src/app/page-stages';
import { readScreenNodes } from '../../src/db/rows/screen-node';
import { screenHtml } from '../../src/service-worker/screen-html';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  delete document.documentElement.dataset.kept;
  delete document.documentElement.dataset.keptLeft;
});

function place(html: string, id = 'root'): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  // As public/first.js says before it is seen.
  if (id === 'kept') document.documentElement.dataset.kept ??= 'shown';
  element.innerHTML = html;
  document.body.append(element);
  return element;
}

test('only what may be kept is read, of what is in sight', () => {
  const root = place(
    `<main id="main" class="p" onclick="x()"><a href="/31337" target="_blank">Home</a><a href="https://example.org">Out</a>
    <canvas class="c" style="width:20px;height:10px"></canvas><span data-fleeting="#">5 ms</span>
    <p style="display:none">hidden</p><div style="position:fixed">over</div></main>
    <p style="margin-top:${innerHeight}px">below</p>`,
  );
  const nodes = captureScreen(root) ?? [];
  expect(readScreenNodes(nodes)).toBe(nodes);
  expect(screenHtml(nodes, 0).replace(/\s+/g, ' ').trim()).toBe(
    '<main class="p"><a href="/31337">Home</a><a>Out</a> <span class="c" style="display:inline-block;width:20px;height:10px"></span><span data-fleeting="#">#</span> </main>',
  );
});

test.each([
  ['on its way', '<span class="animate-[skeleton_1.4s_ease-in-out_infinite]">x</span>'],
  ['wrong', '<div role="alert">Failed</div>'],
  ['typed', '<input value="secret">'],
])('a page that shows what is %s is not kept', (_, html) => {
  expect(captureScreen(place(`<main>${html}</main>`))).toBeUndefined();
});

test('a page that was scrolled inside is not kept', () => {
  const root = place('<main style="height:20px;overflow:auto"><p style="height:90px">x</p></main>');
  root.querySelector('main')?.scrollTo(0, 10);
  expect(captureScreen(root)).toBeUndefined();
});

test('what was read stands where it stood, though rows below the screen decided on the widths of columns', () => {
  const row = (text: string) => `<tr><td>${text}</td><td>${text} ${text}</td></tr>`;
  const root = place(
    `<table style="width:600px">${row('first')}${row('second')}<tr style="height:${innerHeight}px"><td>x</td><td>y</td></tr>${row('a much longer text below')}</table>
     <dl style="display:grid;grid-template-columns:auto 1fr"><dt>a</dt><dd>b</dd></dl>`,
  );
  const boxes = (of: Element) =>
    [...of.querySelectorAll('tr:nth-child(-n+2) td')].map((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    });
  const before = boxes(root);
  const html = screenHtml(captureScreen(root) ?? [], 0);
  expect(html).not.toContain('a much longer');
  root.innerHTML = html;
  expect(boxes(root)).toEqual(before);
});

test('the app takes over once it shows the same, with the focus and the last press', async () => {
  const page = '<main><h1>Title</h1><a href="/31337">Home</a><button type="button">Fold</button></main>';
  const kept = place(`<div>${page}</div>`, 'kept');
  kept.style.cssText = 'position:fixed;inset:0;background:white';
  const root = place('');
  root.toggleAttribute('inert', true);
  const pressed: string[] = [];
  root.addEventListener('click', ({ target }) => pressed.push((target as Element).textContent));
  kept.querySelector('a')?.focus();
  const taken = takeOver();
  kept.querySelector('button')?.click();
  expect([kept.isConnected, root.inert]).toEqual([true, true]);
  root.style.cssText = 'position:absolute;left:0;top:0;width:100%';
  root.innerHTML = page;
  sayContentShown();
  sayPageShown();
  await taken;
  expect([kept.isConnected, root.inert]).toEqual([false, false]);
  expect(document.activeElement).toBe(root.querySelector('a'));
  expect(pressed).toEqual(['Fold']);
});

test('a screen stays while the reader presses something of it', async () => {
  const page = '<main><h1>Title</h1><button type="button">Fold</button></main>';
  const kept = place(`<div>${page}</div>`, 'kept');
  const root = place(page);
  root.toggleAttribute('inert', true);
  sayContentShown();
  sayPageShown();
  const button = kept.querySelector('button');
  const clicks: boolean[] = [];
  kept.addEventListener('click', () => clicks.push(kept.isConnected));
  const taken = takeOver();
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  expect(kept.isConnected).toBe(true);
  button?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  button?.click();
  await taken;
  expect([clicks, kept.isConnected]).toEqual([[true], false]);
});

test('a screen of which the reader opened a tab before the app was there goes with the content of that tab', async () => {
  document.documentElement.dataset.keptLeft = '';
  const kept = place('<div><h1>Title</h1><p>Calls</p></div>', 'kept');
  const root = place('<h1>Title</h1><p class="animate-[skeleton_1s]">Events</p>');
  root.toggleAttribute('inert', true);
  sayContentShown();
  const looks = vi.spyOn(window, 'getComputedStyle');
  await takeOver();
  expect([kept.isConnected, root.inert]).toEqual([false, false]);
  // Comparing both screens would hold up the frame that the reader waits for.
  expect(looks).not.toHaveBeenCalled();
  looks.mockRestore();
});

test.each([
  ['a bar', '<p class="animate-[skeleton_1s]">x</p>'],
  ['a wheel', '<p class="animate-spin">x</p>'],
  ['a busy part', '<p aria-busy="true">x</p>'],
])('a screen stays while %s of the app below it says that more is to come', async (_, more) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const kept = place('<div><h1>Title</h1><p>Calls and storage</p></div>', 'kept');
  const root = place(`<h1>Title</h1><p>Calls</p>${more}`);
  root.toggleAttribute('inert', true);
  sayContentShown();
  sayPageShown();
  const taken = takeOver();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(kept.isConnected).toBe(true);
  root.lastElementChild?.remove();
  await vi.advanceTimersByTimeAsync(100);
  await taken;
  expect([kept.isConnected, root.inert]).toEqual([false, false]);
});

test('a screen that was not shown is taken away at once', async () => {
  document.documentElement.dataset.kept = 'not';
  const kept = place('<div>x</div>', 'kept');
  const root = place('');
  root.toggleAttribute('inert', true);
  await takeOver();
  expect([kept.isConnected, root.inert]).toEqual([false, false]);
});

test('a screen does not stay for work that goes on behind the same content', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const kept = place('<div><h1>Title</h1><p>Calls</p></div>', 'kept');
  const wheel = '<span data-behind="notice">Executing it again <i class="animate-spin">x</i></span>';
  const root = place(
    `<h1>Title</h1>${wheel}<div data-behind="busy" aria-busy="true"><p class="animate-[skeleton_1s]">x</p></div>`,
  );
  root.toggleAttribute('inert', true);
  sayContentShown();
  sayPageShown();
  const taken = takeOver();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(kept.isConnected).toBe(true);
  const calls = document.createElement('p');
  calls.textContent = 'Calls';
  root.lastElementChild?.replaceChildren(calls);
  await vi.advanceTimersByTimeAsync(100);
  await taken;
  expect([kept.isConnected, root.inert]).toEqual([false, false]);
  // Nor is it kept: it is over the next time.
  expect(captureScreen(root)).toBeUndefined();
});
