/**
 * A console.log put into Solidity at a line, without an import: a call of the console's address with the signature of
 * its function, which can stand in every function that may read the chain. The names on the line that are in scope and
 * of an elementary type are printed with their values. Scopes are told from braces and declarations, since what is
 * edited need not compile.
 *
 *     fee = amount / 2;   →   { (bool told, ) = address(0x…6c6f67).staticcall(…"log(string,uint256)", …amount)); told; }
 *                             fee = amount / 2;
 */
import { fail, ok, type Result } from '../../values/result';

/** What the console's functions listen at, checksummed as the compiler wants it. */
const CONSOLE = 'address(0x000000000000000000636F6e736F6c652e6c6f67)';
/** Values that one line prints at most. */
const MAX_VALUES = 4;

/** Names in these are none of a function, except those of a contract's variables. */
const OPENS_OTHER = new Set(['contract', 'library', 'interface', 'struct', 'event', 'error']);
const OPENS_FUNCTION = new Set(['function', 'constructor', 'modifier', 'receive', 'fallback']);
/** Names that are declared between one of these words and the block that follows end with the block. */
const DECLARES_FOR_BLOCK = new Set(['for', 'try', 'catch']);
/** Words that may stand between the type of a variable and its name. */
const BETWEEN = new Set(
  'memory calldata storage transient public private internal external immutable constant payable override'.split(' '),
);
/** A brace right behind one of these words begins a block. */
const OPENS_BLOCK = new Set(['else', 'do', 'unchecked', 'try', 'catch', 'assembly']);
/** A brace right behind the parentheses of one of these words begins a block. */
const OPENS_BLOCK_BEHIND = new Set(['if', 'while']);
/** Words that continue the statement of the line above. */
const GOES_ON = new Set(['else', 'catch', 'while']);

/** Returns where the line of the contract, library or interface of that name begins, in UTF-16 units; 0 where the text has none. */
export function contractStart(text: string, name: string): number {
  const tokens = tokensOf(text);
  const declared = tokens.find(
    ({ text: word }, index) =>
      word === name && ['contract', 'library', 'interface'].includes(tokens[index - 1]?.text ?? ''),
  );
  return declared === undefined ? 0 : text.lastIndexOf('\n', declared.at) + 1;
}

/**
 * Returns the text with the call in front of the statement that begins at the line (from 1), or above it; in front of the
 * last statement of a line that has the whole body of a function. `label` is printed first, with the line. The error is a
 * sentence: why nothing can be printed there.
 */
export function withConsoleLine(text: string, line: number, label: string): Result<string, string> {
  const lines = text.split('\n');
  const tokens = tokensOf(text);
  const starts = startsOf(lines);
  for (let at = line; at >= 1; at--) {
    const start = starts[at - 1];
    const before = tokens.filter((token) => token.at < start);
    const { isFunction, isPure, isAssembly, isStatement, variables } = scopesOf(before);
    if (!isFunction)
      return withinLine(text, tokens, { line, start, length: lines[line - 1]?.length ?? 0 }, label, at === line);
    if (isPure) return fail(PURE);
    const first = tokens.find((token) => token.at >= start);
    if (!isStatement || GOES_ON.has(first?.text ?? '') || isAssembly) continue;
    const end = starts[line - 1] + (lines[line - 1]?.length ?? 0);
    const words = tokens
      .filter(({ at }, index) => at >= start && at < end && tokens[index - 1]?.text !== '.')
      .map((token) => token.text);
    const indent = /^\s*/.exec(lines[at - 1] ?? '')?.[0] ?? '';
    const calls = callsOf(words, variables, `${label}:${line}`).map((call) => `${indent}${call}`);
    return ok([...lines.slice(0, at - 1), ...calls, ...lines.slice(at - 1)].join('\n'));
  }
  return fail(NOWHERE);
}

const PURE = 'A pure function cannot print: make it and its pure callers view first.';
const NOWHERE = 'A console.log is possible only in the body of a function.';

/** Puts it in front of the last statement of the line that stands in the body of a function which begins there. */
function withinLine(
  text: string,
  tokens: readonly Token[],
  { line, start, length }: { line: number; start: number; length: number },
  label: string,
  isAsked: boolean,
): Result<string, string> {
  const end = start + length;
  for (let index = tokens.length - 1; isAsked && index > 0; index--) {
    const { at, text: first } = tokens[index];
    if (at >= end || tokens[index - 1].at < start) continue;
    const { isFunction, isPure, isAssembly, isStatement, variables } = scopesOf(tokens.slice(0, index));
    if (!isFunction || isAssembly || !isStatement || first === '}' || GOES_ON.has(first)) continue;
    if (isPure) return fail(PURE);
    const words = tokens
      .filter((token, each) => token.at >= at && token.at < end && tokens[each - 1]?.text !== '.')
      .map((token) => token.text);
    const calls = callsOf(words, variables, `${label}:${line}`);
    return ok(`${text.slice(0, at)}${calls.join(' ')} ${text.slice(at)}`);
  }
  return fail(NOWHERE);
}

/** A statement for each of the names that can be printed; one with the label alone where there is none. */
function callsOf(words: readonly string[], variables: ReadonlyMap<string, string>, label: string): string[] {
  const names = [...new Set(words)].filter((word) => variables.has(word)).slice(0, MAX_VALUES);
  const quoted = (text: string) => JSON.stringify(text.replace(/[^\x20-\x7e]/g, '?'));
  if (names.length === 0) return [callOf('log(string)', quoted(label))];
  return names.map((name) => callOf(`log(string,${variables.get(name)})`, `${quoted(`${label} ${name}`)}, ${name}`));
}

