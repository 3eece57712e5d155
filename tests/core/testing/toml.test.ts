/** TOML is written as forge 1.7.1 writes it: the expectations are its files for the same JSON. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const FORGE = [
  [
    'test_key()',
    `list = [
    1,
    2,
    3,
]

[a]
b = 1
c = [
    4,
    5,
]
`,
    6144,
  ],
  [
    'test_keys()',
    `"a b" = 1
"" = 2
"c.d" = 3
e-f_1 = 4
'"' = 5

["g h"]
"i j" = 7
`,
    5430,
  ],
  [
    'test_lists()',
    `none = []
one = [
    { a = {} },
    1,
]
two = [
    1,
    2,
]
texts = [
    "a",
    "b",
]
nested = [
    [
    1,
    2,
],
    [
    3,
    4,
    5,
],
    [],
]
mixed = [
    1,
    { a = 1, b = [
    1,
    2,
] },
    {},
]
`,
    5609,
  ],
  [
    'test_tables()',
    `v = 4

[t]
x = 1

[t.deep]
y = 2

[only.below]
z = 3

[empty]

[[many]]
a = 1

[[many]]
a = 2

[many.in]
b = 3

[[after.many]]
c = 1
`,
    5443,
  ],
  [
    'test_texts()',
    String.raw`plain = "abc"
empty = ""
quoted = 'a "b"'
single = "it's"
both = """'""""
line = """
a
b"""
tab = "a\tb"
control = "\u0001"
back = 'a\b'
other = "ä"
three = '''
"""
'''
long = """
a
""\"\u0001\\'''"""
noline = '''"""''''
`,
    5590,
  ],
  [
    'test_values()',
    `b = true
a = 1
f = 1.5
whole = 2.0
large = 1000000000000000000000000000000.0
small = 0.0000001
beyond = 18446744073709552000.0
none = "null"
negative = -7
`,
    5456,
  ],
] as const;

const FOLDERS: Readonly<Record<string, readonly string[]>> = { '': ['notes/'], notes: [] };

test('the layout of a file', async () => {
  const configuration = '[profile.default]\nfs_permissions = [{ access = "read-write", path = "notes" }]\n';
  const project = await fixtureProject(configuration, fixtureBuild('Toml.t.sol'));
  const host = { ...HOST, readFile: async () => undefined, readFolder: async (path: string) => FOLDERS[path] };
  const [suite] = await runTests(project, project.suites, host);
  expect(suite?.tests.map(({ signature, reason, gas }) => [signature, reason, gas])).toEqual(FORGE);
}, 60_000);
