import { describe, expect, test } from 'vitest';
import { outlineOf } from '../../../../src/core/source/vyper/outline';

const textOf = (source: string, { start, end }: { start: number; end: number }) => source.slice(start, end);

describe('outlineOf', () => {
  test('finds functions with their decorators, parameters, results and statements', () => {
    const source = `@external
@nonreentrant("lock")  # a comment: def other():
def swap(
    i: uint256,
    data: Bytes[32] = b"a,b)",  # trailing
) -> (uint256, HashMap[address, bool]):
    """
    def none():
    """
    x: uint256 = (
        i + 1
    )
    if x == 3:
        raise "no: way"
    return x, self.flags

@internal
def _empty(): pass
`;
    const [swap, empty] = outlineOf(source).functions;
    expect(swap).toMatchObject({
      name: 'swap',
      decorators: ['external', 'nonreentrant'],
      parameters: [
        { name: 'i', type: 'uint256' },
        { name: 'data', type: 'Bytes[32]' },
      ],
      returns: ['uint256', 'HashMap[address, bool]'],
    });
    expect(swap?.statements.map((place) => textOf(source, place))).toEqual([
      'x: uint256 = (\n        i + 1\n    )',
      'if x == 3:',
      'raise "no: way"',
      'return x, self.flags',
    ]);
    expect(swap && textOf(source, swap)).toMatch(/^def swap\([\s\S]*return x, self\.flags$/);
    expect(empty).toMatchObject({ name: '_empty', decorators: ['internal'], statements: [] });
  });

  test('tells variables from what only looks like them', () => {
    const { variables, structs, functions, constants } = outlineOf(`
interface Other:
    def f() -> uint256: view
implements: Other
event Moved:
    amount: uint256
struct Point:
    x: int128
    names: DynArray[String[4], 2]
owner: public(immutable(address))
lock: transient(bool)
MAX: constant(uint256) = 2**256 - 1
total: uint256 # sum
`);
    expect(functions).toEqual([]);
    expect(structs).toEqual([
      {
        name: 'Point',
        members: [
          { name: 'x', type: 'int128' },
          { name: 'names', type: 'DynArray[String[4], 2]' },
        ],
        constants,
      },
    ]);
    expect(variables.map(({ name, type, kind, isPublic }) => [name, type, kind, isPublic])).toEqual([
      ['owner', 'address', 'immutable', true],
      ['lock', 'bool', 'transient', false],
      ['MAX', 'uint256', 'constant', false],
      ['total', 'uint256', 'storage', false],
    ]);
  });

  test('has the constants that are integers, also by the names of others', () => {
    const { constants, structs } = outlineOf(`
TWICE: constant(uint256) = LATER
LATER: public(constant(uint256)) = 1_000  # a comment
struct Point:
    x: int128
ROUND: constant(uint256) = AND_ROUND
AND_ROUND: constant(uint256) = ROUND
SUM: constant(uint256) = 2 + 2
NAME: constant(String[4]) = "8"
total: uint256
`);
    expect([...constants]).toEqual([
      ['TWICE', 1_000],
      ['LATER', 1_000],
    ]);
    expect(structs[0]?.constants).toBe(constants);
  });

  test.each(['def f(', '"""', "x: '", '@', 'def f() -> (', 'struct', '\\', `${'['.repeat(10_000)}`])(
    'reads %j without an end',
    (source) => {
      expect(() => outlineOf(source)).not.toThrow();
    },
  );
});
