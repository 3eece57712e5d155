/**
 * Types as Vyper writes them, and how storage holds their values: nothing is
 * packed, what has a length is kept in place behind it, and a mapping's slot is
 * hashed before the key (Vyper docs: Types, Storage Layout).
 */
import type { SourceType, StructMember } from '../values/source-type';
import { type Integers, type Outline, type OutlineStruct, type OutlineWord, splitList } from './outline';

/** What sources declare types to be, by name. */
export type DeclaredTypes = ReadonlyMap<string, OutlineStruct | OutlineWord>;

/** Returns the types that modules declare, by name; a struct before a word of the same name. Linear. */
export function declaredTypes(outlines: readonly Outline[]): DeclaredTypes {
  const all = [...outlines.flatMap(({ words }) => words), ...outlines.flatMap(({ structs }) => structs)];
  return new Map(all.map((declared) => [declared.name, declared]));
}

const MAX_DEPTH = 64;
/** Items or bytes; more than a transaction could write. */
const MAX_LENGTH = 2 ** 31;
const WORD = 32;
/** Matches names of types that no source here declares; structs are looked up before. */
const WORD_NAME = /^\w+$/s;
/** Matches flags and interfaces as compilers write them: with that word, or the path of the interface's file. */
const STATED_WORD = /^(?:(enum|flag) .*|interface .*|.*\.vyi?)$/s;
/** Digits of a decimal behind its point (Vyper docs, Types). */
const DECIMAL_DIGITS = 10;

const NO_CONSTANTS: Integers = new Map();

/** Returns the type that the text names, in a module with these `constants`; unknown where it is none that is known here. */
export function vyperType(
  text: string,
  declared: DeclaredTypes,
  constants: Integers = NO_CONSTANTS,
  depth = 0,
): SourceType {
  // Versions before 0.3.8 describe a declared type instead of naming it.
  const name = text.trim().replace(/ declaration object\b/g, '');
  const unknown: SourceType = { kind: 'unknown', name, bytes: WORD };
  if (depth > MAX_DEPTH) return unknown;
  const below = (inner: string) => vyperType(inner, declared, constants, depth + 1);
  const fixed = /^(.*)\[(\w+)\]$/s.exec(name);
  // What a text has in brackets is no number of items.
  if (fixed && !/^(String|Bytes)$/.test(fixed[1])) {
    const length = lengthOf(fixed[2], constants);
    return length === undefined ? unknown : { kind: 'array', name, element: below(fixed[1]), length };
  }
  const generic = /^(HashMap|DynArray|String|Bytes)\[(.*)\]$/s.exec(name);
  if (generic) {
    const [first = '', second = ''] = splitList(generic[2]);
    if (generic[1] === 'HashMap')
      return { kind: 'mapping', name, key: below(first), value: below(second), slotFirst: true };
    const limit = lengthOf(generic[1] === 'DynArray' ? second : first, constants);
    if (limit === undefined) return unknown;
    if (generic[1] === 'DynArray')
      return { kind: 'array', name, element: below(first), length: undefined, inPlace: limit };
    return { kind: generic[1] === 'Bytes' ? 'bytes' : 'string', name, inPlace: limit };
  }
  const own = elementary(name);
  if (own) return own;
  const stated = STATED_WORD.exec(name);
  if (stated) return wordType(name, stated[1] === undefined ? 'interface' : 'flag');
  const found = declared.get(name.replace(/^struct /, '')) ?? declared.get(name.slice(name.lastIndexOf('.') + 1));
  if (found === undefined) return { ...unknown, isWord: WORD_NAME.test(name) };
  return 'members' in found ? structType(name, found, declared, depth) : wordType(name, found.kind);
}

/** A number of items or bytes, or the constant with that value. */
function lengthOf(text: string, constants: Integers): number | undefined {
  const length = /^\d{1,12}$/.test(text) ? Number(text) : (constants.get(text) ?? Number.NaN);
  return length > 0 && length <= MAX_LENGTH ? length : undefined;
}

/** A flag is a number with a bit for each member, an interface the address of what has it. */
function wordType(name: string, kind: OutlineWord['kind']): SourceType {
  return { kind: kind === 'flag' ? 'uint' : 'address', name, bytes: WORD };
}

function structType(name: string, struct: OutlineStruct, declared: DeclaredTypes, depth: number): SourceType {
  let members: readonly StructMember[] | undefined;
  return {
    kind: 'struct',
    name,
    declaration: struct,
    members: () => {
      members ??= struct.members.map((member) => ({
        name: member.name,
        type: vyperType(member.type, declared, struct.constants, depth + 1),
      }));
      return members;
    },
  };
}

/** A value that takes a word. */
function elementary(name: string): SourceType | undefined {
  const sized = /^(uint|int|bytes)(\d+)$/.exec(name);
  if (sized?.[1] === 'bytes') return { kind: 'bytesN', name, bytes: WORD, width: Number(sized[2]) };
  if (sized) return { kind: sized[1] === 'int' ? 'int' : 'uint', name, bytes: WORD };
  if (name === 'decimal') return { kind: 'int', name, bytes: WORD, digits: DECIMAL_DIGITS };
  if (name === 'bool' || name === 'address') return { kind: name, name, bytes: WORD };
  return undefined;
}
