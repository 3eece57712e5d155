/**
 * Which contract of some sources deployed code can be of, told without a
 * compiler: by the selectors that the code compares calldata with, and the
 * external functions that a contract declares or inherits.
 */
import { selectorOf } from '../../abi/signature';
import { bytesToHex } from '../../chain/hex';
import type { Selector } from '../../chain/primitives';
import * as Op from '../../evm/rules/opcode-bytes';

/** How many functions of a contract the code has, less those that it has not. */
export type RootScores = ReadonlyMap<string, number>;

/** Instructions that a dispatcher uses behind the selector of a function. */
const COMPARES: readonly number[] = [Op.EQ, Op.SUB, Op.XOR];
const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/g;
const CONTRACT = /\b(?:contract|library|interface)\s+([A-Za-z_$][\w$]*)\s*(?:is\s+([^{};]*))?\{/g;
const FUNCTION = /\bfunction\s+([A-Za-z_$][\w$]*)\s*\(([^()]*)\)([^{};]*)/g;
const NAMED_TYPE = /\b(contract|interface|enum)\s+([A-Za-z_$][\w$]*)/g;
const ELEMENTARY = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:\d{1,3})?)$/;

/**
 * Returns the selectors that runtime code compares with, each once, in order: those of its functions. Code behind the first
 * INVALID is that of contracts it creates and does not count. Linear.
 */
export function dispatchedSelectors(code: Uint8Array): readonly Selector[] {
  const found = new Set<Selector>();
  for (let pc = 0, seen = 0; pc < code.length; seen++) {
    const opcode = code[pc];
    if (opcode === Op.INVALID && seen > MIN_DISPATCH) break;
    const size = Op.pushDataLength(opcode);
    const end = pc + 1 + size;
    if (size >= 3 && size <= 4 && COMPARES.includes(code[end]))
      found.add(
        `0x${bytesToHex(code.subarray(pc + 1, end))
          .slice(2)
          .padStart(8, '0')}` as Selector,
      );
    pc = end;
  }
  return [...found];
}

/** Old compilers end a require with INVALID; fewer instructions than this are no dispatcher. */
const MIN_DISPATCH = 20;

/** Scores the contracts of `texts`, by `path:Name`. Functions with parameters of structs do not count. Linear in the texts. */
export function scoreRoots(texts: Readonly<Record<string, string>>, selectors: readonly Selector[]): RootScores {
  const declared = readDeclared(texts);
  const byName = new Map(declared.map((one) => [one.name, one]));
  const known = new Set(selectors);
  const inherited = (one: Declared, into: Set<Selector>, seen: Set<Declared>): Set<Selector> => {
    seen.add(one);
    for (const { selector } of one.functions) into.add(selector);
    for (const base of one.bases) {
      const next = byName.get(base);
      if (next !== undefined && !seen.has(next)) inherited(next, into, seen);
    }
    return into;
  };
  return new Map(
    declared.map((one) => {
      const all = [...inherited(one, new Set(), new Set())];
      return [one.id, all.reduce((score, selector) => score + (known.has(selector) ? 1 : -1), 0)];
    }),
  );
}

/** A function that deployed code has. `signature` and `contract` are absent where no source declares it. */
export type NamedFunction = { selector: Selector; signature?: string; contract?: string };

/** Returns the functions of `selectors` that are not among `known`, with the names that contracts of `texts` give them. */
export function functionsBeside(
  texts: Readonly<Record<string, string>>,
  selectors: readonly Selector[],
  known: ReadonlySet<string>,
): readonly NamedFunction[] {
  const others = selectors.filter((selector) => !known.has(selector));
  if (others.length === 0) return [];
  const named = new Map<Selector, NamedFunction>();
  for (const { name, functions } of readDeclared(texts))
    for (const { selector, signature } of functions) named.set(selector, { selector, signature, contract: name });
  return others.map((selector) => named.get(selector) ?? { selector });
}

type Declared = {
  id: string;
  name: string;
  bases: readonly string[];
  functions: readonly { selector: Selector; signature: string }[];
};

function readDeclared(texts: Readonly<Record<string, string>>): readonly Declared[] {
  const clean = Object.entries(texts).map(([path, text]) => [path, text.replace(COMMENT_OR_STRING, ' ')] as const);
  const types = new Map<string, string>();
  for (const [, text] of clean)
    for (const [, kind, name] of text.matchAll(NAMED_TYPE)) types.set(name, kind === 'enum' ? 'uint8' : 'address');
  return clean.flatMap(([path, text]) => declaredIn(path, text, types));
}

function declaredIn(path: string, text: string, types: ReadonlyMap<string, string>): readonly Declared[] {
  return [...text.matchAll(CONTRACT)].map((match): Declared => {
    const body = bodyAt(text, match.index + match[0].length);
    const functions = [...body.matchAll(FUNCTION)].flatMap(([, name, parameters, modifiers]) => {
      if (/\b(?:internal|private)\b/.test(modifiers)) return [];
      const inputs = parameters.trim() === '' ? [] : parameters.split(',').map((one) => typeOf(one, types));
      if (inputs.includes(undefined)) return [];
      const signature = `${name}(${inputs.join(',')})`;
      return [{ selector: selectorOf(signature), signature }];
    });
    const bases = (match[2] ?? '').replace(/\([^)]*\)/g, '').split(',');
    const name = match[1];
    const own = bases.map((base) => base.trim().split('.').at(-1) ?? '');
    return { id: `${path}:${name}`, name, bases: own, functions };
  });
}

/** Returns the text from `start` to the brace that closes what is open there. */
function bodyAt(text: string, start: number): string {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/** Returns the ABI type of a declared parameter, undefined where only the compiler knows it. */
function typeOf(parameter: string, types: ReadonlyMap<string, string>): string | undefined {
  const [, base, arrays] = /^\s*([\w$.]+)((?:\s*\[\s*\d*\s*\])*)/.exec(parameter) ?? [];
  if (base === undefined) return undefined;
  const name = base.split('.').at(-1) ?? '';
  const type = ELEMENTARY.test(name) ? name.replace(/^(u?int)$/, '$1256') : types.get(name);
  return type && type + arrays.replace(/\s/g, '');
}