function callOf(signature: string, values: string): string {
  return `{ (bool told, ) = ${CONSOLE}.staticcall(abi.encodeWithSignature("${signature}", ${values})); told; }`;
}

type Token = { text: string; at: number };

/** Words and signs, without comments and literals of text. */
function tokensOf(text: string): Token[] {
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\w$]+|[^\s\w]/g;
  return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], at: match.index })).filter(
    ({ text }) => !/^(\/\/|\/\*|"|')/.test(text),
  );
}

function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

/** Arguments with names and options of a call stand in braces too: they hold no statements. */
type Kind = 'function' | 'assembly' | 'arguments' | 'other';
/** `depth` is the number of parentheses that are open where the scope begins. */
type Scope = { kind: Kind; isPure: boolean; depth: number; variables: Map<string, string> };
/** `isStatement`: whether a statement ends or a block begins or ends right before. */
type Place = {
  isFunction: boolean;
  isPure: boolean;
  isAssembly: boolean;
  isStatement: boolean;
  variables: ReadonlyMap<string, string>;
};

const scope = (kind: Kind, depth: number): Scope => ({ kind, isPure: false, depth, variables: new Map() });

/** What is open after the tokens, and the names in scope there with the type that the console prints them as. */
function scopesOf(tokens: readonly Token[]): Place {
  const open: Scope[] = [];
  /** Scope of the braces that were closed last. */
  let closed: Scope | undefined;
  /** The scope of the block that opens next: names that are declared in front of it belong to it. */
  let next: Scope | undefined;
  /** The words in front of the parentheses that are open, and in front of those that were closed last. */
  const parentheses: string[] = [];
  let parenthesised: string | undefined;
  /**
   * Number of parentheses that were open in front of the mapping, whose key and value may have names that name nothing.
   */
  let depthOfMapping = Number.POSITIVE_INFINITY;
  for (const [index, { text }] of tokens.entries()) {
    const isWithin = open.some(({ kind }) => kind === 'function');
    const kindOfNext = scopeOpenedBy(text, isWithin);
    if (kindOfNext !== undefined) next = scope(kindOfNext, parentheses.length);
    const previous = tokens[index - 1]?.text ?? '';
    if (text === 'mapping') depthOfMapping = Math.min(depthOfMapping, parentheses.length);
    if (text === '(') parentheses.push(previous);
    else if (text === ')') {
      parenthesised = parentheses.pop();
      if (parentheses.length === depthOfMapping) depthOfMapping = Number.POSITIVE_INFINITY;
    } else if (text === 'pure' && next?.kind === 'function') next.isPure = true;
    else if (text === '{') {
      const isInParentheses = parentheses.length > ((next ?? open.at(-1))?.depth ?? 0);
      const isBehindHead =
        previous === ')'
          ? next !== undefined || OPENS_BLOCK_BEHIND.has(parenthesised ?? '')
          : OPENS_BLOCK.has(previous);
      const isAnyBlock = !isWithin || open.some(({ kind }) => kind === 'assembly');
      if (!isInParentheses && (isAnyBlock || isBehindHead || isBehindStatement(previous, closed))) {
        open.push(next ?? scope('other', parentheses.length));
        next = undefined;
      } else open.push(scope('arguments', parentheses.length));
    } else if (text === '}') closed = open.pop();
    // A declaration without a block, or a statement that is none; not the signs within `for (…)`.
    else if (text === ';' && parentheses.length === next?.depth) next = undefined;
    const declared = parentheses.length > depthOfMapping ? undefined : variableAt(tokens, index);
    if (declared) (next ?? open.at(-1))?.variables.set(declared.name, declared.type);
  }
  const innermost = open.at(-1);
  return {
    isStatement:
      isBehindStatement(tokens.at(-1)?.text ?? '', closed) &&
      innermost?.kind !== 'arguments' &&
      innermost?.depth === parentheses.length,
    isFunction: open.some(({ kind }) => kind === 'function'),
    isPure: open.some(({ isPure }) => isPure),
    isAssembly: open.some(({ kind }) => kind === 'assembly'),
    variables: new Map(open.flatMap(({ variables }) => [...variables])),
  };
}

/** Whether the sign ends a statement or a block, or begins one; `closed` are the braces that were closed last. */
function isBehindStatement(sign: string, closed: Scope | undefined): boolean {
  return sign === ';' || sign === '{' || (sign === '}' && closed?.kind !== 'arguments');
}

function scopeOpenedBy(word: string, isWithin: boolean): Kind | undefined {
  if (word === 'assembly') return 'assembly';
  if (isWithin) return DECLARES_FOR_BLOCK.has(word) ? 'other' : undefined;
  if (OPENS_FUNCTION.has(word)) return 'function';
  return OPENS_OTHER.has(word) ? 'other' : undefined;
}

/** The variable whose declaration begins with the token, of a type that the console knows. */
function variableAt(tokens: readonly Token[], index: number): { name: string; type: string } | undefined {
  const type = printedType(tokens[index].text);
  if (type === undefined) return undefined;
  let at = index + 1;
  while (BETWEEN.has(tokens[at]?.text ?? '')) at++;
  const name = tokens[at]?.text ?? '';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? { name, type } : undefined;
}

/** Shorter integers are encoded as the longest. */
function printedType(word: string): string | undefined {
  if (/^uint\d*$/.test(word)) return 'uint256';
  if (/^int\d*$/.test(word)) return 'int256';
  return ['address', 'bool', 'string'].includes(word) ? word : undefined;
}
