import { expect, test } from 'vitest';
import { cutFaces } from '../../tools/cut-fonts';

const face = (address: string, rest: string) => `@font-face { font-family: A; src: url("${address}"); ${rest} }`;

test('the faces that are cut say to what; a whole one is left alone', () => {
  const css = [
    face('@cut-fonts/inter/a.woff2', 'font-weight: 400 900; unicode-range: U+0041-005A, U+2026;'),
    face('@fontsource-variable/inter/files/a.woff2', 'font-weight: 400 900; unicode-range: U+00E9;'),
  ];
  expect(cutFaces(css.join('\n'))).toEqual([
    {
      from: 'inter',
      file: 'a.woff2',
      letters: [
        [0x41, 0x5a],
        [0x2026, 0x2026],
      ],
      weights: [400, 900],
    },
  ]);
});

test.each(['font-weight: 400 900;', 'unicode-range: U+0041;', 'font-weight: 400; unicode-range: U+0041;'])(
  'a face that does not say to what it is cut stops the build: %s',
  (rest) => {
    expect(() => cutFaces(face('@cut-fonts/inter/a.woff2', rest))).toThrow('a.woff2 is cut to');
  },
);
