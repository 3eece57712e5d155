/**
 * Literals of JavaScript and TypeScript, read without running the code: objects, lists, strings, numbers and booleans,
 * constants of the same file, and spreads of those. What is computed is left out.
 */
import { type Fields, isFields } from '../../values/json-fields';

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$\\]*)`|(\d[\d_]*(?:\.\d+)?(?:e\d+)?)|([A-Za-z_$][\w$]*)|(\.\.\.)|([^\s])/g;

type Token = { kind: 'text' | 'number' | 'name' | 'mark'; text: string };

/** Constants within constants; a file may name them in a circle. */
const MAX_DEPTH = 40;
/** Values that are read: constants that spread others twice each double them. */
const MAX_VALUES = 5_000;

/** Returns the value of the first property of that name in the text of a module; undefined where none is a literal. */
export function literalOf(text: string, property: string): unknown {
  const tokens = tokensOf(text);
  for (let at = 0; at + 1 < tokens.length; at++) {
    const { kind, text: name } = tokens[at];
    if (name !== property || (kind !== 'name' && kind !== 'text') || tokens[at + 1].text !== ':') continue;
    const value = new Reader(tokens).read(at + 2, 0).value;
    if (value !== undefined) return value;
  }
  return undefined;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(([, double, single, template, number, name, spread, mark]): Token[] => {
    const string = double ?? single ?? template;
    if (string !== undefined) return [{ kind: 'text', text: string }];
    if (number !== undefined) return [{ kind: 'number', text: number.replaceAll('_', '') }];
    if (name !== undefined) return [{ kind: 'name', text: name }];
    const sign = spread ?? mark;
    return sign === undefined ? [] : [{ kind: 'mark', text: sign }];
  });
}

class Reader {
  private left = MAX_VALUES;

  constructor(private readonly tokens: readonly Token[]) {}

  /** The value at a token, undefined where it is computed, and the token where it ends. */
  read(at: number, depth: number): { value: unknown; end: number } {
    const token = this.tokens[at];
    const end = this.endOf(at);
    const isOpening = token?.kind === 'mark' && (token.text === '{' || token.text === '[');
    const last = isOpening ? this.closing(at) : at;
    // What stands behind a literal computes with it, but for what only TypeScript reads.
    const behind = this.tokens[last + 1]?.text;
    if (token === undefined || depth > MAX_DEPTH || this.left-- <= 0) return { value: undefined, end };
    if (last + 1 < end && behind !== 'as' && behind !== 'satisfies') return { value: undefined, end };
    if (isOpening) return { value: token.text === '{' ? this.object(at, depth) : this.list(at, depth), end };
    if (token.kind === 'text') return { value: token.text, end };
    if (token.kind === 'number') return { value: Number(token.text), end };
    if (token.text === 'true' || token.text === 'false') return { value: token.text === 'true', end };
    return { value: token.kind === 'name' ? this.constant(token.text, depth + 1) : undefined, end };
  }

  private object(open: number, depth: number): Fields {
    const fields: Record<string, unknown> = {};
    const close = this.closing(open);
    for (let at = open + 1; at < close; ) {
      const { kind, text } = this.tokens[at];
      const isSpread = text === '...' && kind === 'mark';
      const isNamed = this.tokens[at + 1]?.text === ':';
      const { value, end } = this.read(isNamed ? at + 2 : isSpread ? at + 1 : at, depth + 1);
      if (isSpread) Object.assign(fields, isFields(value) ? value : {});
      else if (kind !== 'mark' && value !== undefined && text !== '__proto__') fields[text] = value;
      at = end + 1;
    }
    return fields;
  }

  private list(open: number, depth: number): unknown[] {
    const items: unknown[] = [];
    const close = this.closing(open);
    for (let at = open + 1; at < close; ) {
      const isSpread = this.tokens[at].text === '...';
      const { value, end } = this.read(isSpread ? at + 1 : at, depth + 1);
      if (!isSpread && value !== undefined) items.push(value);
      else if (Array.isArray(value)) items.push(...value);
      at = end + 1;
    }
    return items;
  }

  /** The value that a declaration gives a constant, whatever its type is said to be. */
  private constant(name: string, depth: number): unknown {
    const { tokens } = this;
    for (let at = 0; at + 2 < tokens.length; at++) {
      if (!['const', 'let', 'var'].includes(tokens[at].text) || tokens[at + 1].text !== name) continue;
      let equals = at + 2;
      while (equals < tokens.length && !['=', ';'].includes(tokens[equals].text)) equals++;
      return this.read(equals + 1, depth).value;
    }
    return undefined;
  }

  /** The token behind an expression: a comma or semicolon, or what closes around it. */
  private endOf(from: number): number {
    for (let at = from; at < this.tokens.length; at++) {
      const { kind, text } = this.tokens[at];
      if (kind !== 'mark') {
        // A declaration or an export on the next line, where no semicolon stands.
        if (at > from && ['const', 'let', 'var', 'export', 'module', 'import'].includes(text)) return at;
        continue;
      }
      if ('{[('.includes(text)) at = this.closing(at);
      else if ('}]),;'.includes(text)) return at;
    }
    return this.tokens.length;
  }

  private closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.tokens.length; at++) {
      const { kind, text } = this.tokens[at];
      if (kind !== 'mark') continue;
      if ('{[('.includes(text)) depth++;
      else if ('}])'.includes(text) && --depth === 0) return at;
    }
    return this.tokens.length;
  }
}
