import { expect, test } from 'vitest';
import { readDotenv } from '../../../src/core/testing/dotenv';

/** A file, and what a test of forge 1.7.1 got of each name by `vm.envOr` where `OUTSIDE` was `outer` before. */
const TEXT = String.raw`# comment
PLAIN=one
export EXPORTED = two
SPACED   =   padded   # told
HASH=a#b
EMPTY=
ONLY_COMMENT= # nothing
SINGLE='a $PLAIN \n "b"'
DOUBLE="a $PLAIN \n 'b' \"c\" # no"
JOINED=a'b c'"d e"f
REFERS=${'$'}{PLAIN}-$PLAIN
UNDER=$PLAIN_x
MISSING=[${'$'}{NO_SUCH}]
ESCAPED=a\ b\$PLAIN
MANY="first
second"
DOTTED.KEY=dot
TWICE=first
TWICE=second
OUTSIDE=inner
FROM_OUTSIDE=$OUTSIDE
TABBED=	tab	
"QUOTED"=q
LAST=never
`;
const BY_FORGE = {
  PLAIN: 'one',
  EXPORTED: 'two',
  SPACED: 'padded',
  HASH: 'a#b',
  EMPTY: '',
  ONLY_COMMENT: '',
  SINGLE: String.raw`a $PLAIN \n "b"`,
  DOUBLE: `a one \n 'b' "c" # no`,
  JOINED: 'ab cd ef',
  REFERS: 'one-one',
  UNDER: 'one_x',
  MISSING: '[]',
  ESCAPED: 'a b$PLAIN',
  MANY: 'first\nsecond',
  'DOTTED.KEY': 'dot',
  TWICE: 'first',
  OUTSIDE: 'outer',
  FROM_OUTSIDE: 'outer',
  TABBED: 'tab',
};

test('reads .env as forge does', () => {
  expect(readDotenv(TEXT, { OUTSIDE: 'outer' })).toEqual(BY_FORGE);
  expect(readDotenv(TEXT.replaceAll('\n', '\r\n'), { OUTSIDE: 'outer' })).toEqual(BY_FORGE);
});

test('ends before a malformed line', () => {
  for (const line of ['A=b c', "A='b", 'A="b', 'A=\\q', '1A=b', 'A', 'A=${B'])
    expect(readDotenv(`X=1\n${line}\nY=2\n`)).toEqual({ X: '1' });
});
