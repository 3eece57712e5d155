/** What a kept screen may hold. The expected values are stated here: whatever can run, load or lead elsewhere is none of it. */
import { expect, test } from 'vitest';
import { readScreenNodes } from '../../src/db/rows/screen-node';
import { screenHtml } from '../../src/service-worker/screen-html';

const plain = [
  [
    'main',
    { class: 'p-1', 'data-state': 'open', style: 'width:12px;--room: 40px;color:var(--muted)' },
    ['a', { href: '/31337/tx/0x12?trace=0.1' }, 'Transaction'],
    ['svg', { viewBox: '0 0 1 1', fill: 'none' }, ['path', { d: 'M0 0' }]],
    ['input', { type: 'checkbox', checked: '' }],
    'text',
  ],
];

test('elements of the app are kept as they are', () => {
  expect(readScreenNodes(plain)).toBe(plain);
});

test.each([
  ['a script', ['script', {}, 'alert(1)']],
  ['a script inside', ['div', {}, ['p', {}, ['script', {}]]]],
  ['a script by another spelling', ['SCRIPT', {}]],
  ['a tag that ends early', ['p><script', {}]],
  ['a style sheet', ['style', {}, '*{}']],
  ['a frame', ['iframe', { srcdoc: '' }]],
  ['an object', ['object', {}]],
  ['a picture', ['img', { src: '/x' }]],
  ['a reference of SVG', ['use', { href: '#x' }]],
  ['HTML inside SVG', ['foreignObject', {}]],
  ['a template', ['template', {}]],
  ['a redirect', ['meta', { content: '0' }]],
  ['another base', ['base', { href: '/' }]],
  ['a form', ['form', {}]],
  ['a handler', ['p', { onclick: 'alert(1)' }]],
  ['a handler by another spelling', ['p', { OnClick: 'alert(1)' }]],
  ['an attribute that ends early', ['p', { 'class="" onclick': 'x' }]],
  ['a data attribute that ends early', ['p', { 'data-x onclick': 'x' }]],
  ['a script as address', ['a', { href: 'javascript:alert(1)' }]],
  ['a script as address, hidden', ['a', { href: '\tjava\nscript:alert(1)' }]],
  ['an address elsewhere', ['a', { href: 'https://example.org' }]],
  ['an address elsewhere without a scheme', ['a', { href: '//example.org' }]],
  ['an address elsewhere with a backslash', ['a', { href: '/\\example.org' }]],
  ['a file', ['a', { href: '/x', download: '' }]],
  ['a style that loads', ['p', { style: 'background:url(https://example.org)' }]],
  ['a style that loads, escaped', ['p', { style: 'background:u\\72l(x)' }]],
  ['a paint that loads', ['rect', { fill: 'url(#x)' }]],
  ['an id', ['p', { id: 'root' }]],
  ['a button that sends', ['button', { type: 'submit' }]],
  ['a value that is no text', ['p', { class: 1 }]],
  ['no attributes', ['p', null]],
  ['content of an element without', ['br', {}, 'x']],
  ['something else', 4],
])('%s is no part of a screen', (_, node) => {
  expect(readScreenNodes([...plain, node])).toBeUndefined();
});

test('what is too deep or too much is no screen', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 90; depth++) deep = ['p', {}, deep];
  expect(readScreenNodes([deep])).toBeUndefined();
  expect(readScreenNodes(Array.from({ length: 7_000 }, () => 'x'))).toBeUndefined();
  expect(readScreenNodes([['p', {}, 'x'.repeat(500_000)], 'y'])).toBeUndefined();
  expect(readScreenNodes({ 0: 'x' })).toBeUndefined();
});

test('texts and values are written so that they stay what they are', () => {
  expect(screenHtml([['p', { title: `"><b x='` }, '</p><script>&lt;']], 0)).toBe(
    '<p title="&quot;&gt;&lt;b x=&#39;">&lt;/p&gt;&lt;script&gt;&amp;lt;</p>',
  );
  expect(
    screenHtml(
      [
        ['input', { disabled: '' }],
        ['br', {}],
      ],
      0,
    ),
  ).toBe('<input disabled=""><br>');
});

test('how long ago a time is, is said as of now; a date stays', () => {
  const at = (text: string) => ['time', { datetime: '2026-11-27T10:00:00.000Z' }, text] as const;
  const now = Date.UTC(2026, 10, 27, 13, 0, 1);
  expect(screenHtml([at('just now')], now)).toContain('>3 hours ago<');
  expect(screenHtml([at('27/11/2026 10:00:00 UTC')], now)).toContain('>27/11/2026 10:00:00 UTC<');
  expect(screenHtml([['time', {}, '5 minutes ago']], now)).toContain('>5 minutes ago<');
});
